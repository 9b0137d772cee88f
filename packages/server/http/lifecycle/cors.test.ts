import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { isPreflight } from './cors.ts';

const asks = (method: string, headers: object) => isPreflight({ method, headers } as IncomingMessage);

test('a preflight names the method that is to follow; any other OPTIONS is a request without a route', () => {
  assert.ok(asks('OPTIONS', { 'access-control-request-method': 'POST' }));
  assert.equal(asks('OPTIONS', {}), false);
  assert.equal(asks('POST', { 'access-control-request-method': 'POST' }), false);
});
