import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadToFew } from './leading-matches.ts';

const sum = (scores: Float64Array): number => scores.reduce((total, score) => total + score, 0);
/** n where n scores are equal and the others 0. */
const effective = (scores: Float64Array): number => sum(scores) ** 2 / sum(scores.map((x) => x * x));
/** Scores that decline slowly. */
const manyMatches = (): Float64Array => Float64Array.from({ length: 1_000 }, (_, k) => 1 / (1 + k / 400));

test('of a thousand matches fewer than a fifth as many count as before, in the same order and with the same sum', () => {
  const scores = manyMatches();
  const before = effective(scores);
  assert.ok(before > 500, `${before}`);
  const total = sum(scores);
  const first = scores[0];
  leadToFew(scores, 1);
  // The power is bounded: a slow decline leaves more than ten.
  assert.ok(effective(scores) < before / 5, `${effective(scores)}`);
  assert.ok(scores[0] > 5 * first);
  assert.ok(Math.abs(sum(scores) - total) < 1e-9 * total);
  for (let k = 1; k < scores.length; k++) assert.ok(scores[k] < scores[k - 1]);
});

test('a match keeps at least a tenth of its score, and equal matches stay equal', () => {
  const scores = Float64Array.from({ length: 300 }, (_, k) => [1, 0.5, 0.1][k % 3]);
  const before = Float64Array.from(scores);
  leadToFew(scores, 1);
  scores.forEach((score, k) => {
    assert.ok(score >= 0.1 * before[k]);
    assert.equal(score, scores[k % 3]);
  });
});

test('few matches keep their scores, and all do once the search leads no more', () => {
  const few = Float64Array.from({ length: 10 }, (_, k) => 1 - k / 20);
  const unchanged = Float64Array.from(few);
  leadToFew(few, 1);
  assert.deepEqual(few, unchanged);
  const [none, half, whole] = [0, 0.5, 1].map((extent) => {
    const scores = manyMatches();
    leadToFew(scores, extent);
    return scores;
  });
  assert.deepEqual(none, manyMatches());
  assert.ok(none[0] < half[0] && half[0] < whole[0]);
  leadToFew(new Float64Array(3), 1);
});
