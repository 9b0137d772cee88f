import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type CatalogueError, rowsOf } from '@decidable/engine/catalogue';
import { writeOds } from 'hucre/ods';
import { writeXlsx } from 'hucre/xlsx';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { csvWithIdFirst, EXPORT_LIMITS, readExport, united } from './index.ts';
import { bytesOf, cellsOf, tableOf, zipOf } from './testing.fixture.ts';

const CSV = 'sku,title,colour,width,note\np1,Shirt,red,10.5,\np2,Hat,"blue, dark",7,\np3,Sock,,12,\n';
const RECORDS = [
  { sku: 'p1', title: 'Shirt', colour: 'red', width: 10.5, note: null },
  { sku: 'p2', title: 'Hat', colour: 'blue, dark', width: 7, note: '' },
  { sku: 'p3', title: 'Sock', colour: '', width: 12, note: [] },
];
const NAMES = Object.keys(RECORDS[0]);
const GRID = [NAMES, ...RECORDS.map(({ sku, title, colour, width }) => [sku, title, colour, width, null])];

const read = async (bytes: Uint8Array, limits = EXPORT_LIMITS) => readExport(bytes, limits);
const cells = async (bytes: Uint8Array) => cellsOf(tableOf((await read(bytes)).rows));
const parquet = (codec: 'SNAPPY' | 'UNCOMPRESSED', compressors = {}) =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'sku', data: RECORDS.map(({ sku }) => sku), type: 'STRING' },
        { name: 'title', data: RECORDS.map(({ title }) => title), type: 'STRING' },
        { name: 'colour', data: RECORDS.map(({ colour }) => colour), type: 'STRING' },
        { name: 'width', data: RECORDS.map(({ width }) => width), type: 'DOUBLE' },
        { name: 'note', data: ['', '', ''], type: 'STRING' },
      ],
      codec,
      compressors,
    }),
  );

const want = cellsOf(tableOf(rowsOf(CSV, { tolerant: true })));

test('an export is the same in every form, told by its contents', async () => {
  const json = JSON.stringify({ shop: 'x', data: { products: RECORDS } });
  const xml = `<?xml version="1.0"?>\n<feed>${RECORDS.map(
    (record) =>
      `<product>${NAMES.map((name) => `<${name}>${record[name as 'sku'] ?? ''}</${name}>`).join('')}</product>`,
  ).join('\n')}</feed>`;
  const copies: readonly (readonly [string, Uint8Array])[] = [
    ['csv', bytesOf(CSV)],
    ['jsonl', bytesOf(RECORDS.map((record) => JSON.stringify(record)).join('\r\n'))],
    ['json', bytesOf(json)],
    ['json', bytesOf(`\ufeff ${JSON.stringify(RECORDS, null, 2)}`)],
    ['xml', bytesOf(xml)],
    ['xlsx', await writeXlsx({ sheets: [{ name: 'Products', rows: GRID }] })],
    ['ods', await writeOds({ sheets: [{ name: 'Products', rows: GRID }] })],
    ['parquet', parquet('SNAPPY')],
    ['parquet', parquet('UNCOMPRESSED')],
    ['csv', gzipSync(CSV)],
    ['jsonl', gzipSync(RECORDS.map((record) => JSON.stringify(record)).join('\n'))],
    ['csv', zipOf({ 'shop.csv': bytesOf(CSV), '__MACOSX/._shop.csv': bytesOf('x') })],
    ['xml', gzipSync(zipOf({ 'feed.xml': bytesOf(xml) }))],
  ];
  for (const [form, bytes] of copies) {
    const got = await read(new Uint8Array(bytes));
    assert.equal(got.form, form);
    const table = tableOf(got.rows);
    assert.deepEqual([table.idColumn, cellsOf(table)], ['sku', want], form);
    assert.deepEqual(
      table.columns.map(({ name }) => name).sort(),
      ['colour', 'note', 'title', 'width'],
      form,
    );
  }
});

test('what is around a file is said, for it to be written back', async () => {
  const { packed } = await read(new Uint8Array(gzipSync(zipOf({ 'a.csv': bytesOf(CSV) }))));
  assert.deepEqual(packed, ['gzip', 'zip']);
  const { sheet } = await read(await writeXlsx({ sheets: [{ name: 'Products', rows: GRID }] }));
  assert.equal(sheet, 'Products');
});

test('the pages of a Parquet file may be packed in other ways', async () => {
  for (const [codec, compress] of [
    ['GZIP', gzipSync],
    ['BROTLI', brotliCompressSync],
    ['ZSTD', zstdCompressSync],
  ] as const) {
    const bytes = parquet(codec as 'SNAPPY', {
      [codec]: (input: Uint8Array) => new Uint8Array(compress(input)),
    });
    assert.deepEqual(await cells(bytes), want, codec);
  }
});

