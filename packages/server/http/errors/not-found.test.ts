import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { notFound, wantsPage } from './not-found.ts';

const request = (url: string, method = 'GET', accept = 'text/html') =>
  ({ url, method, headers: { accept } }) as unknown as IncomingMessage;

test('a browser gets a page for an unknown path, outside of the base path only', () => {
  assert.ok(wantsPage(request('/nowhere')));
  assert.ok(wantsPage(request('/api/v10')));
  assert.equal(wantsPage(request('/api/v1')), false);
  assert.equal(wantsPage(request('/api/v1/nowhere?x')), false);
  assert.equal(wantsPage(request('/nowhere', 'POST')), false);
  assert.equal(wantsPage(request('/nowhere', 'GET', 'application/json')), false);
});

test('a program is told where the endpoints are, or how they are called', () => {
  assert.match(notFound(request('/track')).message, /begin with \/api\/v1/);
  assert.match(notFound(request('/api/v1/track')).message, /called with POST/);
});
