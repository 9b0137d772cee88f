import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import Papa from 'papaparse';
import { UNLIMITED_TABLE } from '../rows/table-limits.ts';
import { parseRows } from './parse-rows.ts';

const rowsOf = (text: string, limits = {}, piece?: number) =>
  parseRows(text, ',', { ...UNLIMITED_TABLE, ...limits }, 0, piece);

/** Rows whose cells are all empty are one row without cells. */
const withoutEmpty = (rows: readonly string[][]) =>
  rows.map((row) => (row.every((cell) => cell === '') ? [] : row));

test('a text reads alike in pieces of any length and whole, its first fault included', () => {
  const part = fc.constantFrom('a', ',', '"', '\n', ' ', '""', '"x"', 'long text');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (parts, piece) => {
      const text = parts.join('');
      const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n' });
      const { rows, error } = rowsOf(text, {}, piece);
      assert.equal(error?.index, errors[0]?.index);
      assert.equal(error?.code, errors[0]?.code);
      if (error === undefined) assert.deepEqual([...rows], withoutEmpty(data));
    }),
    { numRuns: 500 },
  );
});

test('as many rows, cells and characters are read as are allowed, and not one more', () => {
  assert.equal(rowsOf('a,b\n1,2\n', { rows: 2 }).rows.length, 3);
  assert.throws(() => rowsOf('a,b\n1,2\n', { rows: 1 }), /more than 1 rows, blank ones included/);
  assert.equal(rowsOf('a,b\n1,2\n', { cells: 4 }).rows.length, 3);
  assert.throws(() => rowsOf('a,b\n1,2\n', { cells: 3 }), /more than 3 cells/);
  assert.equal(rowsOf('a,b\n1,12345\n', { cellLength: 5 }).rows.length, 3);
  assert.throws(() => rowsOf('a,b\n1,123456\n', { cellLength: 5 }), {
    code: 'too_large',
    line: 2,
    column: 2,
  });
});

test('a quotation mark that is never closed is refused before the text behind it is kept', () => {
  const text = `id,a\n1,"x${'y,\n'.repeat(1_000)}`;
  assert.throws(() => rowsOf(text, { cellLength: 100 }, 50), { code: 'too_large', line: 2 });
});

test('a row of more columns than a spreadsheet has is refused, and one of as many empty ones is not', () => {
  const wide = (columns: number) => `id${','.repeat(columns - 1)}\n1\n`;
  assert.equal(rowsOf(wide(16_384), { columns: 1_000 }).rows.length, 3);
  assert.throws(() => rowsOf(wide(16_385), { columns: 1_000 }), { code: 'too_many_columns', line: 1 });
});
