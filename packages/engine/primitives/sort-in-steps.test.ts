import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runToEnd } from './run-to-end.ts';
import { sortedInSteps } from './sort-in-steps.ts';

test('sorts as a typed array does, without NaN, whatever the number of runs', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 1_000 }), (size, distinct) => {
      const numbers = Float64Array.from({ length: size }, (_, i) =>
        i % 17 === 3 ? Number.NaN : ((Math.imul(i, 2_654_435_761) >>> 0) % distinct) / 7,
      );
      const expected = numbers.filter((number) => !Number.isNaN(number)).sort();
      assert.deepEqual(runToEnd(sortedInSteps(numbers)), expected);
    }),
    { numRuns: 30 },
  );
});

test('yields often: a hundred thousand numbers are sorted in more than fifty steps', () => {
  const steps = sortedInSteps(new Float64Array(100_000).map((_, i) => -i));
  let count = 0;
  while (!steps.next().done) count++;
  assert.ok(count > 50);
});
