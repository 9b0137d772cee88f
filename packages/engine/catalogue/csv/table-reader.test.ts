import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { CatalogueError, readTable, type Table, writeCsv } from '../index.ts';

/** Cells by product and column, an absent one as an empty text. */
function cellsOf(table: Table): string[][] {
  return table.ids.map((id, product) => [
    id,
    ...table.columns.map(({ cell, texts }) => (cell[product] < 0 ? '' : texts[cell[product]])),
  ]);
}

function refusal(csv: string | Uint8Array): CatalogueError {
  try {
    readTable(csv);
  } catch (error) {
    assert.ok(error instanceof CatalogueError, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: 'The file was read.' });
}

test('the first row names the columns, the first column the products', () => {
  const table = readTable('sku,colour,size\nA1,red,\nA2,,L\n');
  assert.equal(table.idColumn, 'sku');
  assert.deepEqual(cellsOf(table), [
    ['A1', 'red', ''],
    ['A2', '', 'L'],
  ]);
});

test('line ends of any kind, mixed, read alike', () => {
  const cells = cellsOf(readTable('id,a\n1,x\n2,y\n'));
  assert.deepEqual(cellsOf(readTable('id,a\r\n1,x\r\n2,y')), cells);
  assert.deepEqual(cellsOf(readTable('id,a\r1,x\n2,y\r\n')), cells);
});

test('a byte-order mark is no part of the first name', () => {
  assert.equal(readTable('\ufeffid,a\n1,x\n').idColumn, 'id');
  assert.equal(readTable(new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from('id,a\n1,x\n')])).idColumn, 'id');
});

test('UTF-16 is recognised in both byte orders, with and without a mark', () => {
  const csv = 'id,colour\n1,grün\n';
  const little = Buffer.from(csv, 'utf16le');
  const big = Buffer.from(little).swap16();
  for (const bytes of [
    little,
    big,
    Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
  ]) {
    assert.deepEqual(cellsOf(readTable(new Uint8Array(bytes))), [['1', 'grün']]);
  }
});

test('bytes that are not UTF-8 are read as Windows-1252, with a warning', () => {
  const table = readTable(new Uint8Array([...Buffer.from('id,price\n1,5 '), 0x80, 0x0a, 0x32, 0x2c, 0xe9]));
  assert.deepEqual(cellsOf(table), [
    ['1', '5 €'],
    ['2', 'é'],
  ]);
  assert.equal(table.warnings[0].code, 'decoded_windows_1252');
});

test('semicolons and tabs separate where the header uses them', () => {
  assert.deepEqual(cellsOf(readTable('id;a;b\n1;2,5;x, y\n')), [['1', '2,5', 'x, y']]);
  assert.deepEqual(cellsOf(readTable('id\ta\n1\tx;y,z\n')), [['1', 'x;y,z']]);
  assert.deepEqual(cellsOf(readTable('id;Size, cm\n1;5\n2;6\n')), [
    ['1', '5'],
    ['2', '6'],
  ]);
  assert.deepEqual(cellsOf(readTable('sep=;\nid;a\n1;x\n')), [['1', 'x']]);
});

test('quoted cells hold separators, quotation marks and line ends', () => {
  assert.deepEqual(cellsOf(readTable('id,a\n1,"x, ""y""\nz"\n')), [['1', 'x, "y"\nz']]);
});

test('a shorter row is padded, blank rows are none', () => {
  assert.deepEqual(cellsOf(readTable('id,a,b\n1,x\n\n,,\n  \n2,y,z\n')), [
    ['1', 'x', ''],
    ['2', 'y', 'z'],
  ]);
});

test('a header without rows is a catalogue without products', () => {
  assert.equal(readTable('id,a\n').ids.length, 0);
});

test('every fault is refused with its line in the file, its column and what to do', () => {
  const cases: [string, string, number, number, RegExp][] = [
    ['id,a\n1,x\n2,y,z\n', 'row_too_long', 3, 3, /quotation marks/],
    ['id,a\n1,"x\ny"\n2,y,z\n', 'row_too_long', 4, 3, /3 cells/],
    ['id,a\n1,x\n2,"y\n3,z\n', 'unterminated_quote', 3, 2, /Close it/],
    ['id,a\n1,"x" y\n', 'misplaced_quote', 2, 2, /twice/],
    ['id,a\n1,x\n,y\n', 'missing_id', 3, 1, /Fill it in/],
    ['id,a\n1,x\n \t ,y\n', 'missing_id', 3, 1, /Fill it in/],
  ];
  for (const [csv, code, line, column, message] of cases) {
    const error = refusal(csv);
    assert.equal(error.code, code, csv);
    assert.deepEqual([error.line, error.column], [line, column], csv);
    assert.match(error.message, message);
  }
});