test('the sheet with most values is read, without what stands above it, and the others are named', async () => {
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Notes', rows: [['Exported for', 'you']] },
      { name: 'Shop', rows: [['Product report'], [], ...GRID] },
      { name: 'Old', rows: [...GRID, ...GRID, ...GRID], hidden: true },
    ],
  });
  const { rows, sheet } = await read(bytes);
  assert.equal(sheet, 'Shop');
  assert.deepEqual(cellsOf(tableOf(rows)), want);
  assert.deepEqual(
    rows.warnings.map(({ code }) => code),
    ['sheets_not_read', 'lines_above_header'],
  );
  assert.match(rows.warnings[0].message, /"Shop" was read; "Notes" holds less/);
  assert.deepEqual(rows.placeOf(0), { line: 4 });
});

test('dates and numbers of a workbook are as they are shown', async () => {
  const day = new Date(Date.UTC(2026, 2, 1));
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'A',
        rows: [
          ['id', 'day', 'sum', 'new'],
          [1, day, 0.1 + 0.2, true],
        ],
      },
    ],
  });
  assert.deepEqual(await cells(bytes), { 1: { day: '2026-03-01', sum: '0.3', new: 'true' } });
});

test('each form says where it is broken', async () => {
  const cases: readonly (readonly [string, Uint8Array, Partial<CatalogueError>])[] = [
    ['csv', bytesOf('id,a\n1,"x\n'), { code: 'unterminated_quote', line: 2, column: 2 }],
    ['jsonl', bytesOf('{"id":1}\n\n{"id":2\n'), { code: 'broken_json', line: 3 }],
    ['jsonl', bytesOf('{"id":1}\n{"id":2}\n[3]\n'), { code: 'no_record', line: 3 }],
    ['json', bytesOf('[{"id":1},\n{"id":2,}]'), { code: 'broken_json', line: 2, column: 9 }],
    ['json', bytesOf('{"error":"Unauthorized"}'), { code: 'no_records' }],
    ['xml', bytesOf('<r>\n<p><id>1</id></p>\n<p><id>2</p>\n</r>'), { code: 'broken_xml', line: 3 }],
    ['xml', bytesOf('<r><p>1</p></r>'), { code: 'no_records' }],
    [
      'xlsx',
      (await writeXlsx({ sheets: [{ name: 'A', rows: GRID }] })).slice(0, 900),
      { code: 'broken_archive' },
    ],
    ['gzip', new Uint8Array(gzipSync(CSV)).slice(0, 40), { code: 'broken_archive' }],
    ['parquet', parquet('SNAPPY').slice(0, 300), { code: 'broken_parquet' }],
    ['zip', zipOf({ 'a.csv': bytesOf(CSV), 'b.csv': bytesOf(CSV) }), { code: 'several_files' }],
    ['empty workbook', await writeXlsx({ sheets: [{ name: 'A', rows: [] }] }), { code: 'empty_file' }],
    ['page', bytesOf('<!DOCTYPE html>\n<html><title>Log in</title></html>'), { code: 'not_csv' }],
  ];
  for (const [form, bytes, fault] of cases) await assert.rejects(read(new Uint8Array(bytes)), fault, form);
});

test('as many bytes are unpacked as are allowed, and not one more', async () => {
  const limits = { ...EXPORT_LIMITS, unpackedBytes: CSV.length };
  const less = { ...EXPORT_LIMITS, unpackedBytes: CSV.length - 1 };
  for (const bytes of [new Uint8Array(gzipSync(CSV)), zipOf({ 'a.csv': bytesOf(CSV) })]) {
    assert.equal((await read(bytes, limits)).rows.rows.length, 4);
    await assert.rejects(read(bytes, less), { code: 'too_large' });
  }
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(50_000_000)));
  await assert.rejects(read(bomb, { ...EXPORT_LIMITS, unpackedBytes: 1_000_000 }), { code: 'too_large' });
  const workbook = await writeXlsx({ sheets: [{ name: 'A', rows: GRID }] });
  await assert.rejects(read(workbook, { ...EXPORT_LIMITS, unpackedBytes: 2_000 }), { code: 'too_large' });
  const pages = parquet('SNAPPY');
  await assert.rejects(read(pages, { ...EXPORT_LIMITS, unpackedBytes: 20 }), { code: 'too_large' });
  await assert.rejects(read(bytesOf(CSV), { ...EXPORT_LIMITS, bytes: CSV.length - 1 }), {
    code: 'too_large',
  });
  assert.equal((await read(bytesOf(CSV), { ...EXPORT_LIMITS, bytes: CSV.length })).form, 'csv');
  await assert.rejects(read(new Uint8Array(gzipSync(gzipSync(gzipSync(CSV))))), { code: 'too_deep' });
});

