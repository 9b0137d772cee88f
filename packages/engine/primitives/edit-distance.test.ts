import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editDistance } from './edit-distance.ts';

test('counts insertions, deletions, replacements and swaps of neighbours', () => {
  for (const [a, b, distance] of [
    ['', '', 0],
    ['lamp', 'lamp', 0],
    ['lamp', 'lam', 1],
    ['lamp', 'clamp', 1],
    ['lamp', 'limp', 1],
    ['lamp', 'lapm', 1],
    ['lamp', 'alpm', 2],
    ['hedphones', 'headphone', 2],
    // Each place is edited once: no letter goes between two that change places.
    ['ca', 'abc', 3],
  ] as const) {
    assert.equal(editDistance(a, b, 9), distance, `${a}, ${b}`);
  }
});

test('is the same in both directions, and stops one above the limit', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, fc.nat(4), (a, b, most) => {
      const distance = editDistance(a, b, 9);
      assert.equal(editDistance(b, a, 9), distance);
      assert.equal(editDistance(a, b, most), Math.min(distance, most + 1));
      assert.equal(distance === 0, a === b);
    }),
  );
});
