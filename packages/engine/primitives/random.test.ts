import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Random, sampled, systematicSample } from './random.ts';

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

const cellCounts = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 12 });

test('each value is sampled as often as its share, give or take one, and all cells where they are few', () => {
  fc.assert(
    fc.property(cellCounts, fc.integer({ min: 1, max: 40 }), fc.integer(), (held, most, seed) => {
      const cells = Int32Array.from(held.flatMap((count, value) => Array<number>(count).fill(value)));
      const sample = systematicSample(cells, most, new Random(seed));
      assert.equal(sample.length, Math.min(most, cells.length));
      if (cells.length <= most) assert.deepEqual(sample, cells);
      else
        held.forEach((count, value) => {
          const drawn = sample.filter((cell) => cell === value).length;
          assert.ok(Math.abs(drawn - (count * most) / cells.length) < 1 + 1e-9, `${drawn} of ${count}`);
        });
    }),
  );
});

test('every cell is sampled as often as any other over many draws', () => {
  const cells = Int32Array.from({ length: 10 }, (_, at) => at);
  const drawn = new Float64Array(10);
  const random = new Random(7);
  for (let round = 0; round < 4_000; round++)
    for (const cell of systematicSample(cells, 3, random)) drawn[cell]++;
  for (const count of drawn) assert.ok(Math.abs(count - 1_200) < 120, `${count}`);
});