test('as many fields and containers are read as are allowed, and not one more', async () => {
  const record = (fields: number) =>
    bytesOf(
      `[${JSON.stringify(Object.fromEntries(Array.from({ length: fields }, (_, at) => [`f${at}`, `${at}`])))}]`,
    );
  const limits = { ...EXPORT_LIMITS, columns: 40, depth: 3 };
  assert.equal((await read(record(40), limits)).rows.names.length, 40);
  await assert.rejects(read(record(41), limits), { code: 'too_many_columns', record: 1 });
  assert.deepEqual((await read(bytesOf('[{"id":1,"a":{"b":2}}]'), limits)).rows.names, ['id', 'a.b']);
  await assert.rejects(read(bytesOf('[{"id":1,"a":{"b":{"c":{"d":2}}}}]'), limits), {
    code: 'too_deep',
    record: 1,
  });
  const deep = (levels: number) => bytesOf(`${'<a>'.repeat(levels)}x${'</a>'.repeat(levels)}`);
  await assert.rejects(read(deep(100_000)), { code: 'too_deep' });
});

test('what a workbook states of the size of its parts is not relied on', async () => {
  const book = await writeXlsx({ sheets: [{ name: 'Products', rows: GRID }] });
  const view = new DataView(book.buffer, book.byteOffset, book.byteLength);
  // The size of each entry in the central directory.
  for (let at = 0; at + 46 < book.length; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 0, true);
  assert.deepEqual(await cells(book), want);
  await assert.rejects(read(book, { ...EXPORT_LIMITS, unpackedBytes: 1_000 }), { code: 'too_large' });
});

test('entities that a document declares are not expanded', async () => {
  const bomb =
    '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY f SYSTEM "file:///etc/passwd">]><r><p><id>1</id><t>&a;&f;</t></p></r>';
  await assert.rejects(read(bytesOf(bomb)), { code: 'broken_xml', line: 1 });
});

test('several files are one export: rows together, columns united, and that is said', async () => {
  const parts = [
    { name: 'a.csv', rows: (await read(bytesOf('sku,colour\n1,red\n2,\n'))).rows },
    { name: 'b.jsonl', rows: (await read(bytesOf('{"SKU":"3","size":"L"}\n{"SKU":"1","size":"M"}\n'))).rows },
  ];
  const rows = united(parts, EXPORT_LIMITS);
  assert.deepEqual(cellsOf(tableOf(rows)), { 1: { colour: 'red', size: 'M' }, 2: {}, 3: { size: 'L' } });
  assert.match(rows.warnings[0].message, /The 2 files differ .*"colour", "size" are not in all/);
  assert.deepEqual(
    [rows.placeOf(1), rows.placeOf(4)],
    [
      { line: 3, file: 'a.csv' },
      { line: 2, file: 'b.jsonl' },
    ],
  );
  const alike = united([parts[0], { ...parts[0], name: 'c.csv' }], EXPORT_LIMITS);
  assert.deepEqual([alike.names, alike.rows.length, alike.warnings], [['sku', 'colour'], 6, []]);
  assert.equal(united(parts, { ...EXPORT_LIMITS, columns: 3 }).names.length, 3);
  assert.throws(() => united(parts, { ...EXPORT_LIMITS, columns: 2 }), {
    code: 'too_many_columns',
    file: 'b.jsonl',
  });
});

test('columns of one file stay apart, also where another file has only one of them', async () => {
  const parts = [
    { name: 'a.csv', rows: (await read(bytesOf('sku,Size,size\n1,large,\n2,small,40\n'))).rows },
    { name: 'b.csv', rows: (await read(bytesOf('SKU,size\n3,41\n'))).rows },
  ];
  assert.deepEqual(cellsOf(tableOf(united(parts, EXPORT_LIMITS))), {
    1: { Size: 'large' },
    2: { Size: 'small', size: '40' },
    3: { size: '41' },
  });
});

test('an export in any form is written as CSV with the id in front', async () => {
  const { rows } = await read(
    bytesOf('Type,note,sku\nsimple,"a ""b""",1\nsimple,=c,2\nsimple,,3\nsimple,,4\nsimple,,5\n'),
  );
  const csv = new TextDecoder().decode(csvWithIdFirst(rows, { ignore: ['type'] }));
  assert.equal(csv, 'sku,note\n1,"a ""b"""\n2,=c\n3,\n4,\n5,\n');
});
