import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editDistance, prefixDistance } from './edit-distance.ts';

test('letters that are inserted, deleted, substituted or swapped count one each', () => {
  assert.equal(editDistance('linen', 'linen', 9), 0);
  assert.equal(editDistance('lnen', 'linen', 9), 1);
  assert.equal(editDistance('linnen', 'linen', 9), 1);
  assert.equal(editDistance('lynen', 'linen', 9), 1);
  assert.equal(editDistance('lienn', 'linen', 9), 1);
  assert.equal(editDistance('', 'abc', 9), 3);
  assert.equal(editDistance('kitten', 'sitting', 9), 3);
});

test('a distance within the bound is exact, and any other is the bound', () => {
  const text = fc.stringMatching(/^[abc]{0,9}$/);
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 10 }), (left, right, bound) => {
      const whole = editDistance(left, right, 99);
      assert.equal(editDistance(left, right, bound), Math.min(bound, whole));
      assert.equal(editDistance(right, left, 99), whole);
    }),
  );
});

test('the distance to a beginning is the least of all beginnings', () => {
  assert.equal(prefixDistance('macbok', 'macbook air', 9), 1);
  const text = fc.stringMatching(/^[abc]{0,9}$/);
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 10 }), (typed, whole, bound) => {
      const all = Array.from({ length: whole.length + 1 }, (_, n) =>
        editDistance(typed, whole.slice(0, n), 99),
      );
      assert.equal(prefixDistance(typed, whole, bound), Math.min(bound, ...all));
    }),
  );
});
