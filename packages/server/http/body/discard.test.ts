import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Discards } from './discard.ts';

/** Requests that note whether they are being read. */
const flow = () => ({
  destroyed: false,
  isPaused: false,
  pause() {
    this.isPaused = true;
    return this as never;
  },
  resume() {
    this.isPaused = false;
    return this as never;
  },
});

test('a refused body is read on until a megabyte was discarded, then when the interval is over', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const discards = new Discards();
  const request = flow();
  discards.discarded(request, 1024 * 1024 - 1);
  assert.equal(request.isPaused, false);
  discards.discarded(request, 1);
  assert.equal(request.isPaused, true);
  t.mock.timers.tick(10);
  assert.equal(request.isPaused, false);
});

test('of many refused bodies some go on at each interval, in the order in which they rested', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const discards = new Discards();
  const requests = Array.from({ length: 40 }, flow);
  discards.discarded(requests[0], 1024 * 1024);
  for (const request of requests.slice(1)) discards.discarded(request, 64 * 1024);
  const read = () => requests.filter(({ isPaused }) => !isPaused).length;
  assert.equal(read(), 0);
  t.mock.timers.tick(10);
  assert.deepEqual([read(), requests[15].isPaused, requests[16].isPaused], [16, false, true]);
  t.mock.timers.tick(10);
  t.mock.timers.tick(10);
  assert.equal(read(), 40);
});
