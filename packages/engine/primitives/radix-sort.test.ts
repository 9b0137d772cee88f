import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ascendingOrder, orderByHash } from './radix-sort.ts';

const keys = fc.array(fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 0, max: 9 })));

test('indices come in ascending order of their keys, equal keys in the order in which they stand', () => {
  fc.assert(
    fc.property(keys, (given) => {
      const expected = given.map((_, index) => index).sort((a, b) => given[a] - given[b] || a - b);
      assert.deepEqual([...ascendingOrder(Uint32Array.from(given))], expected);
    }),
  );
});

test('equal hashes are ordered by the comparison, wherever they stand', () => {
  fc.assert(
    fc.property(keys, (given) => {
      const order = orderByHash(Uint32Array.from(given), (left, right) => right - left);
      const expected = given.map((_, index) => index).sort((a, b) => given[a] - given[b] || b - a);
      assert.deepEqual([...order], expected);
    }),
  );
});
