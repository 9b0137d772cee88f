import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Latest } from './most-recent.ts';

test('the latest are those of sorting all, whatever the order in which they come', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.uniqueArray(fc.nat(1_000)), (most, times) => {
      const latest = new Latest<number>(most);
      for (const at of times) latest.add(at, at);
      const sorted = times.toSorted((a, b) => a - b);
      assert.deepEqual(latest.oldestFirst(), sorted.slice(-most));
    }),
  );
});

test('what is too old is known before it is made', () => {
  const latest = new Latest<string>(2);
  for (const [at, item] of [
    [5, 'e'],
    [3, 'c'],
    [4, 'd'],
    [1, 'a'],
  ] as const)
    latest.add(at, item);
  assert.equal(latest.wants(2), false);
  assert.equal(latest.wants(4), true);
});
