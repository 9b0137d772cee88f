import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeOfLook } from './time-of-look.ts';

test('a look goes on from the time at which it was asked for', (t) => {
  let passed = 0;
  t.mock.method(performance, 'now', () => 5_000.25 + passed);
  const time = timeOfLook(1_000);
  assert.equal(time(), 1_000);
  passed = 600_000.75;
  assert.equal(time(), 601_001);
});
