import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CatalogueError } from '../catalogue-error.ts';
import { readTable } from '../csv/table-reader.ts';

const COLOURS = ['red', 'blue', 'green', 'black'];
const BRANDS = ['Acme', 'Borea', 'Cirrus'];

const products = fc
  .array(
    fc.record({ colour: fc.constantFrom(...COLOURS), brand: fc.constantFrom(...BRANDS), price: fc.nat(999) }),
    { minLength: 30, maxLength: 60 },
  )
  .map((all) =>
    all.map(({ colour, brand, price }, at) => `S${100 + at},${brand} lamp ${at},${brand},${colour},${price}`),
  );

test('a file without names is refused with its first row, and read where the owner says that it has none', () => {
  fc.assert(
    fc.property(products, fc.boolean(), (rows, tolerant) => {
      const csv = `${rows.join('\n')}\n`;
      assert.throws(
        () => readTable(csv, { tolerant }),
        (error: unknown) =>
          error instanceof CatalogueError &&
          error.code === 'no_header_row' &&
          error.message.includes('"S100"'),
      );
      const { ids, columns } = readTable(csv, { tolerant, header: false });
      assert.equal(ids.length, rows.length);
      assert.deepEqual(
        columns.map(({ name }) => name),
        ['column 2', 'column 3', 'column 4', 'column 5'],
      );
    }),
    { numRuns: 50 },
  );
});

test('a series of names is one piece of evidence, though its cells are written as they are', () => {
  const names = ['id', ...Array.from({ length: 9 }, (_, at) => `c${at}`)];
  const rows = Array.from({ length: 40 }, (_, row) => [
    `p${row}`,
    ...names.slice(1).map((_, at) => `g${(row * 7 + at) % 50}`),
  ]);
  assert.equal(readTable([names, ...rows].map((cells) => cells.join(',')).join('\n')).ids.length, 40);
});

test('names of any kind are names', () => {
  const headers = [
    'id,title,brand,color,price',
    'x1,x2,x3,x4,x5',
    'SKU,Bezeichnung,Hersteller,Farbton,VK',
    'S1,36,37,38,39',
  ];
  fc.assert(
    fc.property(products, fc.constantFrom(...headers), (rows, header) => {
      assert.equal(readTable(`${header}\n${rows.join('\n')}\n`).ids.length, rows.length);
    }),
    { numRuns: 50 },
  );
});
