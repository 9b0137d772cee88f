import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shopServers } from './shop-servers.ts';

test('the servers of a shop are the listed addresses and networks, and no others', () => {
  const isServer = shopServers(['192.0.2.7', '198.51.100.0/24', '2001:db8:1::/48', 'loopback']);
  for (const address of ['192.0.2.7', '198.51.100.9', '2001:db8:1:2::/64', '127.0.0.1']) {
    assert.equal(isServer(address), true, address);
  }
  for (const address of ['192.0.2.8', '198.51.101.9', '2001:db8:2:2::/64']) {
    assert.equal(isServer(address), false, address);
  }
  assert.equal(shopServers([])('127.0.0.1'), false);
});
