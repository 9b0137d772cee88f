import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lowerShare, upperShare } from './share-bounds.ts';

/** The chances that a binomial count of `total` is 0, 1, 2 and so on. */
function binomial(total: number, share: number): number[] {
  const chances = [(1 - share) ** total];
  for (let count = 0; count < total; count++) {
    chances.push(chances[count] * ((total - count) / (count + 1)) * (share / (1 - share)));
  }
  return chances;
}

test('59 products without a value show that fewer than one in twenty has one, 58 do not', () => {
  assert.ok(upperShare(0, 58) > 0.05);
  assert.ok(upperShare(0, 59) < 0.05);
  assert.ok(upperShare(2, 1000) < 0.05);
  assert.ok(upperShare(40, 1000) > 0.05);
});

test('nothing counted bounds nothing', () => {
  assert.equal(upperShare(0, 0), 1);
  assert.equal(lowerShare(0, 0), 0);
});

test('a bound is missed by one sample in twenty, on either side', () => {
  for (const total of [100, 300]) {
    for (const share of [0.3, 0.5, 0.7]) {
      let below = 0;
      let above = 0;
      binomial(total, share).forEach((chance, seen) => {
        if (lowerShare(seen, total) > share) below += chance;
        if (upperShare(seen, total) < share) above += chance;
      });
      // Counts are whole, so that no bound is missed by exactly 5 %; 1.96 misses too few.
      for (const missed of [below, above]) assert.ok(missed > 0.035 && missed < 0.065, `${total}: ${missed}`);
    }
  }
});

test('the lower bound of a share is what the upper bound leaves of the others', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(), (total, pick) => {
      const seen = pick % total;
      const lower = lowerShare(seen, total);
      const upper = upperShare(total - seen, total);
      assert.ok(Math.abs(lower + upper - 1) < 1e-9);
      assert.ok(lower <= seen / total && (seen === 0 ? lower === 0 : lower > 0));
    }),
  );
});
