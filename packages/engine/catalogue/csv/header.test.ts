import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CatalogueError } from '../catalogue-error.ts';
import { readHeader } from './header.ts';
import { ParsedFile } from './parsed-file.ts';

const header = (rows: readonly string[][], maxColumns?: number): readonly string[] =>
  readHeader(new ParsedFile('', ',', rows, 0), 0, { maxColumns }).names;
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
  assert.throws(
    () =>
      header([
        ['id', 'a', '', ''],
        ['1', '2', '', 'x'],
      ]),
    code('unnamed_column', 3),
  );
});

test('the first column that is unnamed, repeated or beyond the limit is reported', () => {
  assert.throws(() => header([['', 'a']]), code('unnamed_column', 1));
  assert.throws(() => header([['id', 'a', 'b', 'a']]), code('repeated_column', 4));
  assert.throws(() => header([['id', 'a', 'b']], 2), code('too_many_columns', 3));
  assert.throws(() => header([['id|name|price']]), code('unknown_separator', 1));
});