test('an empty file is refused, however it is empty', () => {
  for (const csv of ['', '\n\n', '\ufeff', new Uint8Array()]) assert.equal(refusal(csv).code, 'empty_file');
});

test('workbooks and binary files are refused with their format, not read as gibberish', () => {
  const packed = Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 6, 0, 0x2c, 0xff, 0x0a, 0x2c, 0x31);
  const older = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x2c, 0x0a);
  for (const csv of [packed, older, 'PK\u0003\u0004,a\n1,2\n']) {
    assert.equal(refusal(csv).code, 'not_csv');
    assert.match(refusal(csv).message, /xlsx/);
  }
  const utf32 = Uint8Array.from(
    [...'id,a\n1,x\n'].flatMap((character) => [character.charCodeAt(0), 0, 0, 0]),
  );
  assert.match(refusal(utf32).message, /NUL characters/);
  // In a cell they are the shop's own.
  assert.equal(readTable('id,a\n1,\0x\n').ids.length, 1);
});

test('web pages, feeds, JSON and archives are refused with their format', () => {
  const page =
    '\n\n<!DOCTYPE html>\n<html lang="en">\n<head><title>\n  Log in, please </title>\n<meta content="a, b"></head>\n';
  const cases: [string | Uint8Array, RegExp][] = [
    [page, /web page \(HTML\) called "Log in, please", .*export the catalogue again/],
    [`\ufeff<!-- 12,5 ms -->${page}`, /web page/],
    ['<HTML><BODY>502 Bad Gateway</BODY></HTML>', /web page \(HTML\), and no CSV/],
    ['<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0">\n<html>', /web page/],
    ['<table border="1">\n<tr><td>id</td></tr>\n</table>\n', /spreadsheet program/],
    ['<?xml version="1.0" encoding="utf-8"?>\n<rss><channel>', /XML/],
    ['<products>\n<product id="1"/>\n</products>\n', /XML/],
    ['[{"id":"1","colour":"red"},{"id":"2","colour":"blue"}]', /JSON/],
    ['{\n  "products": [\n    { "id": 1, "title": "x" }\n', /JSON/],
    ['{"error":"Unauthorized"}', /begins with \{"error":"Unauthorized"\}/],
    ['{"id":1,"colour":"red"}\n{"id":2,"colour":"blue"}\n', /JSON/],
    ['["id","colour"]', /JSON/],
    ['[]', /JSON/],
    [new Uint8Array(gzipSync('id,a\n1,x\n')), /packed file.*Unpack/],
    ['\u001f\ufffd\b\n,', /packed file/],
    [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13), /picture \(PNG\)/],
    ['%PDF-1.7\n%\u00e2\u00e3\n1 0 obj', /PDF/],
    ['{\\rtf1\\ansi\n\\f0 id,a\\\n1,x}', /RTF/],
  ];
  for (const [csv, message] of cases) {
    const error = refusal(csv);
    assert.equal(error.code, 'not_csv', String(csv));
    assert.match(error.message, message);
  }
});

test('names of columns that look like another format are names', () => {
  for (const header of [
    '<TICKER>,<DATE>',
    '<html>,<b>bold</b>',
    '<id>;name',
    '{id},{name}',
    '[id],[name]',
    '[1],[2]',
    '[id]\tname',
    'PK,a',
    'PDF,%PDF-',
    '"<id>",a',
    'BZh,a',
  ]) {
    assert.equal(readTable(`${header}\n1${/[,;\t]/.exec(header)?.[0]}<p>x</p>\n`).ids.length, 1, header);
  }
});

test('columns that a spreadsheet saved without a name and without a cell are dropped', () => {
  const table = readTable('id,a,,\n1,x,,\n2,y,,\n');
  assert.deepEqual(
    table.columns.map(({ name }) => name),
    ['a'],
  );
  assert.deepEqual(
    readTable('id,a,,\n1,x,,z\n').columns.map(({ name }) => name),
    ['a', 'column 4'],
  );
});

