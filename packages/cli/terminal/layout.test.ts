import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneLine, printable } from '@decidable/report/printable';
import fc from 'fast-check';
import { columnsOf, fit, width, wrap } from './layout.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 60 });
const columns = fc.integer({ min: 8, max: 80 });

test('fitted text is never wider than its columns, and is whole where it fits', () => {
  fc.assert(
    fc.property(text, columns, (given, wide) => {
      const fitted = fit(given, wide);
      assert.ok(width(fitted) <= wide);
      if (width(oneLine(given)) <= wide) assert.equal(fitted, oneLine(given));
    }),
  );
});

test('wrapped text keeps every character in order, in lines that are never wider than their columns', () => {
  fc.assert(
    fc.property(text, columns, (given, wide) => {
      const lines = wrap(given, wide);
      for (const line of lines) assert.ok(width(line) <= wide);
      assert.equal(lines.join('').replaceAll(' ', ''), oneLine(given).replaceAll(' ', ''));
    }),
  );
});

test('wide characters are counted as the two columns that they take', () => {
  assert.equal(width('幅広'), 4);
  assert.equal(fit('幅広いソファ', 6), '幅広…');
  assert.deepEqual(wrap('幅広い ソファ', 6), ['幅広い', 'ソファ']);
});

test('an emoji of several code points is cut before or after, never inside', () => {
  assert.equal(fit('a👩‍👩‍👧b c', 4), 'a👩‍👩‍👧…');
  assert.equal(fit('a👩‍👩‍👧bc', 3), 'a…');
});

test('nothing printable can steer a terminal', () => {
  const steering = /[[\p{Cc}\p{Bidi_Control}\u2028\u2029]--[\n\t]]/v;
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (given) => {
      assert.doesNotMatch(printable(given), steering);
    }),
  );
  assert.equal(printable('\u001b[31mred\u001b[0m \u001b]0;title\u0007'), 'red ');
});

test('the width is that of the terminal, else COLUMNS, else 80, and stays readable', () => {
  assert.equal(columnsOf({ columns: 100 }, { COLUMNS: '60' }), 100);
  assert.equal(columnsOf({}, { COLUMNS: '60' }), 60);
  assert.equal(columnsOf({}, {}), 80);
  assert.equal(columnsOf({ columns: 500 }, {}), 120);
  assert.equal(columnsOf({ columns: 10 }, {}), 40);
});
