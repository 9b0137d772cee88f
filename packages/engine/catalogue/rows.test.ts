import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import Papa from 'papaparse';
import { ColumnReader } from './column-reader.ts';
import { Rows } from './rows.ts';

const pieces = fc.constantFrom('a', 'bc', ' ', '\u00e9', '"', '""', ',', '\n', ';', '"x"', '"x, y"', '"\n"');
const texts = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''));

test('cells are those that another parser finds, and faults are where it finds them', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n' });
      const rows = new Rows(text, ',');
      // Spaces between a closing quotation mark and the end of the text are forgiven here.
      fc.pre(!/" +$/.test(text));
      assert.equal(rows.fault === undefined, errors.length === 0);
      if (errors.length > 0) {
        assert.equal(rows.fault!.kind, errors[0].code === 'MissingQuotes' ? 'unterminated' : 'misplaced');
        return;
      }
      const found = Array.from({ length: rows.count }, (_, row) => rows.cells(row));
      // A line end at the very end is followed by no further row.
      const ends = text === '' || text.endsWith('\n');
      assert.deepEqual(found, ends && data.length > rows.count ? data.slice(0, -1) : data);
    }),
    { numRuns: 2000 },
  );
});

test('of ten thousand texts each is known again, plain or quoted', () => {
  const cells = Array.from({ length: 20_000 }, (_, i) => `text ${i % 10_000}`);
  const text = cells.map((cell, i) => (i < 10_000 ? cell : `"${cell}"`)).join('\n');
  const rows = new Rows(text, ',');
  const reader = new ColumnReader(
    rows,
    Int32Array.from(cells, (_, i) => i),
    0,
  );
  assert.equal(reader.texts.length, 10_000);
  assert.deepEqual(
    Array.from(reader.meanings, (meaning) => reader.texts[meaning]),
    cells,
  );
});
