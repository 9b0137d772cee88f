import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { applySheet, filledBy, fillIn, readSheet, readSheetRows } from '@decidable/engine/audit';
import { readTable } from '@decidable/engine/catalogue';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { deepestJson, EXPORT_LIMITS } from '../limits.ts';
import { readExport } from '../read-export.ts';
import { sheetRows, sheetWorkbook } from './sheet-workbook.ts';
import { writeBack } from './write-back.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (written: Uint8Array) => new TextDecoder().decode(written);

/** Writes the answers of a sheet into an export. */
async function repaired(file: Uint8Array, rows: readonly (readonly string[])[], asCsv = false) {
  const read = await readExport(file);
  const sheet = readSheetRows([['product_id', 'attribute', 'value'], ...rows]);
  const table = readTable(read.rows, { tolerant: true, filled: filledBy(sheet), forWriting: true });
  const { edits, skipped } = fillIn(table, sheet);
  assert.deepEqual(skipped, []);
  return writeBack(file, read, edits, { asCsv });
}

/** Every file is written twice: the second time nothing changes. */
async function repairedTwice(file: Uint8Array, rows: readonly (readonly string[])[]) {
  const once = await repaired(file, rows);
  assert.deepEqual(await repaired(once, rows), once);
  return once;
}

test('lines above the header and the sep= line of a CSV file stay', async () => {
  const rows = Array.from({ length: 8 }, (_, row) => `p${row};${row === 1 ? '' : 'blue'};${row}`);
  const lines = ['sep=;', 'Stock report;;', ';;', 'id;colour;size', ...rows, 'Total;;28', ''];
  const csv = lines.join('\r\n');
  const written = textOf(await repairedTwice(bytes(csv), [['p1', 'colour', 'red']]));
  assert.equal(written, csv.replace('p1;;', 'p1;red;'));
  const read = applySheet(csv, 'product_id,attribute,value\np1,colour,red\n', { tolerant: true });
  assert.equal(read.csv, written);
});

test('rows without ids are written by their numbers, and not where another row stands there by now', async () => {
  const rows = Array.from(
    { length: 12 },
    (_, row) => `${['red', 'blue'][row % 2]},${row === 7 ? '' : 'oak'},desk ${row >> 2}`,
  );
  const csv = (lines: readonly string[]) => ['colour,material,kind', ...lines, ''].join('\n');
  const { ids } = readTable(csv(rows), { tolerant: true });
  const written = textOf(await repairedTwice(bytes(csv(rows)), [[ids[7], 'material', 'elm']]));
  assert.equal(written, csv(rows.with(7, 'blue,elm,desk 1')));
  const sheet = `product_id,attribute,value\n${ids[7]},material,elm\n`;
  const { skipped } = applySheet(csv(rows.toReversed()), sheet, { tolerant: true });
  assert.deepEqual(
    skipped.map(({ reason }) => reason),
    ['no_product'],
  );
});

test('a packed file is packed again', async () => {
  const written = await repaired(gzipSync('id,a\n1,x\n2,\n'), [['2', 'a', 'y']]);
  assert.equal(gunzipSync(written).toString(), 'id,a\n1,x\n2,y\n');
});

test('what stands around the products may be nested as deep as a file may', async () => {
  const json = (colour: string, depth: number) =>
    `{"m":${'['.repeat(depth)}"]}"${']'.repeat(depth)},"p":[{"id":"1","c":"red"},{"id":"2","c":${colour}}]}`;
  const deepest = deepestJson(EXPORT_LIMITS) - 1;
  const written = textOf(await repairedTwice(bytes(json('null', deepest)), [['2', 'c', 'blue']]));
  assert.equal(written, json('"blue"', deepest));
  await assert.rejects(readExport(bytes(json('null', deepest + 1))), { code: 'too_deep', line: 1 });
});

test('a field that is empty in every record of JSON takes texts', async () => {
  const written = textOf(
    await repairedTwice(bytes('[{"id":"1","c":null},{"id":"2","c":""}]'), [['1', 'c', '5']]),
  );
  assert.equal(written, '[{"id":"1","c":"5"},{"id":"2","c":""}]');
});

test('a value in lines of JSON takes the place of the empty one, or is added as its neighbours are', async () => {
  const lines = [
    '{"id": "a", "colour": "red", "width": 1.5, "tags": ["x"], "size": {"eu": 38}, "new": true}',
    '{"id": "b", "colour": null, "width": 2}',
    '{"id":"c","size":{"uk":"5"},"colour":"blue"}',
    '',
    '{"id":"d","colour":""}',
  ];
  const written = textOf(
    await repairedTwice(bytes(`${lines.join('\n')}\n`), [
      ['b', 'colour', 'dark "red"'],
      ['c', 'width', '3.25'],
      ['d', 'tags', 'x|y'],
      ['c', 'size.eu', '39'],
      ['b', 'new', 'false'],
    ]),
  ).split('\n');
  assert.equal(written[0], lines[0]);
  assert.equal(written[1], '{"id": "b", "colour": "dark \\"red\\"", "width": 2, "new": false}');
  assert.equal(written[2], '{"id":"c","size":{"uk":"5","eu":39},"colour":"blue","width":3.25}');
  assert.equal(written[4], '{"id":"d","colour":"","tags":["x","y"]}');
});

