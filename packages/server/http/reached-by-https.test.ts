import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import test from 'node:test';
import { reachedByHttps } from './reached-by-https.ts';

const request = (remoteAddress: string, said?: string, encrypted = false) =>
  ({
    socket: { remoteAddress, encrypted },
    headers: { 'x-forwarded-proto': said },
  }) as unknown as IncomingMessage;

test('a proxy that is trusted says that the browser came by HTTPS; anybody else only claims it', () => {
  const isHttps = reachedByHttps(['10.0.0.0/8']);
  assert.equal(isHttps(request('10.0.0.7', 'https')), true);
  assert.equal(isHttps(request('10.0.0.7', 'https, http')), true);
  assert.equal(isHttps(request('10.0.0.7', 'http')), false);
  assert.equal(isHttps(request('10.0.0.7')), false);
  assert.equal(isHttps(request('11.0.0.7', 'https')), false);
  assert.equal(reachedByHttps([])(request('127.0.0.1', 'https')), false);
});

test('a connection that is encrypted itself needs no word of a proxy', () => {
  assert.equal(reachedByHttps([])(request('11.0.0.7', undefined, true)), true);
});
