import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { topOf, withStatus } from './top-k.ts';
import type { RankedItem } from './types.ts';

test('the top k are the first of the full order: by tier, then by score, then by row', () => {
  // A few distinct scores make many ties.
  const product = fc.record({ score: fc.nat(20).map((n) => n / 20), tier: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(product, { maxLength: 200 }), fc.nat(210), (products, limit) => {
      const score = Float64Array.from(products, ({ score }) => score);
      const tiers = Int32Array.from(products, ({ tier }) => tier);
      const sorted = [...products.keys()].sort((a, b) => tiers[a] - tiers[b] || score[b] - score[a] || a - b);
      assert.deepEqual([...topOf(score, tiers, limit)], sorted.slice(0, limit));
    }),
  );
});

test('what is skipped before its key is made would not enter: scores about half a unit of 1e-12 apart', () => {
  const near = fc
    .tuple(fc.nat(1e11), fc.array(fc.tuple(fc.nat(3), fc.double({ min: 0.49, max: 0.51, noNaN: true }))))
    .map(([base, parts]) => parts.map(([units, half]) => (base + units + half) / 1e12));
  fc.assert(
    fc.property(near, fc.nat(20), (scores, limit) => {
      const score = Float64Array.from(scores);
      const key = (i: number) => Math.round(score[i] * 1e12);
      const sorted = [...score.keys()].sort((a, b) => key(b) - key(a) || a - b);
      assert.deepEqual([...topOf(score, new Int32Array(score.length), limit)], sorted.slice(0, limit));
    }),
    { numRuns: 1_000 },
  );
});

test('scores that differ by rounding alone rank as equal', () => {
  const score = Float64Array.of(0.1, 0.1 + 1e-15, 0.1 + 1e-9);
  assert.deepEqual([...topOf(score, new Int32Array(3), 3)], [2, 0, 1]);
});

test('an item states why it is suppressed or unavailable, and nothing otherwise', () => {
  const item: RankedItem = { id: 'a', rank: 1, score: 0.5, scoreBreakdown: [] };
  assert.deepEqual(withStatus(item, true, undefined), item);
  assert.deepEqual(withStatus(item, false, 'bought'), { ...item, available: false, aside: 'bought' });
});
