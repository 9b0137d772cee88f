import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadOver } from './lead.ts';

const alternating = (size: number, a: number, b: number) =>
  Array.from({ length: size }, (_, k) => (k % 2 === 0 ? a : b));

test('a lead on every query has an interval of one point', () => {
  const lead = leadOver([0.5, 0.75, 1], [0.25, 0.5, 0.75]);
  assert.deepEqual(lead, { mean: 0.25, low: 0.25, high: 0.25 });
});

test('the interval holds the mean, and is half as wide with four times as many queries', () => {
  const width = (size: number) => {
    const { mean, low, high } = leadOver(alternating(size, 1, 0.2), alternating(size, 0.5, 0.5));
    assert.ok(low < mean && mean < high);
    return high - low;
  };
  const ratio = width(100) / width(400);
  assert.ok(Math.abs(ratio - 2) < 0.4, `${ratio}`);
});
