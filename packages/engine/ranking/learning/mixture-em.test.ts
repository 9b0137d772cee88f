import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { CIRCUMSTANCE_COUNT, gateAt, gateOf } from '../gate.ts';
import { randomOf } from '../testing.ts';
import { VOICE_COUNT } from '../voices.ts';
import { maximiseGate } from './gate-fit.ts';
import { maximise } from './lbfgs.ts';
import { fitWeights } from './mixture-em.ts';

/** Opinions of experts about draws from a mixture of them: expert k favours the items that leave rest k. */
function drawn(count: number, truth: readonly number[], seed: number): Float64Array {
  const random = randomOf(seed);
  const experts = truth.length;
  const probability = new Float64Array(count * experts);
  for (let row = 0; row < count; row++) {
    let at = random();
    let speaker = 0;
    while (speaker < experts - 1 && at >= truth[speaker]) at -= truth[speaker++];
    const item = random() < 0.9 ? speaker : Math.floor(random() * experts);
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

  test('stays with the prior where there is nothing to see', () => {
    const { weights } = fitWeights(
      { count: 0, experts: 2, probability: new Float64Array(0) },
      [],
      Float64Array.of(30, 10),
      10,
    );
    assert.deepEqual([...weights], [0.75, 0.25]);
  });
});

describe('fitting the gate', () => {
  /** Two experts are right in different circumstances, which one circumstance tells apart. */
  function observations(count: number) {
    const random = randomOf(11);
    const probability = new Float64Array(count * VOICE_COUNT).fill(0.001);
    const circumstances = new Float64Array(count * CIRCUMSTANCE_COUNT);
    for (let row = 0; row < count; row++) {
      const one = random() < 0.5;
      circumstances[row * CIRCUMSTANCE_COUNT] = 1;
      circumstances[row * CIRCUMSTANCE_COUNT + 1] = one ? 1 : 0;
      probability[row * VOICE_COUNT + (one === random() < 0.9 ? 2 : 5)] = 0.5;
    }
    return { count, experts: VOICE_COUNT, probability, circumstances, signalled: new Uint8Array(count) };
  }

  test('learns which voice to trust when', () => {
    const start = gateOf(new Float64Array(VOICE_COUNT).fill(1 / VOICE_COUNT));
    const gate = maximiseGate(observations(2000), rows(2000), start);
    const weights = new Float64Array(VOICE_COUNT);
    const circumstances = new Float64Array(CIRCUMSTANCE_COUNT);
    circumstances[0] = 1;
    gateAt(gate, circumstances, 0, weights);
    assert.ok(weights[5] > 0.75, `${weights[5]}`);
    circumstances[1] = 1;
    gateAt(gate, circumstances, 0, weights);
    assert.ok(weights[2] > 0.75, `${weights[2]}`);
  });

  test('climbs at every step', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 2, maxLength: 6 }),
        (peak) => {
          // A skewed concave function with its peak where it was put.
          const { at, values } = maximise(
            (x, gradient) => {
              let value = 0;
              for (let k = 0; k < x.length; k++) {
                const away = x[k] - peak[k];
                value -= (k + 1) * away * away + 0.1 * away ** 4;
                gradient[k] = -2 * (k + 1) * away - 0.4 * away ** 3;
              }
              return value;
            },
            new Float64Array(peak.length),
            200,
          );
          for (let k = 1; k < values.length; k++) assert.ok(values[k] >= values[k - 1]);
          for (const [k, x] of peak.entries()) assert.ok(Math.abs(at[k] - x) < 0.02);
        },
      ),
    );
  });
});