test('JSON keeps its indentation and what is around the list', async () => {
  const products = [
    { id: 'a', colour: 'red' },
    { id: 'b', name: 'B' },
    { id: 'c', colour: 'blue' },
  ];
  const text = JSON.stringify({ meta: { page: 1 }, data: { products } }, null, 2);
  const written = textOf(await repairedTwice(bytes(text), [['b', 'colour', 'red']]));
  const expected = {
    meta: { page: 1 },
    data: { products: products.with(1, { id: 'b', name: 'B', colour: 'red' } as never) },
  };
  assert.equal(written, JSON.stringify(expected, null, 2));
});

test('a cell of a workbook changes; its formats, numbers and other sheets stay', async () => {
  const file = await writeXlsx({
    sheets: [
      {
        name: 'Shop',
        rows: [
          ['id', 'colour', 'width', 'made'],
          ['007', 'red', 1.5, new Date('2026-01-15')],
          ['008', null, null, new Date('2026-02-15')],
          ['009', 'blue', 2.5, null],
        ],
        columns: [{ numFmt: '@' }, {}, { numFmt: '0.00' }, { numFmt: 'yyyy-mm-dd' }],
      },
      { name: 'Notes', rows: [['a note']] },
    ],
  });
  const written = await repaired(file, [
    ['008', 'colour', 'green'],
    ['008', 'width', '3.5'],
  ]);
  const { sheets } = await readXlsx(written, { readStyles: true });
  assert.deepEqual(sheets[0].rows, [
    ['id', 'colour', 'width', 'made'],
    ['007', 'red', 1.5, new Date('2026-01-15')],
    ['008', 'green', 3.5, new Date('2026-02-15')],
    ['009', 'blue', 2.5, null],
  ]);
  assert.deepEqual(sheets[1].rows, [['a note']]);
  assert.equal(sheets[0].cells?.get('1,0')?.style?.numFmt, '@');
  assert.equal(sheets[0].cells?.get('2,2')?.style?.numFmt, '0.00');
});

test('a feed cannot be written back, but can be written as CSV', async () => {
  const item = (id: string, colour: string) =>
    `<item><id>${id}</id><colour>${colour}</colour><size>M, L</size></item>`;
  const feed = bytes(
    `<?xml version="1.0"?><items>${item('a', 'red')}${item('b', '')}${item('c', 'blue')}</items>`,
  );
  await assert.rejects(repaired(feed, [['b', 'colour', 'red']]), /XML feed cannot be written back.*\.csv/);
  assert.equal(
    textOf(await repaired(feed, [['b', 'colour', 'red']], true)),
    'id,colour,size\r\na,red,"M, L"\r\nb,red,"M, L"\r\nc,blue,"M, L"\r\n',
  );
});

test('the sheet as a workbook has a drop-down of known values at each cell, and is read back', async () => {
  const row = { title: 'T', category: '', column: 'colour', suggestion: '', derivedFrom: '' };
  const file = await sheetWorkbook({
    questions: [
      { attribute: 'colour', kind: 'category', values: ['red', 'blue'] },
      { attribute: 'width', kind: 'number', values: ['1', '2'], unit: 'cm' },
      { attribute: '=fit', kind: 'category', values: ['slim'] },
    ],
    rows: [
      { ...row, id: '007', question: 0 },
      { ...row, id: '008', question: 0 },
      { ...row, id: '007', question: 1 },
      { ...row, id: '007', question: 2 },
      { ...row, id: '009', question: 0, current: 'rde', suggestion: 'red' },
    ],
    leftOut: 0,
  });
  const { sheets } = await readXlsx(file, { readStyles: true });
  assert.deepEqual(
    sheets.map(({ name }) => name),
    ['To record', 'Values'],
  );
  assert.deepEqual(
    sheets[0].dataValidations?.map(({ range, formula1 }) => [range, formula1]),
    [
      ['F2:F3', 'Values!$A$2:$A$3'],
      ['F5:F5', 'Values!$C$2:$C$2'],
      ['F6:F6', 'Values!$A$2:$A$3'],
    ],
  );
  assert.deepEqual(sheets[1].rows, [
    ['colour', 'width', '=fit'],
    ['red', null, 'slim'],
    ['blue', null, null],
  ]);
  sheets[0].rows[1][5] = 'red';
  sheets[0].rows[3][5] = 1.5;
  const { answers, open } = readSheetRows(
    await sheetRows(await writeXlsx({ sheets: sheets.map(({ name, rows }) => ({ name, rows })).reverse() })),
  );
  assert.equal(open, 3);
  assert.deepEqual(
    answers.map(({ id, attribute, value, row: at }) => [id, attribute, value, at]),
    [
      ['007', 'colour', 'red', 2],
      ['007', 'width', 1.5, 4],
    ],
  );
  assert.throws(() => readSheet('id,a\n1,2\n'), /no repair sheet/);
});
