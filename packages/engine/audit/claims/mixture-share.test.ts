import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../primitives/random.ts';
import { likeliestShare, mixtureShare } from './mixture-share.ts';

// Of four values that are equally frequent, a witness knows the one of a product seven times in ten.
const CHANCE = 0.25;
const KNOWN = 0.7;
const ratioOf = (isKnown: boolean) => Math.log((isKnown ? KNOWN : (1 - KNOWN) / 3) / CHANCE);

/** Ratios of cells of which this share is told and the rest drawn. */
function cells(count: number, share: number, random: Random): number[] {
  return Array.from({ length: count }, () =>
    ratioOf(random.uniform() < (random.uniform() < share ? KNOWN : CHANCE)),
  );
}

test('the share that is told is found, and lies within its bounds', () => {
  const random = new Random(3);
  for (const share of [0, 0.25, 0.5, 0.75]) {
    let within = 0;
    let sum = 0;
    for (let shelf = 0; shelf < 100; shelf++) {
      const found = mixtureShare(cells(300, 1, random), cells(300, share, random));
      if (found.low <= share + 0.02 && share - 0.02 <= found.high) within++;
      sum += found.share;
    }
    assert.ok(Math.abs(sum / 100 - share) < 0.03, `${share}: ${sum / 100}`);
    assert.ok(within >= 90, `${share}: ${within}`);
  }
});

test('cells that are told as the recorded ones are no evidence, few that are not leave it open', () => {
  const random = new Random(4);
  let against = 0;
  for (let shelf = 0; shelf < 200; shelf++)
    if (mixtureShare(cells(300, 1, random), cells(100, 1, random)).evidence > 4) against++;
  assert.equal(against, 0);
  const few = mixtureShare(cells(12, 1, random), [true, false, false, false].map(ratioOf));
  assert.ok(few.high === 1 && few.evidence < 4, JSON.stringify(few));
});

test('where witnesses promise too much, that much is expected of the new cells', () => {
  const random = new Random(5);
  const half = mixtureShare(cells(300, 0.7, random), cells(300, 0.35, random));
  assert.ok(half.low < 0.5 && half.high > 0.5 && half.high < 0.8, JSON.stringify(half));
  assert.equal(mixtureShare(cells(300, 0.7, random), cells(300, 0.7, random)).evidence, 0);
});

test('ratios beyond all numbers are no numbers that fail', () => {
  const { share, evidence } = mixtureShare(Array(20).fill(1e4), [
    ...Array(10).fill(1e4),
    ...Array(10).fill(-1e4),
  ]);
  assert.ok(Math.abs(share - 0.5) < 0.03 && evidence > 4, `${share} ${evidence}`);
});

test('the likeliest share of told cells lies between none and all, and is none without cells', () => {
  assert.equal(likeliestShare([]), 0);
  assert.equal(likeliestShare([2, 3, 2]), 1);
  assert.equal(likeliestShare([-2, -3, -2]), 0);
  const half = likeliestShare([3, -3, 3, -3, 3, -3, 3, -3]);
  assert.ok(half > 0.35 && half < 0.6, `${half}`);
});
