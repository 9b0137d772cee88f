import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sdkCalls } from '@decidable/contract';
import { callsOf, keyCalls, keyEndpoints, keyExpiry, keyLabel, keyLimit, keyOrigin } from './key-settings.ts';

const NOW = Date.UTC(2026, 2, 4, 12);

test('an origin is what browsers send of it', () => {
  assert.equal(keyOrigin('https://Shop.example:443/'), 'https://shop.example');
  assert.equal(keyOrigin('http://Läden.example:8080'), 'http://xn--lden-loa.example:8080');
  for (const wrong of [
    'shop.example',
    'https://shop.example/cart',
    'https://a@shop.example',
    'file:///x',
    'ftp://shop.example',
    'wss://shop.example',
    'https://*.shop.example',
    'null',
    '*',
  ]) {
    assert.throws(() => keyOrigin(wrong), { name: 'InvalidInput' }, wrong);
  }
});

test('a key expires after a span or at a time, never in the past', () => {
  assert.equal(keyExpiry('12h', NOW), NOW + 12 * 3_600_000);
  assert.equal(keyExpiry('2w', NOW), NOW + 14 * 86_400_000);
  assert.equal(keyExpiry('2026-03-05', NOW), Date.UTC(2026, 2, 5));
  for (const wrong of ['soon', '12', '2026-02-31T25:00:00Z', '2026-03-04', '0d']) {
    assert.throws(() => keyExpiry(wrong, NOW), { name: 'InvalidInput' }, wrong);
  }
});

test('a label has 1 to 128 characters', () => {
  assert.equal(keyLabel('🔑'.repeat(128)).length, 256);
  for (const wrong of ['', 'x'.repeat(129)]) assert.throws(() => keyLabel(wrong), { name: 'InvalidInput' });
});

test('endpoints are those of the interface, and a group of them has a name', () => {
  assert.deepEqual(keyEndpoints('/track, /event'), ['/track', '/event']);
  assert.equal(keyCalls('sdk'), 'sdk');
  assert.equal(keyCalls('all'), 'all');
  for (const wrong of ['', '/track,', 'track', '/tracks', '/track /event', '*']) {
    assert.throws(() => keyEndpoints(wrong), { name: 'InvalidInput' }, wrong);
  }
  for (const wrong of ['', 'SDK', 'toString']) {
    assert.throws(() => keyCalls(wrong), { name: 'InvalidInput' }, wrong);
  }
});

test('a key with origins gets the calls of the SDK, unless told otherwise', () => {
  const shop = ['https://shop.example'];
  assert.deepEqual(keyLimit(shop, undefined, []), sdkCalls);
  assert.deepEqual(keyLimit(shop, 'sdk', ['/catalog/audit']), [...sdkCalls, '/catalog/audit']);
  assert.deepEqual(keyLimit(shop, undefined, ['/event']), ['/event']);
  assert.equal(keyLimit(shop, 'all', []), undefined);
  assert.equal(keyLimit([], undefined, []), undefined);
  assert.deepEqual(keyLimit([], 'sdk', []), sdkCalls);
});

test('what a key may call is told by the name of the group, or by its endpoints', () => {
  assert.equal(callsOf(undefined), 'all');
  assert.equal(callsOf(sdkCalls.toReversed()), 'sdk');
  assert.equal(callsOf([...sdkCalls, '/suggest']), `${sdkCalls.join(' ')} /suggest`);
  assert.equal(callsOf(['/event']), '/event');
});
