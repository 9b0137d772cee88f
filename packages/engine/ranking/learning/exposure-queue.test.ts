import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOON } from '../testing/shops.ts';
import { ExposureQueue } from './exposure-queue.ts';
import type { Exposed } from './exposures.ts';
import { profileOf } from './train.ts';

const exposed = (at: number): Exposed => ({
  profile: profileOf([{ id: 'p1', touch: 'viewed', at, step: 1 }]),
  shown: [],
});
const times = (exposures: readonly Exposed[]): number[] =>
  exposures.map(({ profile }) => profile.lastSeenAt - NOON);

test('exposures are handed out once each, in the order of time', () => {
  const queue = new ExposureQueue(
    [30, 10, 20, 40].map((at) => exposed(NOON + at)),
    NOON,
  );
  assert.deepEqual(times(queue.take(NOON + 20)), [10, 20]);
  assert.deepEqual(times(queue.take(NOON + 20)), []);
  assert.deepEqual(times(queue.take(Number.POSITIVE_INFINITY)), [30, 40]);
});

test('exposures up to the time that the log has learned are left out', () => {
  const queue = new ExposureQueue(
    [-1, 0, 1].map((at) => exposed(NOON + at)),
    NOON,
  );
  assert.deepEqual(times(queue.take(Number.POSITIVE_INFINITY)), [1]);
});
