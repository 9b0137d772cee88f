import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Random } from '../primitives/random.ts';
import { choosePredictorChain } from './predictor-chain.ts';

const PRODUCTS = 300;
const sample = Int32Array.from({ length: PRODUCTS }, (_, product) => product);
const column = (cellOf: (product: number) => number) => Int32Array.from(sample, cellOf);

test('an attribute that determines the target is the first of the chain, with strength 0', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 8 }), (seed, kinds) => {
      const random = new Random(seed);
      const source = column(() => random.below(kinds));
      const target = source.map((cell) => (cell + 1) % kinds);
      const noise = column(() => random.below(4));
      const counts = [kinds, 4, kinds];
      const { chain, strengths } = choosePredictorChain(0, [target, noise, source], counts, [1, 2], sample);
      assert.equal(chain[0], 2);
      assert.equal(strengths[0], 0);
    }),
    { numRuns: 50 },
  );
});

test('attributes that have nothing to do with the target rarely predict it: one target in e² at most', () => {
  let chosen = 0;
  for (let seed = 1; seed <= 100; seed++) {
    const random = new Random(seed);
    const codes = Array.from({ length: 11 }, () => column(() => random.below(6)));
    const others = codes.map((_, index) => index).slice(1);
    chosen += choosePredictorChain(0, codes, Array(11).fill(6), others, sample).chain.length;
  }
  assert.ok(chosen <= 14, `${chosen} of 100`);
});

test('two attributes that determine the target only together are both in the chain', () => {
  const random = new Random(3);
  const first = column(() => random.below(5));
  const second = column(() => random.below(5));
  const target = first.map((cell, product) => (second[product] < 2 ? cell : (cell + second[product]) % 5));
  const { chain } = choosePredictorChain(0, [target, first, second], [5, 5, 5], [1, 2], sample);
  assert.deepEqual([...chain].sort(), [1, 2]);
});

test('a noisy predictor gets a larger strength than an exact one', () => {
  const random = new Random(9);
  const source = column(() => random.below(6));
  const noisy = source.map((cell) => (random.uniform() < 0.3 ? random.below(6) : cell));
  const { chain, strengths } = choosePredictorChain(0, [noisy, source], [6, 6], [1], sample);
  assert.deepEqual(chain, [1]);
  assert.ok(strengths[0] > 0, `${strengths}`);
});
