import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StepTimes } from './step-times.ts';

test('steps follow each other, and tell how long ago they ended', () => {
  let now = 1_000;
  const times = new StepTimes(() => now);
  now += 30;
  times.ended('read');
  now += 500;
  times.ended('grade');
  now += 7;
  assert.deepEqual(times.steps, [
    { name: 'read', milliseconds: 30, ago: 507 },
    { name: 'grade', milliseconds: 500, ago: 7 },
  ]);
});
