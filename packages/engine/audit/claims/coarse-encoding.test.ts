import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret, readTable } from '../../catalogue/index.ts';
import { coarseEncoding } from './coarse-encoding.ts';

const attributeOf = (rows: readonly string[]) =>
  interpret(readTable(`id,own\n${rows.join('\n')}\n`)).attributes[0];

test('few numbers are told in few ranges, many in more', () => {
  const few = coarseEncoding(attributeOf(Array.from({ length: 12 }, (_, i) => `p${i},${10 + 3 * i}.5`)));
  const many = coarseEncoding(attributeOf(Array.from({ length: 400 }, (_, i) => `p${i},${10 + 3 * i}.5`)));
  assert.equal(new Set(few.answers).size, 2);
  assert.equal(new Set(many.answers).size, 8);
});

test('variants in the same range are one answer of their product', () => {
  const rows = Array.from({ length: 40 }, (_, i) => [`p${i >> 1},${100 * (i >> 1) + (i % 2)}.5`]).flat();
  const prices = attributeOf(rows);
  assert.equal(prices.kind, 'number');
  const { cell, start } = coarseEncoding(prices);
  assert.ok(prices.cells.some((held) => held.length === 2));
  for (const own of cell) assert.equal(start[own + 1] - start[own], 1);
});
