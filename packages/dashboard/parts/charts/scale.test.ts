import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { roundScale } from './scale.ts';

test('a scale ends at or above the largest value, less than one step above it, in steps of 1, 2 or 5', () => {
  assert.deepEqual(roundScale(0), { top: 1, ticks: [0, 1] });
  assert.deepEqual(roundScale(87), { top: 100, ticks: [0, 50, 100] });
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (largest) => {
      const { top, ticks } = roundScale(largest);
      const step = ticks[1];
      assert.ok(top >= largest * (1 - 1e-9) && top - step < largest * (1 + 1e-9), `${largest}: ${top}`);
      assert.ok(ticks.length >= 2 && ticks.length <= 6, String(ticks));
      assert.match((step / 10 ** Math.floor(Math.log10(step) + 1e-9)).toFixed(6), /^(1|2|5)\.000000$/);
    }),
  );
});
