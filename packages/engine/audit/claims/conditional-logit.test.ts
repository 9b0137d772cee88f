import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../primitives/random.ts';
import { type Choice, fitWeights, logRatio } from './conditional-logit.ts';

const random = new Random(5);
const noise = () => 2 * random.uniform() - 1;

/** Choices among ten cells: the first witness knows the own one, all others say anything. */
const choices = (count: number, witnesses: number, knows: number): Choice[] =>
  Array.from({ length: count }, () =>
    Float64Array.from({ length: 11 * witnesses }, (_, at) => (at === 0 ? knows : 0) + noise()),
  );

test('a witness that knows is heard, witnesses that say anything are not', () => {
  const weights = fitWeights(choices(100, 20, 1.5), Array(20).fill(false));
  assert.ok(weights[0] > 0.5, `${weights[0]}`);
  assert.ok(
    weights.slice(1).every((weight) => weight < 0.1),
    `${weights}`,
  );
});

test('of forty witnesses that know nothing none wins more than now and then', () => {
  let heard = 0;
  for (let shelf = 0; shelf < 50; shelf++)
    heard += fitWeights(choices(60, 40, 0), Array(40).fill(false)).filter((weight) => weight > 0).length;
  assert.ok(heard < 25, `${heard} of 2000`);
});

test('a free witness is heard for less', () => {
  const few = choices(8, 1, 0.5);
  assert.ok(fitWeights(few, [true])[0] > fitWeights(few, [false])[0]);
});

test('an own cell like all others is no evidence, and weights of 0 say nothing', () => {
  const alike: Choice = Float64Array.of(2, 2, 2);
  assert.ok(Math.abs(logRatio(alike, Float64Array.of(1))) < 1e-12);
  const told: Choice = Float64Array.of(2, 0, 0);
  assert.equal(logRatio(told, Float64Array.of(0)), 0);
  assert.ok(Math.abs(logRatio(told, Float64Array.of(1)) - 2) < 1e-12);
});
