import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AllNamed, FewNamed } from './beliefs.ts';

const VALUES = 12;
const share = fc.double({ min: 0, max: 1, noNaN: true });

test('one value that stands for all that were not named makes the same lifts to the last bit', () => {
  const mass = fc.array(fc.oneof(fc.constant(0), share), { minLength: VALUES, maxLength: VALUES });
  const said = fc.array(fc.tuple(fc.nat(VALUES - 1), share, share), { maxLength: 40 });
  fc.assert(
    fc.property(mass, said, (masses, beliefs) => {
      const [one, other] = [AllNamed, FewNamed].map((Kind) => {
        const lift = new Float64Array(VALUES);
        const kept = new Kind(lift, Float64Array.from(masses));
        for (const [value, stays, weight] of beliefs) kept.stay(value, stays, weight);
        kept.close();
        return lift;
      });
      assert.deepEqual(other, one);
    }),
  );
});
