import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CatalogueError } from '../catalogue-error.ts';
import { readRows } from '../csv/row-reader.ts';
import { editCsv } from './edit-csv.ts';
import { type EncodingName, encode } from './file-encoding.ts';

const bytes = (text: string, name: EncodingName = 'utf-8', mark = false) => encode(text, { name, mark });

test('only the cell that is written changes', () => {
  const csv = 'id;colour ;"size"\r\n"1";;"S"\r\n\r\n2; red ;"M;L"\r\n';
  assert.equal(
    editCsv(csv, [{ row: 0, column: 1, text: 'blue' }]),
    'id;colour ;"size"\r\n"1";blue;"S"\r\n\r\n2; red ;"M;L"\r\n',
  );
  assert.equal(
    editCsv(csv, [
      { row: 2, column: 2, text: 'X;"L"' },
      { row: 0, column: 1, text: 'dark\nblue' },
    ]),
    'id;colour ;"size"\r\n"1";"dark\nblue";"S"\r\n\r\n2; red ;"X;""L"""\r\n',
  );
});

test('a sep= line and lines of spaces above the header stay', () => {
  const csv = '\ufeffsep=;\r\n;;\r\nid;colour\r\n1;';
  assert.equal(editCsv(csv, [{ row: 0, column: 1, text: 'red' }]), '\ufeffsep=;\r\n;;\r\nid;colour\r\n1;red');
});

test('a row that ends before the column is filled up', () => {
  assert.equal(
    editCsv('id,a,b,c\n1\n2,x\n', [
      { row: 0, column: 3, text: 'last' },
      { row: 1, column: 2, text: 'y' },
      { row: 1, column: 3, text: 'z' },
    ]),
    'id,a,b,c\n1,,,last\n2,x,y,z\n',
  );
});

test('a value is quoted where the column quotes its like', () => {
  const edits = [{ row: 2, column: 1, text: 'red' }];
  assert.match(editCsv('id,a\n1,"x"\n2,"y"\n3,\n', edits), /\n3,"red"\n$/);
  assert.match(editCsv('id,a\n1,x\n2,y\n3,\n', edits), /\n3,red\n$/);
  assert.match(editCsv('id,a\n1,x\n2,y\n3,""\n', edits), /\n3,"red"\n$/);
  const spaced = [{ row: 2, column: 1, text: 'dark red' }];
  // PHP quotes texts with a space.
  assert.match(editCsv('id,a\n1,x\n2,"y z"\n3,\n', spaced), /\n3,"dark red"\n$/);
  assert.match(editCsv('id,a\n1,x\n2,"y z"\n3,\n', edits), /\n3,red\n$/);
  assert.match(editCsv('id,a\n1,x\n2,y z\n3,\n', spaced), /\n3,dark red\n$/);
});

test('a character that the encoding lacks is named', () => {
  const latin = bytes('id;größe\n1;\n', 'windows-1252');
  const edit = (text: string) => editCsv(latin, [{ row: 0, column: 1, text }]);
  assert.deepEqual(edit('groß €'), bytes('id;größe\n1;groß €\n', 'windows-1252'));
  assert.throws(
    () => edit('wielki ł'),
    (error) =>
      error instanceof CatalogueError &&
      error.code === 'not_encodable' &&
      /"ł" \(U\+0142\)/.test(error.message),
  );
  const utf8 = { encoding: { name: 'utf-8', mark: false } } as const;
  assert.deepEqual(
    editCsv(latin, [{ row: 0, column: 1, text: 'wielki ł' }], utf8),
    bytes('id;größe\n1;wielki ł\n'),
  );
});

const SEPARATORS = [',', ';', '\t'] as const;
const cellText = fc.string({
  unit: fc.constantFrom('a', 'ß', '"', ',', ';', '\t', '\n', '\r\n', ' ', "'", '=', '0'),
  maxLength: 6,
});

/** A file of any form that the reader takes, with its cells as they are read. */
const anyFile = fc
  .record({
    separator: fc.constantFrom(...SEPARATORS),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    names: fc.constantFrom(['id', 'a'], ['id', 'a', 'b c', 'd']),
    rows: fc.array(fc.array(fc.tuple(cellText, fc.boolean(), fc.nat(2)), { minLength: 0, maxLength: 3 }), {
      minLength: 1,
      maxLength: 6,
    }),
    isEnded: fc.boolean(),
    hasHint: fc.boolean(),
    encoding: fc.constantFrom<EncodingName>('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
    mark: fc.boolean(),
  })
  .map(({ separator, lineEnd, names, rows, isEnded, hasHint, encoding, mark }) => {
    const written = rows.map((cells, row) => {
      if (cells.length === 0) return '';
      const own = cells
        .slice(0, names.length - 1)
        .map(([text, quoted, spaces]) =>
          quoted || /["\r\n,;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"${' '.repeat(spaces)}` : text,
        );
      return [`p${row}`, ...own].join(separator);
    });
    const lines = [names.join(separator), ...written].join(lineEnd);
    const text =
      (hasHint ? `sep=${separator}${lineEnd}` : '') +
      // The reader takes no spaces between a quotation mark and the end of the file.
      (isEnded ? `${lines}${lineEnd}` : lines.replace(/ +$/, ''));
    const marked = encoding === 'windows-1252' ? false : mark || encoding !== 'utf-8';
    return { text, file: bytes(text, encoding, marked), names, rows };
  });

test('property: without edits every byte stays', () => {
  fc.assert(fc.property(anyFile, ({ file }) => assert.deepEqual(editCsv(file, []), file)));
});

test('property: after an edit the cell has its text, every other cell its own, and the same edit changes nothing', () => {
  fc.assert(
    fc.property(anyFile, fc.nat(), fc.nat(), cellText, ({ file, rows, names }, at, place, text) => {
      const filled = rows.flatMap((cells, row) => (cells.length > 0 ? [row] : []));
      fc.pre(filled.length > 0 && !text.includes('\r'));
      const edit = { row: filled[at % filled.length], column: 1 + (place % (names.length - 1)), text };
      const before = readRows(file);
      const edited = editCsv(file, [edit]);
      const after = readRows(edited);
      const row = before.headerRow + 1 + edit.row;
      const width = Math.max(before.file.rows.at(row)!.length, text === '' ? 0 : edit.column + 1);
      const expected = [...before.file.rows].map((cells, r) =>
        r === row
          ? Array.from({ length: width }, (_, c) => (c === edit.column ? text : (cells[c] ?? '')))
          : cells,
      );
      assert.deepEqual([...after.file.rows], expected);
      assert.deepEqual(editCsv(edited, [edit]), edited);
    }),
    { numRuns: 500 },
  );
});
