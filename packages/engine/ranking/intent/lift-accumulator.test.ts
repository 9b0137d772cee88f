import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DenseLifts, SparseLifts } from './lift-accumulator.ts';

const VALUES = 12;
const share = fc.double({ min: 0, max: 1, noNaN: true });

test('one number for all values without evidence gives the same lifts to the last bit', () => {
  const mass = fc.array(fc.oneof(fc.constant(0), share), { minLength: VALUES, maxLength: VALUES });
  const named = fc.uniqueArray(fc.nat(VALUES - 1), { minLength: 1, maxLength: 5 });
  const evidence = fc.array(fc.tuple(named, share, share), { maxLength: 40 });
  fc.assert(
    fc.property(mass, evidence, (masses, additions) => {
      const [one, other] = [DenseLifts, SparseLifts].map((Kind) => {
        const lift = new Float64Array(VALUES);
        const kept = new Kind(lift, Float64Array.from(masses));
        for (const [values, stays, weight] of additions) kept.add(values, stays, weight);
        kept.close();
        return lift;
      });
      assert.deepEqual(other, one);
    }),
  );
});

test('several values share their evidence by prior mass', () => {
  for (const Kind of [DenseLifts, SparseLifts]) {
    const lift = new Float64Array(4);
    const kept = new Kind(lift, Float64Array.of(0.1, 0.3, 0.6, 0));
    kept.add([0, 1, 3], 0.8, 0.5);
    kept.close();
    // Half of the weight names these values, and a fifth of it goes to the prior; the rest is shared by a prior mass
    // of .4.
    const [going, staying] = [0.5 * 0.2, (0.5 * 0.8) / 0.4];
    const expected = [going + staying, going + staying, going, going];
    lift.forEach((each, v) => {
      assert.ok(Math.abs(each - expected[v]) < 1e-12, `${Kind.name}: ${each} of ${v}`);
    });
  }
});
