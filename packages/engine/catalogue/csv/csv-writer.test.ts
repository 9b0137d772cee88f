import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { writeCsv } from '../index.ts';
import { withoutApostrophe } from './csv-writer.ts';
import { readRows } from './row-reader.ts';

test('no cell that we write is run as a formula', () => {
  for (const text of [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
  ]) {
    const [, row] = /^a\r\n"?(.*)/s.exec(writeCsv([['a'], [text]]))!;
    assert.equal(row[0], "'", JSON.stringify(text));
  }
});

test('numbers of our own stay numbers', () => {
  assert.equal(writeCsv([[-0.5, 12, Number.NaN, undefined]]), '-0.5,12,,\r\n');
});

test('separators, quotation marks, line ends and outer spaces are quoted', () => {
  assert.equal(writeCsv([['a,b', 'c"d', 'e\nf', ' g']]), '"a,b","c""d","e\nf"," g"\r\n');
});

test('property: what the apostrophe protects is read back', () => {
  const text = fc.string({
    unit: fc.constantFrom("'", '=', '-', 'a', ' ', '"', ','),
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(text, (written) => {
      const [cell] = readRows(
        writeCsv([
          ['a', 'b'],
          [written, 'x'],
        ]),
      ).file.rows.at(1)!;
      assert.equal(withoutApostrophe(cell), written);
    }),
  );
});
