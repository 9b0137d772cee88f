import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Random, sampled } from './random.ts';

test('the same seed gives the same numbers, another seed others', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const numbers = (from: number) => {
        const random = new Random(from);
        return Array.from({ length: 5 }, () => random.uniform());
      };
      assert.deepEqual(numbers(seed), numbers(seed));
      assert.notDeepEqual(numbers(seed), numbers((seed + 1) | 0));
    }),
  );
});

test('an integer below a bound lies between 0 and the bound, and takes every value about equally often', () => {
  const random = new Random(5);
  const counts = new Array<number>(10).fill(0);
  for (let draw = 0; draw < 10_000; draw++) counts[random.below(10)]++;
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    10_000,
  );
  for (const count of counts) assert.ok(count > 850 && count < 1150, `${counts}`);
});

test('a sample holds distinct items of the given ones, and each item about equally often', () => {
  const counts = new Array<number>(8).fill(0);
  const random = new Random(3);
  for (let draw = 0; draw < 4000; draw++) {
    const sample = sampled([0, 1, 2, 3, 4, 5, 6, 7], 3, random);
    assert.equal(new Set(sample).size, 3);
    for (const item of sample) counts[item]++;
  }
  for (const count of counts) assert.ok(count > 1350 && count < 1650, `${counts}`);
});
