import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sdkCalls } from '@decidable/contract';
import {
  changeKey,
  createKey,
  exportUsage,
  listKeys,
  readUsage,
  revokeKey,
} from '@decidable/contract/management';
import { mintKey } from '../keys/index.ts';
import { MOST_KEYS } from '../keys/manage-keys.ts';
import { RunningService } from '../testing/running-service.ts';
import { firstOwner, newMember } from '../testing/shop-people.ts';
import type { SignedInBrowser } from '../testing/signed-in-browser.ts';

let service: RunningService;
let owner: SignedInBrowser;
let params: { organizationId: typeof service.key.organizationId };

before(async () => {
  service = await RunningService.start();
  owner = await firstOwner(service);
  params = { organizationId: service.key.organizationId };
});
after(() => service.close());

/** The status of a call with a key. */
const statusWith = async (key: string, headers: Record<string, string> = {}) =>
  (await service.post('/event', service.event(), { key, headers })).status;

describe('a key', () => {
  test('works from its creation to its revocation, and is shown once', async () => {
    const made = await owner.call(createKey, {
      params,
      body: { label: ' page ', origins: ['https://Shop.example/'], calls: 'sdk', expiresAt: '90d' },
    });
    assert.equal(made.status, 200, made.text);
    const value = String(made.body.value);
    const { key } = made.body;
    assert.deepEqual([key.label, key.origins], ['page', ['https://shop.example']]);
    assert.deepEqual(key.endpoints, [...sdkCalls]);
    assert.equal(await statusWith(value, { origin: 'https://shop.example' }), 200);
    assert.equal(await statusWith(value, { origin: 'https://evil.example' }), 403);
    const listed = await owner.call(listKeys, { params });
    assert.ok(listed.text.includes(value.slice(0, 12)));
    assert.ok(!listed.text.includes(value));

    const of = { ...params, keyId: String(key.id) };
    const changed = await owner.call(changeKey, {
      params: of,
      body: { origins: ['https://evil.example'], label: '', expiresAt: null },
    });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual([changed.body.key.label, changed.body.key.expiresAt], [undefined, undefined]);
    assert.equal(await statusWith(value, { origin: 'https://shop.example' }), 403);
    assert.equal(await statusWith(value, { origin: 'https://evil.example' }), 200);

    const revoked = await owner.call(revokeKey, { params: of });
    assert.equal(String(revoked.body.key.state), 'revoked');
    assert.equal(await statusWith(value, { origin: 'https://evil.example' }), 401);
    assert.equal((await owner.call(changeKey, { params: of, body: { label: 'x' } })).status, 409);
    assert.equal((await owner.call(revokeKey, { params: of })).status, 200);
  });

  test('with origins may do what the SDK does, unless it is made for all', async () => {
    const origins = ['https://shop.example'];
    const made = async (body: object) => (await owner.call(createKey, { params, body })).body.key.endpoints;
    assert.deepEqual(await made({ origins }), [...sdkCalls]);
    assert.equal(await made({ origins, calls: 'all' }), undefined);
    assert.equal(await made({}), undefined);
  });

  test('with a field that cannot be is refused, and the field is named', async () => {
    const wrong: readonly [object, RegExp][] = [
      [{ label: 'x'.repeat(129) }, /^label/],
      [{ origins: ['https://a.example', 'shop.example'] }, /^origins\[1\]: Give an origin/],
      [{ origins: ['https://*.shop.example'] }, /^origins\[0\]: Name each origin/],
      [{ endpoints: ['/track', '/nothing'] }, /^endpoints\[1\]: There is no endpoint/],
      [{ endpoints: [] }, /^endpoints/],
      [{ calls: 'some' }, /^calls must be one of all, sdk/],
      [{ expiresAt: '2001-01-01' }, /^expiresAt: That time has passed/],
      [{ expiresAt: 'soon' }, /^expiresAt: Give a time/],
    ];
    const before = (await owner.call(listKeys, { params })).text;
    for (const [body, message] of wrong) {
      const answer = await owner.call(createKey, { params, body });
      assert.equal(answer.status, 400, answer.text);
      assert.match(String(answer.body.error.message), message);
    }
    assert.equal((await owner.call(listKeys, { params })).text, before);
  });

  test('is created and revoked by editors, not by viewers, and not from another organization', async () => {
    const [viewer, editor] = await Promise.all([
      newMember(service, owner, params.organizationId, 'viewer'),
      newMember(service, owner, params.organizationId, 'editor'),
    ]);
    assert.equal((await viewer.call(createKey, { params, body: {} })).status, 403);
    const made = await editor.call(createKey, { params, body: {} });
    assert.equal(made.status, 200, made.text);
    const of = { ...params, keyId: String(made.body.key.id) };
    assert.equal((await viewer.call(revokeKey, { params: of })).status, 403);
    const stranger = await service.newKey();
    const theirs = { ...params, keyId: stranger.id };
    for (const each of [changeKey, revokeKey] as const)
      assert.equal((await editor.call(each, { params: theirs, body: {} })).status, 404);
    assert.equal((await editor.call(revokeKey, { params: of })).status, 200);
  });

  test('is one of two hundred active ones at most', async () => {
    const { keys } = service.service.storage;
    const active = (await keys.list(params.organizationId)).filter(
      ({ revokedAt }) => revokedAt === undefined,
    );
    for (let n = active.length; n < MOST_KEYS - 1; n++) {
      const { value: _, ...minted } = mintKey();
      await keys.create({ ...minted, ...params, origins: [], createdAt: 1 });
    }
    assert.equal((await owner.call(createKey, { params, body: {} })).status, 200);
    assert.equal((await owner.call(createKey, { params, body: {} })).status, 409);
  });
});

describe('usage', () => {
  test('is told by day and operation, and as CSV', async () => {
    const at = Date.UTC(2026, 0, 30, 12);
    const { storage } = service.service;
    for (const [day, metered] of [
      [0, '/track'],
      [0, '/track/behavior'],
      [1, '/track'],
      [3, '/search'],
    ] as const)
      await storage.commit({ ...params, at: at + day * 86_400_000, metered, writes: [] });
    const query = { from: '2026-01-30', to: '2026-02-01' };
    const { body, status, text } = await owner.call(readUsage, { params, query });
    assert.equal(status, 200, text);
    assert.deepEqual(body.total, [
      { operation: 'track', requests: 3, endpoints: { '/track': 2, '/track/behavior': 1 } },
    ]);
    assert.deepEqual(
      [...body.days].map(({ day, operations }) => [String(day), Number(operations[0].requests)]),
      [
        ['2026-01-30', 2],
        ['2026-01-31', 1],
      ],
    );
    const csv = await owner.call(exportUsage, { params, query });
    assert.equal(
      csv.text,
      'day,operation,endpoint,requests\r\n2026-01-30,track,/track,1\r\n2026-01-30,track,/track/behavior,1\r\n2026-01-31,track,/track,1\r\n',
    );
    assert.match(csv.headers.get('content-disposition') ?? '', /usage-2026-01-30-2026-02-01\.csv/);
  });

  test('is that of at most 400 days, which have to be days', async () => {
    const status = async (query: Record<string, string>) =>
      (await owner.call(readUsage, { params, query })).status;
    assert.equal(await status({ from: '2025-01-01', to: '2026-02-04' }), 200);
    assert.equal(await status({ from: '2025-01-01', to: '2026-02-05' }), 400);
    for (const from of ['2026-02-30', 'x', '2027-01-01'])
      assert.equal(await status({ from, to: '2026-12-01' }), 400);
  });
});
