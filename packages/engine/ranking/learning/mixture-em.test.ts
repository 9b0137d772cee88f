import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomOf } from '../testing/shops.ts';
import { fitWeights } from './mixture-em.ts';

/** Probabilities that experts give to draws from their mixture: expert k prefers item k. */
function drawn(count: number, truth: readonly number[], seed: number): Float64Array {
  const random = randomOf(seed);
  const experts = truth.length;
  const probability = new Float64Array(count * experts);
  for (let row = 0; row < count; row++) {
    let at = random();
    let expert = 0;
    while (expert < experts - 1 && at >= truth[expert]) at -= truth[expert++];
    const item = random() < 0.9 ? expert : Math.floor(random() * experts);
    for (let k = 0; k < experts; k++)
      probability[row * experts + k] = item === k ? 0.9 + 0.1 / experts : 0.1 / experts;
  }
  return probability;
}

const rows = (count: number): number[] => Array.from({ length: count }, (_, r) => r);

describe('fitting weights by EM', () => {
  test('never lets the likelihood fall', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 2, max: 8 }),
        fc.integer({ min: 1, max: 80 }),
        (seed, experts, count) => {
          const random = randomOf(seed);
          const probability = Float64Array.from({ length: count * experts }, () => random() ** 3);
          const importance = Float64Array.from({ length: count }, () => 0.1 + random());
          const prior = Float64Array.from({ length: experts }, () => 0.5 + random());
          const { logLikelihoods: values, weights } = fitWeights(
            { count, experts, probability, importance },
            rows(count),
            prior,
            40,
          );
          for (let k = 1; k < values.length; k++) assert.ok(values[k] >= values[k - 1] - 1e-9);
          assert.ok(Math.abs(weights.reduce((sum, w) => sum + w, 0) - 1) < 1e-9);
        },
      ),
    );
  });

  test('finds the weights that the observations were drawn from', () => {
    const truth = [0.5, 0.3, 0.15, 0.05];
    const probability = drawn(20_000, truth, 3);
    const { weights } = fitWeights(
      { count: 20_000, experts: 4, probability },
      rows(20_000),
      new Float64Array(4).fill(1),
      100,
    );
    for (const [k, share] of truth.entries())
      assert.ok(Math.abs(weights[k] - share) < 0.02, `${k}: ${weights[k]}`);
  });

  test('keeps the prior without observations', () => {
    const { weights } = fitWeights(
      { count: 0, experts: 2, probability: new Float64Array(0) },
      [],
      Float64Array.of(30, 10),
      10,
    );
    assert.deepEqual([...weights], [0.75, 0.25]);
  });
});
