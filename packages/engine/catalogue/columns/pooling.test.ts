import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTable } from '../csv/table-reader.ts';
import type { Table } from '../types.ts';
import { pool } from './pooling.ts';

const pooled = (...tables: readonly Table[]) =>
  pool(
    'a',
    tables,
    tables.map(({ columns }) => columns.find(({ name }) => name === 'a')),
  );

test('a text counts as often as on the side where it is more frequent', () => {
  const { texts, counts, recorded, products } = pooled(
    readTable('id,a\n1,x\n2,x\n3,y\n'),
    readTable('id,a\n1,x\n2,z\n3,y\n4,y\n'),
  );
  assert.deepEqual(Object.fromEntries(texts.map((text, t) => [text, counts[t]])), { x: 2, y: 2, z: 1 });
  assert.deepEqual([recorded, products], [5, 4]);
});

test('an export beside itself is pooled as alone', () => {
  const table = readTable('id,a\n1,x\n2,x\n3,y\n');
  const { sides: _, ...alone } = pooled(table);
  const { sides: __, ...twice } = pooled(table, table);
  assert.deepEqual(twice, alone);
});

test('a side without the column has none', () => {
  const { sides, texts } = pooled(readTable('id,b\n1,x\n'), readTable('id,a\n1,x\n'));
  assert.deepEqual([sides[0], texts], [undefined, ['x']]);
});

test('the rows of one product are taken apart into the values as written', () => {
  const { texts, parts, partCounts, partsOfText } = pooled(readTable('id,a\n1,x\n1,y\n2,x\n'));
  assert.equal(texts.length, 2);
  assert.deepEqual(Object.fromEntries(parts.map((part, p) => [part, partCounts[p]])), { x: 2, y: 1 });
  assert.deepEqual(
    partsOfText?.map((own) => own.map((part) => parts[part]).sort()).sort((a, b) => a.length - b.length),
    [['x'], ['x', 'y']],
  );
});

test('the id column gives the noun of the file for its products', () => {
  const table = readTable('wine_id,wine_name\n1,x\n');
  assert.ok(pool('wine_name', [table], table.columns).concepts.has('title'));
});
