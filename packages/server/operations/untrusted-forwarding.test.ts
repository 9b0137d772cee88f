import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { forwarding } from './doctor/forwarding.ts';
import {
  describe,
  ForwardingWatch,
  forgetUntrustedForwarding,
  readUntrustedForwarding,
  recordUntrustedForwarding,
  type UntrustedForwarding,
} from './untrusted-forwarding.ts';

test('every request from an untrusted proxy is counted, the first is warned of', () => {
  const warned: UntrustedForwarding[] = [];
  let counted = 0;
  const watch = new ForwardingWatch(
    (seen) => warned.push(seen),
    () => counted++,
  );
  for (const peer of ['10.0.0.7', '10.0.0.8', '10.0.0.7']) watch.saw(peer);
  assert.deepEqual([warned.map(({ peer }) => peer), counted], [['10.0.0.7'], 3]);
  assert.match(describe(warned[0]).found, /came from 10\.0\.0\.7,/);
  assert.match(describe(warned[0]).remedy, /TRUSTED_PROXIES/);
});

test('a public address may be that of a visitor, and is not named', () => {
  for (const [peer, named] of [
    ['203.0.113.7', undefined],
    ['2001:db8::1', undefined],
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:192.168.3.4', '::ffff:192.168.3.4'],
    ['fd00::2', 'fd00::2'],
  ] as const) {
    const watch = new ForwardingWatch(
      (seen) => assert.equal(seen.peer, named),
      () => {},
    );
    watch.saw(peer);
  }
  assert.match(describe({}).found, /came from a public address/);
});

test('the observation outlasts the service, until it is forgotten', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'decidable-'));
  t.after(() => rm(folder, { recursive: true }));
  assert.equal(await readUntrustedForwarding(folder), undefined);
  await forgetUntrustedForwarding(folder);
  await recordUntrustedForwarding(folder, { at: 5, peer: '10.0.0.7' });
  assert.deepEqual(await readUntrustedForwarding(folder), { at: 5, peer: '10.0.0.7' });
  await forgetUntrustedForwarding(folder);
  assert.equal(await readUntrustedForwarding(folder), undefined);
  await writeFile(join(folder, 'untrusted-forwarding.json'), '{"at"');
  assert.equal(await readUntrustedForwarding(folder), undefined);

  const installation = { folder, config: { problems: [] }, now: 5, metrics: undefined };
  assert.equal((await forwarding.run(installation)).verdict, 'fine');
  await recordUntrustedForwarding(folder, { at: 5, peer: '10.0.0.7' });
  const finding = await forwarding.run(installation);
  assert.deepEqual([finding.verdict, finding.remedy], ['notice', describe({}).remedy]);
});
