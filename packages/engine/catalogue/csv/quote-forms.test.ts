import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editCsv } from '../editing/edit-csv.ts';
import { withDoubledQuotes, withoutSpacesBeforeQuotes } from './quote-forms.ts';
import { readGrid, readRows } from './row-reader.ts';

test('marks with a backslash inside quoted cells are doubled, and nothing else changes', () => {
  assert.equal(withDoubledQuotes(String.raw`id,t${'\n'}1,"27\" wide",x`, ','), 'id,t\n1,"27"" wide",x');
  assert.equal(withDoubledQuotes('\ufeff"a\\"b";"c"\r\n', ';'), '\ufeff"a""b";"c"\r\n');
  assert.equal(withDoubledQuotes(String.raw`"a\"b ""c"" d\"","e"`, ','), '"a""b ""c"" d""","e"');
  // A backslash that is escaped itself ends no mark.
  assert.equal(withDoubledQuotes(String.raw`"C:\\","a\"b"`, ','), String.raw`"C:\\","a""b"`);
});

test('none are marks of other cells, or of texts without them', () => {
  for (const text of ['a,b\n1,"x"', String.raw`a,27\" wide`, String.raw`a 27\"`, '"a""b"', '']) {
    assert.equal(withDoubledQuotes(text, ','), undefined, text);
  }
  assert.equal(withDoubledQuotes(String.raw`"a\"b`, ','), undefined, 'never closed');
});

const EXPORT = String.raw`sku,title,size
1,"LCD TV 27\" wide, black",27
2,"Cable \"Pro\"",
3,Stand,`;

test('an export of them is read, with a warning that counts nothing twice', () => {
  const { file, names } = readRows(EXPORT);
  assert.deepEqual(names, ['sku', 'title', 'size']);
  assert.deepEqual(
    [...file.rows.slice(1)].map((row) => row[1]),
    ['LCD TV 27" wide, black', 'Cable "Pro"', 'Stand'],
  );
  assert.deepEqual(
    file.warnings.map(({ code }) => code),
    ['backslash_quotes'],
  );
  assert.equal(file.lineOfRow(2), 3);
});

test('a mark before a separator is no end of a cell, where rows would have other lengths', () => {
  for (const first of ['', 'sep=,\n']) {
    const csv = String.raw`${first}sku,title,size${'\n'}1,"Monitor 27\", black",27${'\n'}2,Stand,`;
    const { file } = readRows(csv);
    assert.deepEqual(file.rows.at(1), ['1', 'Monitor 27", black', '27']);
    assert.deepEqual(
      file.warnings.map(({ code }) => code),
      ['backslash_quotes'],
    );
  }
});

test('a file that the standard reads is read by it, whatever its backslashes', () => {
  const { rows, warnings } = readGrid(String.raw`id,path${'\n'}1,"C:\"${'\n'}2,"D:\"`, false);
  assert.deepEqual(
    [...rows.slice(1)],
    [
      ['1', 'C:\\'],
      ['2', 'D:\\'],
    ],
  );
  assert.deepEqual(warnings, []);
});

test('where both readings have rows of one length, the standard holds', () => {
  const csv = String.raw`id,path,note${'\n'}1,"C:\",a${'\n'}2,"D:\",b`;
  assert.deepEqual(readGrid(csv, false).rows.at(1), ['1', 'C:\\', 'a']);
});

test('what neither reads is refused with the place of the first fault', () => {
  assert.throws(() => readRows(String.raw`id,t${'\n'}1,"a\"b"c"`), { code: 'misplaced_quote', line: 2 });
  assert.throws(() => readRows('id,t\n1,"a"b"'), { code: 'misplaced_quote', line: 2 });
});

test('a repaired export has its marks doubled, and is read again', () => {
  const edited = editCsv(EXPORT, [{ row: 1, column: 2, text: '5"' }]);
  assert.deepEqual(readGrid(edited, false).rows.at(2), ['2', 'Cable "Pro"', '5"']);
  assert.deepEqual(readGrid(edited, false).warnings, []);
});

const spacedCell = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', ';', ',', '"', '\n', 'é', '1'),
  minLength: 1,
  maxLength: 6,
});
const grid = fc
  .integer({ min: 1, max: 4 })
  .chain((width) =>
    fc.array(fc.array(spacedCell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
  );
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const written = (rows: readonly (readonly string[])[], space: (at: number) => string, end: string) =>
  rows.map((row) => row.map((each, at) => space(at) + quoted(each)).join(';')).join(end);
const spacesBefore = fc.array(fc.nat(3), { minLength: 4, maxLength: 4 });
const names = ['id', 'b', 'c', 'd'];
const lineEnd = fc.constantFrom('\n', '\r\n', '\r');

test('spaces before quoted cells change nothing, for the reader and for an edit, whatever ends the lines', () => {
  fc.assert(
    fc.property(grid, spacesBefore, lineEnd, (rows, spaces, end) => {
      const plain = written(rows, () => '', end);
      const spaced = written(rows, (at) => ' '.repeat(spaces[at]), end);
      assert.equal(withoutSpacesBeforeQuotes(spaced, ';') ?? spaced, plain);
      assert.equal(withoutSpacesBeforeQuotes(plain, ';'), undefined);
      const [read, edited] = [plain, spaced].map((each) => {
        const csv = `sep=;${end}${names.slice(0, rows[0].length).join(';')}${end}${each}`;
        return [[...readGrid(csv, false).rows], editCsv(csv, [{ row: 0, column: 0, text: 'new' }])];
      });
      assert.deepEqual(edited, read);
    }),
  );
});

test('marks within a cell stay', () => {
  assert.equal(withoutSpacesBeforeQuotes('a, "b"" c",d', ','), 'a,"b"" c",d');
  for (const text of ['27 "XL",b', 'a, b', '"a, ""b"""'])
    assert.equal(withoutSpacesBeforeQuotes(text, ','), undefined);
  assert.equal(withoutSpacesBeforeQuotes('a, "b', ','), undefined, 'never closed');
});

test('such a file is read, said to be so, and edited with the standard form', () => {
  const csv = '"id"; "name"; "colour"\n"1"; "Pot; blue"; "blue"\n"2"; "Pan"; ""';
  const { file, warnings } = readRows(csv);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['spaced_quotes'],
  );
  assert.equal(file.rows.length, 3);
  const edited = editCsv(csv, [{ row: 1, column: 2, text: 'red' }]);
  assert.equal(edited, '"id";"name";"colour"\n"1";"Pot; blue";"blue"\n"2";"Pan";"red"');
});

test('a cell that begins with a space and a mark stays where the other reading cannot be', () => {
  const { file, warnings } = readRows('id,size\n1, "XL" wide\n2,M');
  assert.deepEqual(warnings, []);
  assert.equal(file.rows.length, 3);
});
