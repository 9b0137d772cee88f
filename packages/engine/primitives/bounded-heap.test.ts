import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { firstBy } from './bounded-heap.ts';

test('firstBy returns the beginning of the sorted list', () => {
  const items = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 });
  fc.assert(
    fc.property(items, fc.integer({ min: 0, max: 70 }), (keys, count) => {
      const entries = keys.map((key, order) => ({ key, order }));
      const compare = (a: { key: number; order: number }, b: { key: number; order: number }): number =>
        b.key - a.key || a.order - b.order;
      assert.deepEqual(firstBy(entries, count, compare), entries.toSorted(compare).slice(0, count));
    }),
  );
});
