import assert from 'node:assert/strict';
import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { requestSignal } from './request-signal.ts';

const response = () => new ServerResponse(new IncomingMessage(new Socket()));

test('the signal of a request is aborted when the client hangs up, also before anybody asked for it', async () => {
  const late = response();
  const signal = requestSignal(late, () => false);
  assert.equal(signal.aborted, false);
  late.destroy();
  await once(late, 'close');
  assert.equal(signal.aborted, true);
  assert.equal(requestSignal(late, () => false).aborted, true);
});

test('the signal of a request is aborted when the service is about to stop', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const signal = requestSignal(response(), () => true);
  // The timer of the signal keeps no process alive.
  const alive = setInterval(() => {}, 1_000);
  signal.addEventListener('abort', () => resolve());
  await promise;
  clearInterval(alive);
});
