import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ascendingOrder, orderByHash } from './radix-sort.ts';

const keys = fc.array(fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 0, max: 9 })));

test('indices are in ascending order of key, equal keys in their original order', () => {
  fc.assert(
    fc.property(keys, (given) => {
      const expected = given.map((_, index) => index).sort((a, b) => given[a] - given[b] || a - b);
      assert.deepEqual([...ascendingOrder(Uint32Array.from(given))], expected);
    }),
  );
});

test('equal hashes are ordered by the comparison', () => {
  fc.assert(
    fc.property(keys, (given) => {
      const order = orderByHash(Uint32Array.from(given), (left, right) => right - left);
      const expected = given.map((_, index) => index).sort((a, b) => given[a] - given[b] || b - a);
      assert.deepEqual([...order], expected);
    }),
  );
});
