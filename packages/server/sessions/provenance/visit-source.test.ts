import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyId, OrganizationId } from '../../storage/ports.ts';
import { addressBlock, readSource, VisitSources } from './visit-source.ts';

const NOON = Date.UTC(2026, 2, 4, 12);
const HOUR = 3_600_000;

const request = {
  organizationId: 'org_a' as OrganizationId,
  address: '192.0.2.7',
  keyId: 'key_1' as KeyId,
  origin: 'https://shop.example',
  device: 'desktop',
  at: NOON,
} as const;
function sourceOf(sources: VisitSources, more: Partial<Parameters<VisitSources['describe']>[0]> = {}) {
  const source = readSource(sources.describe({ ...request, ...more }));
  assert.ok(source?.isRobot === false);
  return source;
}

test('a block is a /24 of IPv4 and a /48 of IPv6', () => {
  assert.equal(addressBlock('192.0.2.7'), '192.0.2');
  assert.equal(addressBlock('2001:db8:1:2::/64'), '2001:db8:1');
});

test('addresses of a block have one name, those of another block and organization another', () => {
  const sources = new VisitSources();
  const { block } = sourceOf(sources);
  assert.equal(sourceOf(sources, { address: '192.0.2.255', at: NOON + 11 * HOUR }).block, block);
  assert.notEqual(sourceOf(sources, { address: '192.0.3.7' }).block, block);
  assert.notEqual(sourceOf(sources, { organizationId: 'org_b' as OrganizationId }).block, block);
});

test('a block has another name the next day, and in another run of the service', () => {
  const sources = new VisitSources();
  const { block } = sourceOf(sources);
  assert.notEqual(sourceOf(sources, { at: NOON + 12 * HOUR }).block, block);
  assert.notEqual(sourceOf(new VisitSources()).block, block);
});

test('a request of yesterday that comes after one of today renames no block', () => {
  const sources = new VisitSources();
  const { block } = sourceOf(sources);
  sourceOf(sources, { at: NOON - 24 * HOUR });
  assert.equal(sourceOf(sources).block, block);
});

test('a sender is a key with an origin', () => {
  const sources = new VisitSources();
  const { sender } = sourceOf(sources);
  assert.equal(sourceOf(sources, { address: '198.51.100.1' }).sender, sender);
  assert.notEqual(sourceOf(sources, { origin: undefined }).sender, sender);
  assert.notEqual(sourceOf(sources, { keyId: 'key_2' as KeyId }).sender, sender);
});

test('the servers of a shop have no block', () => {
  const sources = new VisitSources((address) => address === '198.51.100.1');
  assert.equal(sourceOf(sources, { address: '198.51.100.1' }).block, undefined);
  assert.equal(sourceOf(sources, { address: '198.51.100.1' }).sender, sourceOf(sources).sender);
  assert.ok(sourceOf(sources).block);
});

test('a crawler is a robot, and nobody else', () => {
  const sources = new VisitSources();
  for (const device of ['bot', 'other', 'desktop'] as const) {
    assert.equal(readSource(sources.describe({ ...request, device }))?.isRobot, device === 'bot', device);
  }
});

test('an older log has no source', () => {
  assert.equal(readSource(undefined), undefined);
});

test('no source contains its address or key', () => {
  const text = new VisitSources().describe(request);
  assert.match(text, /^[\w-]{8}\.[\w-]{4}$/);
});
