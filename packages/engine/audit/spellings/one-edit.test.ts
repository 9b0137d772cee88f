import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { similarPairs, slipBetween } from './one-edit.ts';

test('one letter of a word of eight may be another, of a shorter one only one that sounds alike', () => {
  assert.ok(slipBetween('bergamon', 'berganon', false));
  assert.equal(slipBetween('bergamo', 'bergano', false), undefined);
  assert.ok(slipBetween('bergamo', 'bergomo', false));
  assert.equal(slipBetween('bergamo', 'bergomo', true), undefined);
  assert.equal(slipBetween('marine', 'marone', false), undefined);
});

test('a letter may be left out of a word of six, and not of a shorter one', () => {
  assert.ok(slipBetween('brnze', 'bronze', false));
  assert.equal(slipBetween('brze', 'broze', false), undefined);
});

test('first letters, endings and digits are no slips', () => {
  assert.equal(slipBetween('symmetric', 'asymmetric', false), undefined);
  assert.equal(slipBetween('italian', 'italiano', false), undefined);
  assert.equal(slipBetween('series100a', 'series1000a', false), undefined);
});

test('every two texts that differ by one slip are compared', () => {
  const letters = fc.stringMatching(/^[a-z]{6,14}$/);
  fc.assert(
    fc.property(letters, fc.nat(), fc.constantFrom('drop', 'swap', 'double'), (text, seed, slip) => {
      const at = 1 + (seed % (text.length - 2));
      const changed =
        slip === 'drop'
          ? text.slice(0, at) + text.slice(at + 1)
          : slip === 'double'
            ? text.slice(0, at) + text[at] + text.slice(at)
            : text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
      assert.equal([...similarPairs([text, changed], 10)].length, 1);
    }),
  );
});

test('no more pairs are compared than may be', () => {
  const texts = Array.from({ length: 30 }, (_, at) => `abcdef${String.fromCharCode(97 + at)}`);
  assert.equal([...similarPairs(texts, 100)].length, 100);
});
