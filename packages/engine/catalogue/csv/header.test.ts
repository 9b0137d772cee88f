import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CatalogueError } from '../catalogue-error.ts';
import { readHeader } from './header.ts';
import { ParsedFile } from './parsed-file.ts';

const header = (rows: readonly string[][], maxColumns?: number): readonly string[] =>
  readHeader(new ParsedFile('', ',', rows, 0), 0, maxColumns).names;
const code =
  (expected: string, column: number) =>
  (error: unknown): boolean =>
    error instanceof CatalogueError && error.code === expected && error.line === 1 && error.column === column;

test('names are trimmed and composed', () => {
  assert.deepEqual(header([[' id ', 'Gro\u0308\u00dfe']]), ['id', 'Gr\u00f6\u00dfe']);
});

test('unnamed columns at the end are dropped as far as no row has a cell in them', () => {
  assert.deepEqual(
    header([
      ['id', 'a', '', ''],
      ['1', '2', ' ', ''],
    ]),
    ['id', 'a'],
  );
  assert.deepEqual(
    header([
      ['id', 'a', '', ''],
      ['1', '2', '', 'x'],
    ]),
    ['id', 'a', '', 'column 4'],
  );
});

test('columns of one name are told apart, and a warning says so', () => {
  const { names, warnings } = readHeader(new ParsedFile('', ',', [['id', 'a', 'a (2)', 'a', 'a']], 0), 0);
  assert.deepEqual(names, ['id', 'a', 'a (2)', 'a (3)', 'a (4)']);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['repeated_column', 'repeated_column'],
  );
});

test('a column beyond the limit, and an unknown separator, are refused', () => {
  assert.throws(() => header([['id', 'a', 'b']], 2), code('too_many_columns', 3));
  assert.throws(() => header([['id|name|price']]), code('unknown_separator', 1));
});