test('as many columns are read as are allowed, one more is refused', () => {
  const header = (columns: number) => Array.from({ length: columns }, (_, i) => `c${i}`).join(',');
  assert.equal(readTable(`${header(40)}\n1,x\n`, { limits: { columns: 40 } }).columns.length, 39);
  assert.throws(() => readTable(`${header(41)}\n1,x\n`, { limits: { columns: 40 } }), {
    code: 'too_many_columns',
    line: 1,
    column: 41,
  });
  assert.equal(readTable(`${header(2000)}\n1,x\n`).columns.length, 1999);
});

test('rows of one id fold into one product, and the warning counts them', () => {
  const table = readTable(
    'handle,colour,image\nshirt,red,1.jpg\nshirt,blue,2.jpg\nshirt,,2.jpg\nhat,red,3.jpg\n',
  );
  assert.deepEqual(cellsOf(table), [
    ['shirt', 'blue\u001fred', '1.jpg\u001f2.jpg'],
    ['hat', 'red', '3.jpg'],
  ]);
  assert.equal(table.warnings[0].code, 'duplicate_ids');
  assert.match(table.warnings[0].message, /1 id .* 4 rows .* 2 products/);
});

test('placeholders are not recorded, but reported', () => {
  for (const text of [
    'N/A',
    'n/a',
    'NA',
    '-',
    'unknown',
    'Unknown',
    'none',
    'NULL',
    'TBD',
    '?',
    '#N/A',
    '\u2014',
  ]) {
    const { columns } = readTable(`id,a\n1,${text}\n2,x\n`);
    assert.deepEqual([...columns[0].cell], [-1, 0], text);
    assert.deepEqual([...columns[0].placeholders], [0], text);
  }
  assert.equal(readTable('id,a\n1,no\n').columns[0].placeholders.length, 0);
});

test('a product called na, null, none or - is a product, and only a warning tells of it', () => {
  for (const id of [
    'na',
    'NA',
    'null',
    'none',
    'None',
    'N/A',
    '-',
    '?',
    'unknown',
    'nil',
    'undefined',
    '#N/A',
  ]) {
    const { ids, columns, warnings } = readTable(`id,a\n1,x\n${id},y\n`);
    assert.deepEqual(ids, ['1', id]);
    assert.deepEqual([...columns[0].cell], [0, 1], id);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['placeholder_ids'],
    );
    assert.ok(warnings[0].message.includes(`"${id}"`), warnings[0].message);
  }
  assert.deepEqual(readTable('id,a\nno,x\nnorm,y\n').warnings, []);
  const { ids, warnings } = readTable('id,a\nna,x\nNA,y\nna,z\n');
  assert.deepEqual(ids, ['na', 'NA']);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['placeholder_ids', 'duplicate_ids'],
  );
});

test('a placeholder beside a value of the same product is no gap', () => {
  const { columns } = readTable('id,a\n1,N/A\n1,red\n2,-\n');
  assert.deepEqual([...columns[0].placeholders], [1]);
});

test('whatever the text, it is read or refused with a place', () => {
  const soup = fc.string({
    unit: fc.constantFrom('"', ',', ';', '\n', '\r', 'a', 'b', ' ', '1', '\t', '\u001f'),
    maxLength: 60,
  });
  fc.assert(
    fc.property(soup, (text) => {
      try {
        const table = readTable(text);
        for (const { cell } of table.columns) assert.equal(cell.length, table.ids.length);
      } catch (error) {
        assert.ok(error instanceof CatalogueError, String(error));
        if (error.code !== 'empty_file') assert.ok(error.line !== undefined && error.line >= 1);
      }
    }),
    { numRuns: 1000 },
  );
});

test('written rows are read back', () => {
  const cell = fc.string({ maxLength: 12 }).map((text) => text.replace(/\r\n?/g, '\n').trim());
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 20 }), (cells) => {
      const safe = cells.filter((text) => !/^'*[=+\-@＝＋－＠]/.test(text) && !text.includes('\u001f'));
      const table = readTable(writeCsv([['id', 'a'], ...safe.map((text, i) => [`p${i}`, text])]));
      const placeholders = new Set(table.columns[0].placeholders);
      table.ids.forEach((_, product) => {
        if (placeholders.has(product)) return;
        const own = table.columns[0].cell[product];
        assert.equal(own < 0 ? '' : table.columns[0].texts[own], safe[product]);
      });
    }),
  );
});
