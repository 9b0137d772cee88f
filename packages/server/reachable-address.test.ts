import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachableAddress } from './reachable-address.ts';

test('a server that listens everywhere is reached on this machine, and IPv6 has its brackets once', () => {
  assert.equal(reachableAddress('0.0.0.0', 80), 'http://127.0.0.1:80');
  assert.equal(reachableAddress('::', 80), 'http://[::1]:80');
  assert.equal(reachableAddress('fd00::1', 80), 'http://[fd00::1]:80');
  assert.equal(reachableAddress('[fd00::1]', 80), 'http://[fd00::1]:80');
  assert.equal(reachableAddress('shop.example', 80), 'http://shop.example:80');
});
