import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXPERTS } from '../experts/registry.ts';
import { sessionStateOf } from '../intent/session-state.ts';
import { FEATURE_COUNT } from '../mixture/gate-features.ts';
import { Mixture } from '../mixture/mixture.ts';
import { bind } from '../model/bound-model.ts';
import { NOON, session, shopOf } from '../testing/shops.ts';
import { emptyModel } from './empty-model.ts';
import { ObservationRecorder } from './observation-recorder.ts';

const bound = bind(shopOf(60), emptyModel());
const mixtureOf = (...signals: readonly string[]): Mixture =>
  new Mixture(sessionStateOf(bound, session(...signals), [], NOON));

test('the recorded probabilities of a product, in the weights of the gate, are its score', () => {
  const mixture = mixtureOf('category_view:boots', 'product_view:p4');
  const recorder = new ObservationRecorder();
  recorder.add(mixture, 8);
  const { probability } = recorder.observations;
  // What the doubt of an expert leaves to the prior is in the expert's own row here, and in the prior's weight there.
  let expected = 0;
  let weights = 0;
  for (let k = 0; k < EXPERTS.count - 1; k++) {
    if (mixture.confidence[k] === 0) continue;
    const weight = mixture.weight[k] / mixture.confidence[k];
    expected += weight * probability[k];
    weights += weight;
  }
  expected += (1 - weights) * probability[EXPERTS.count - 1];
  assert.ok(Math.abs(expected - mixture.probability(8)) < 1e-12, `${expected}`);
  mixture.close();
});

test('each observation is a row, with its features, its weight and whether there were explicit signals', () => {
  const recorder = new ObservationRecorder();
  for (const [signals, importance] of [
    [['product_view:p4'], 1],
    [['category_view:boots', 'product_view:p4'], 3],
  ] as const) {
    const mixture = mixtureOf(...signals);
    recorder.add(mixture, 8, importance);
    mixture.close();
  }
  const observations = recorder.observations;
  assert.equal(observations.count, 2);
  assert.equal(observations.probability.length, 2 * EXPERTS.count);
  assert.equal(observations.features.length, 2 * FEATURE_COUNT);
  assert.deepEqual([...observations.signalled], [0, 1]);
  assert.deepEqual([...observations.importance!], [1, 3]);
});
