import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EXPERTS } from '../experts/registry.ts';
import { defaultWeights, gateAt, gateOf } from '../mixture/gate.ts';
import { FEATURE_COUNT } from '../mixture/gate-features.ts';
import { randomOf } from '../testing/shops.ts';
import { fitGate, type GateObservations, maximiseGate } from './gate-fit.ts';

/** One of the two experts of the observations; the other is the third of all. */
const OTHER = EXPERTS.numberOf('persona');

const rows = (count: number): number[] => Array.from({ length: count }, (_, row) => row);

describe('fitting the gate', () => {
  /** Two experts are right in different features, which one feature separates. */
  function observations(count: number) {
    const random = randomOf(11);
    const probability = new Float64Array(count * EXPERTS.count).fill(0.001);
    const features = new Float64Array(count * FEATURE_COUNT);
    for (let row = 0; row < count; row++) {
      const one = random() < 0.5;
      features[row * FEATURE_COUNT] = 1;
      features[row * FEATURE_COUNT + 1] = one ? 1 : 0;
      probability[row * EXPERTS.count + (one === random() < 0.9 ? 2 : OTHER)] = 0.5;
    }
    return { count, experts: EXPERTS.count, probability, features, signalled: new Uint8Array(count) };
  }

  test('learns which expert is right in which features', () => {
    const start = gateOf(new Float64Array(EXPERTS.count).fill(1 / EXPERTS.count));
    const gate = maximiseGate(observations(2000), rows(2000), start);
    const weights = new Float64Array(EXPERTS.count);
    const features = new Float64Array(FEATURE_COUNT);
    features[0] = 1;
    gateAt(gate, features, 0, weights);
    assert.ok(weights[OTHER] > 0.75, `${weights[OTHER]}`);
    features[1] = 1;
    gateAt(gate, features, 0, weights);
    assert.ok(weights[2] > 0.75, `${weights[2]}`);
  });

  test('leaves the gate where it starts when there is nothing to fit', () => {
    const start = gateOf(new Float64Array(EXPERTS.count).fill(1 / EXPERTS.count));
    assert.deepEqual(maximiseGate(observations(0), [], start), start);
  });

  test('keeps the default shares for explicit signals where there were none', () => {
    assert.deepEqual(fitGate(observations(200)).stated, defaultWeights().stated);
  });

  test('raises the share for explicit signals of the expert that was right after them', () => {
    const one = observations(600);
    const probability = new Float64Array(one.probability.length).fill(0.001);
    for (let row = 0; row < 600; row++) probability[row * EXPERTS.count + EXPERTS.numberOf('keyword')] = 0.5;
    const signalled: GateObservations = { ...one, probability, signalled: one.signalled.map(() => 1) };
    const { stated: said } = fitGate(signalled);
    assert.ok(said[EXPERTS.numberOf('keyword')] > 0.7, `${said[EXPERTS.numberOf('keyword')]}`);
    assert.ok(said[EXPERTS.numberOf('brand')] < defaultWeights().stated[EXPERTS.numberOf('brand')]);
  });

  test('counts an observation as often as its weight says', () => {
    const one = observations(300);
    const importance = new Float64Array(300).fill(2);
    const twice: GateObservations = {
      count: 600,
      experts: EXPERTS.count,
      probability: Float64Array.from([...one.probability, ...one.probability]),
      features: Float64Array.from([...one.features, ...one.features]),
      signalled: new Uint8Array(600),
    };
    const weighted = fitGate({ ...one, importance }).gate;
    const repeated = fitGate(twice).gate;
    for (const [g, value] of weighted.entries()) assert.ok(Math.abs(value - repeated[g]) < 1e-3, `${g}`);
  });
});
