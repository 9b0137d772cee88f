import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBlank, ParsedFile, shortened } from './parsed-file.ts';

const text = 'id,note\n1,"two\nlines"\n2,x\n';
const rows = [
  ['id', 'note'],
  ['1', 'two\nlines'],
  ['2', 'x'],
];

test('the line of a row counts the lines within cells, and those before the header', () => {
  const lines = (before: number) =>
    rows.map((_, row) => new ParsedFile(text, ',', rows, before).lineOfRow(row));
  assert.deepEqual(lines(0), [1, 2, 4]);
  assert.deepEqual(lines(1), [2, 3, 5]);
});

test('a position has a line and a column', () => {
  const file = new ParsedFile(text, ',', rows, 0);
  assert.deepEqual(file.placeAt(text.indexOf('note')), { line: 1, column: 2 });
  assert.deepEqual(file.placeAt(text.indexOf('x')), { line: 4, column: 2 });
  assert.deepEqual(file.placeAt(0), { line: 1, column: 1 });
});

test('a row of spaces is blank, a long text is quoted in short', () => {
  assert.ok(isBlank(['', ' ', '\t']) && !isBlank(['', '0']));
  assert.equal(shortened('x'.repeat(41)), `${'x'.repeat(40)}\u2026`);
  assert.equal(shortened('x'.repeat(40)), 'x'.repeat(40));
});
