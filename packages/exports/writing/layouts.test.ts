import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillIn, readSheetRows } from '@decidable/engine/audit';
import { readTable } from '@decidable/engine/catalogue';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { readExport } from '../read-export.ts';
import { bytesOf } from '../testing.fixture.ts';
import { writeBack } from './write-back.ts';

type Grid = readonly (readonly string[])[];
type Answer = readonly [id: string, attribute: string, value: string];

/** What is around the products of an export, and the cells that change: row and column of the grid, text. */
interface Layout {
  readonly name: string;
  readonly grid: Grid;
  readonly answers: readonly Answer[];
  readonly cells: readonly (readonly [row: number, column: number, text: string])[];
}

/** Sixty products; the colour of the first five is not recorded. */
const products = (front: readonly string[] = []): string[][] =>
  Array.from({ length: 60 }, (_, row) => [
    ...front,
    `p${row}`,
    row < 5 ? '' : ['red', 'blue'][row % 2],
    `${row % 7} cm`,
  ]);
const HEADER = ['sku', 'colour', 'width'];

const LAYOUTS: readonly Layout[] = [
  {
    name: 'lines above the header and totals below',
    grid: [
      ['Stock report', '', ''],
      ['', '', ''],
      HEADER,
      ...products(),
      ['', '', ''],
      ['Total', '', '9'],
      ['Exported by the shop', '', ''],
    ],
    answers: [
      ['p0', 'colour', 'red'],
      ['p4', 'colour', 'blue'],
    ],
    cells: [
      [3, 1, 'red'],
      [7, 1, 'blue'],
    ],
  },
  {
    name: 'three rows of headers',
    grid: [
      ['TemplateType=home', 'Version=2026.1', 'The top 3 rows are not to be changed.'],
      ['Seller SKU', 'Colour', 'Item width'],
      ['item_sku', 'color_name', 'item_width'],
      ...products(),
    ],
    answers: [['p1', 'color_name', 'red']],
    cells: [[4, 1, 'red']],
  },
  {
    name: 'rows that are left out: without an id, and with a value behind the last column',
    grid: [
      HEADER,
      ...products().toSpliced(2, 0, ['', 'red', '5 cm']),
      ...products()
        .slice(0, 40)
        .map(([id, ...rest]) => [`q${id}`, ...rest]),
    ].toSpliced(1, 0, ['p60', 'red', ' dark', '5 cm']),
    answers: [
      ['p0', 'colour', 'red'],
      ['p3', 'colour', 'blue'],
    ],
    cells: [
      [2, 1, 'red'],
      [6, 1, 'blue'],
    ],
  },
  {
    name: 'ids on the first row of each product alone',
    grid: [
      ['Product ID', 'Title', 'Size', 'Fabric'],
      ...Array.from({ length: 24 }, (_, at) =>
        at % 3 === 0
          ? [`id${at}`, `Shirt ${at}`, 'S', at === 3 ? '' : ['wool', 'silk'][at % 2]]
          : ['', '', ['M', 'L'][at % 2], at === 4 || at === 5 ? '' : ['wool', 'silk'][at % 2]],
      ),
    ],
    answers: [['id3', 'Fabric', 'linen']],
    cells: [
      [4, 3, 'linen'],
      [5, 3, 'linen'],
      [6, 3, 'linen'],
    ],
  },
  {
    name: 'a first column without a name, and a blank row',
    grid: [
      ['', 'colour'],
      ...Array.from({ length: 12 }, (_, row) => [`${row + 1}`, row === 7 ? '' : ['red', 'blue'][row % 2]]),
    ].toSpliced(4, 0, ['', '']),
    answers: [['8', 'colour', 'red']],
    cells: [[9, 1, 'red']],
  },
  {
    name: 'a first column that is the same everywhere',
    grid: [['Type', ...HEADER], ...products(['simple'])],
    answers: [['p2', 'colour', 'blue']],
    cells: [[3, 2, 'blue']],
  },
];

/** Reads an export as the audit does, and writes the answers into it. */
async function repaired(file: Uint8Array, answers: readonly Answer[]): Promise<Uint8Array> {
  const read = await readExport(file);
  const table = readTable(read.rows, { tolerant: true, forWriting: true });
  const { edits, skipped } = fillIn(table, readSheetRows([['product_id', 'attribute', 'value'], ...answers]));
  assert.deepEqual(skipped, []);
  return writeBack(file, read, edits);
}

const csvOf = (grid: Grid): string => `${grid.map((row) => row.join(';')).join('\r\n')}\r\n`;

for (const { name, grid, answers, cells } of LAYOUTS) {
  const expected = grid.map((row, at) =>
    row.map((cell, column) => cells.find(([r, c]) => r === at && c === column)?.[2] ?? cell),
  );

  test(`CSV is edited at the right lines: ${name}`, async () => {
    const once = await repaired(bytesOf(csvOf(grid)), answers);
    assert.equal(new TextDecoder().decode(once), csvOf(expected));
    assert.deepEqual(await repaired(once, answers), once);
  });

  test(`a workbook is edited at the right rows: ${name}`, async () => {
    const rows = grid.map((row) => row.map((cell) => (cell === '' ? null : cell)));
    const file = await writeXlsx({ sheets: [{ name: 'Products', rows }] });
    const once = await repaired(file, answers);
    const { sheets } = await readXlsx(once);
    const width = Math.max(...grid.map((row) => row.length));
    assert.deepEqual(
      expected.map((_, at) =>
        Array.from({ length: width }, (__, column) => sheets[0].rows[at]?.[column] ?? ''),
      ),
      expected.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? '')),
    );
    const twice = await readXlsx(await repaired(once, answers));
    assert.deepEqual(twice.sheets[0].rows, sheets[0].rows);
  });
}

test('lines of JSON are edited at the right records, with one without an id and the id not in front', async () => {
  const records = products().map(([sku, colour, width]) => ({ kind: 'simple', colour, width, sku }));
  const lines = records
    .map((record) => JSON.stringify(record))
    .toSpliced(2, 0, '{"kind":"simple","colour":"red","width":"5 cm","sku":""}', '');
  const text = `${lines.join('\n')}\n`;
  const once = await repaired(bytesOf(text), [['p3', 'colour', 'blue']]);
  const written = JSON.stringify(records[3]).replace('"colour":""', '"colour":"blue"');
  assert.equal(new TextDecoder().decode(once), text.replace(JSON.stringify(records[3]), written));
  assert.deepEqual(await repaired(once, [['p3', 'colour', 'blue']]), once);
});
