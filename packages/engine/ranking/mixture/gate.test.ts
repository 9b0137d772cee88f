import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EXPERTS } from '../experts/registry.ts';
import { defaultShares, defaultWeights, gateAt, gateOf, leadSearch, weightsFor } from './gate.ts';
import { FEATURE_COUNT } from './gate-features.ts';

const number = fc.double({ min: -40, max: 40, noNaN: true });
const gates = fc
  .array(number, { minLength: EXPERTS.count * FEATURE_COUNT, maxLength: EXPERTS.count * FEATURE_COUNT })
  .map((values) => Float64Array.from(values));
const unit = fc.double({ min: 0, max: 1, noNaN: true });
const circumstances = fc
  .array(unit, { minLength: FEATURE_COUNT, maxLength: FEATURE_COUNT })
  .map((values) => Float64Array.from(values));
const weightsAt = (gate: Float64Array, at: Float64Array): Float64Array => {
  const weights = new Float64Array(EXPERTS.count);
  gateAt(gate, at, 0, weights);
  return weights;
};
const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

test('weights add up to 1 and are never negative, for any gate and features', () => {
  fc.assert(
    fc.property(gates, circumstances, (gate, at) => {
      const weights = weightsAt(gate, at);
      assert.ok(Math.abs(sum(weights) - 1) < 1e-9);
      assert.ok(weights.every((weight) => weight >= 0));
    }),
  );
});

test('a gate made from shares gives these shares for all features', () => {
  const shares = defaultShares();
  fc.assert(
    fc.property(circumstances, (drawn) => {
      const at = drawn.with(0, 1);
      weightsAt(gateOf(shares), at).forEach((weight, k) => {
        assert.ok(Math.abs(weight - shares[k]) < 1e-6);
      });
    }),
  );
});

test('a feature with a positive coefficient raises the weight of its expert with its value', () => {
  const gate = gateOf(defaultShares());
  const pair = EXPERTS.numberOf('sequence-pair');
  gate[pair * FEATURE_COUNT + 10] = 2;
  const weightWith = (holds: number): number =>
    weightsAt(gate, new Float64Array(FEATURE_COUNT).with(0, 1).with(10, holds))[pair];
  const odds = (weight: number): number => weight / (1 - weight);
  assert.ok(Math.abs(odds(weightWith(0.5)) / odds(weightWith(0)) - Math.E) < 1e-9);
  assert.ok(Math.abs(odds(weightWith(1)) / odds(weightWith(0)) - Math.E ** 2) < 1e-9);
});

test('features are read from the given offset', () => {
  const gate = gateOf(defaultShares());
  gate[EXPERTS.numberOf('prior') * FEATURE_COUNT + 3] = 3;
  const [one, other] = [new Float64Array(FEATURE_COUNT), new Float64Array(FEATURE_COUNT)];
  one.set([1, 0, 0, 0]);
  other.set([1, 0, 0, 1]);
  const weights = new Float64Array(EXPERTS.count);
  gateAt(gate, Float64Array.of(...one, ...other), FEATURE_COUNT, weights);
  assert.deepEqual(weights, weightsAt(gate, other));
});

test('stated shares are added, and the gate keeps its proportions in the rest', () => {
  const weights = defaultWeights();
  const at = new Float64Array(FEATURE_COUNT).with(0, 1);
  const [looking, saying] = [false, true].map((signalled) => {
    const into = new Float64Array(EXPERTS.count);
    weightsFor(weights, at, signalled, into);
    return into;
  });
  assert.ok(Math.abs(sum(saying) - 1) < 1e-9);
  const [next, later] = [EXPERTS.numberOf('sequence-next'), EXPERTS.numberOf('sequence-later')];
  assert.ok(saying[next] < looking[next]);
  assert.ok(Math.abs(saying[next] / saying[later] - looking[next] / looking[later]) < 1e-9);
  assert.ok(saying[EXPERTS.numberOf('category')] > looking[EXPERTS.numberOf('category')] + 0.2);
});

test('a share of 0 has a finite coefficient and no noticeable weight', () => {
  const shares = new Float64Array(EXPERTS.count).with(0, 1);
  const weights = weightsAt(gateOf(shares), new Float64Array(FEATURE_COUNT).with(0, 1));
  assert.ok(weights[0] > 1 - 1e-6 && weights.every(Number.isFinite));
});

test('a search leads right after it was made, less as it fades, and leaves other sessions as they are', () => {
  const keyword = EXPERTS.numberOf('keyword');
  fc.assert(
    fc.property(gates, circumstances, unit, fc.boolean(), (gate, at, searched, isAtHand) => {
      const before = weightsAt(gate, at);
      const weights = Float64Array.from(before);
      leadSearch(weights, keyword, searched, isAtHand);
      assert.ok(Math.abs(sum(weights) - 1) < 1e-9);
      const share = (isAtHand ? 0.8 : 0.6) * searched;
      assert.ok(Math.abs(weights[keyword] - (share + (1 - share) * before[keyword])) < 1e-9);
      if (searched === 0) assert.deepEqual(weights, before);
    }),
    {
      examples: [
        [new Float64Array(EXPERTS.count * FEATURE_COUNT), new Float64Array(FEATURE_COUNT), 0, false],
      ],
    },
  );
});
