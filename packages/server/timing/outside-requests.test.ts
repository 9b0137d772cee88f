import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test } from 'node:test';
import { outsideRequests } from './outside-requests.ts';

test('a timer that is started outside of requests does not know the request that started it', async () => {
  const request = new AsyncLocalStorage<string>();
  const seen = (start: (timer: () => NodeJS.Timeout) => void) =>
    new Promise<string | undefined>((resolve) => {
      request.run('first', () => start(() => setTimeout(() => resolve(request.getStore()), 0)));
    });
  assert.equal(await seen((timer) => timer()), 'first');
  assert.equal(await seen((timer) => outsideRequests(timer)), undefined);
});
