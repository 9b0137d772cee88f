import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { basePath, type EndpointPath, endpoints } from '@decidable/contract';
import { hashKey } from '../keys/mint-key.ts';
import { type Answer, envelopeFault, RunningService } from '../testing/running-service.ts';

describe('authentication', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start();
  });
  after(() => running.close());

  const refused = (answer: Answer, status: number, code: string, path = `${basePath}/event`) =>
    assert.equal(envelopeFault(answer, status, code, path), undefined);
  const plain = (answer: Answer) => JSON.stringify([answer.status, answer.body.error]);

  it('"authentication is one header (`x-api-key`)"', async () => {
    assert.equal((await running.post('/event', running.event())).status, 200);
  });

  it('"`UNAUTHORIZED` 401: Missing, wrong, revoked or expired key": all four are answered alike', async () => {
    const { organizationId } = running.key;
    const revoked = await running.newKey(organizationId);
    await running.service.storage.keys.revoke(organizationId, revoked.id, Date.now());
    const expired = await running.newKey(organizationId, { expiresAt: Date.now() - 1 });
    const answers: Answer[] = [];
    for (const key of [null, 'pk_live_wrong', '', revoked, expired]) {
      const answer = await running.post('/event', running.event(), { key });
      refused(answer, 401, 'UNAUTHORIZED');
      answers.push(answer);
    }
    assert.equal(new Set(answers.map(plain)).size, 1);
  });

  it('asks every endpoint for a key', async () => {
    for (const path of Object.keys(endpoints) as EndpointPath[]) {
      refused(await running.post(path, {}, { key: null }), 401, 'UNAUTHORIZED', basePath + path);
    }
  });

  it('"`Authorization: Bearer` is not accepted"', async () => {
    const headers = { authorization: `Bearer ${running.key.value}` };
    refused(await running.post('/event', running.event(), { key: null, headers }), 401, 'UNAUTHORIZED');
  });

  it('a key in the query is not accepted', async () => {
    const answer = await running.postTo(`/api/v1/event?x-api-key=${running.key.value}`, running.event(), {
      key: null,
    });
    refused(answer, 401, 'UNAUTHORIZED');
  });

  it('"Format: `pk_live_` followed by base64url randomness"', () => {
    assert.match(running.key.value, /^pk_live_[A-Za-z0-9_-]{32}$/);
  });

  it('"There is no `pk_test_` and no sandbox"', async () => {
    const key = running.key.value.replace('pk_live_', 'pk_test_');
    refused(await running.post('/event', running.event(), { key }), 401, 'UNAUTHORIZED');
  });

  it('"Only its hash is stored": the value is nowhere in the data folder', async () => {
    const key = await running.newKey();
    await running.post('/event', { ...running.event(), organizationId: key.organizationId }, { key });
    const folder = running.folder;
    const random = key.value.slice('pk_live_'.length);
    const hash = hashKey(key.value);
    let stored = false;
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      // The service replaces a file by one under another name, which may be gone by now.
      const content = await readFile(join(entry.parentPath, entry.name)).catch((error) => {
        if (error.code !== 'ENOENT') throw error;
        return '';
      });
      assert.equal(content.includes(random), false, entry.name);
      stored ||= content.includes(hash);
    }
    assert.ok(stored);
  });

  it('"active | revoked | takes effect immediately; later requests return 401": on the very next request', async () => {
    const key = await running.newKey();
    const body = { ...running.event(), organizationId: key.organizationId };
    assert.equal((await running.post('/event', body, { key })).status, 200);
    await running.service.storage.keys.revoke(key.organizationId, key.id, Date.now());
    refused(await running.post('/event', body, { key }), 401, 'UNAUTHORIZED');
  });

  it('revoked by another process, it holds on the very next request too', async () => {
    const { openSqliteStorage } = await import('../storage/index.ts');
    const key = await running.newKey();
    const body = { ...running.event(), organizationId: key.organizationId };
    assert.equal((await running.post('/event', body, { key })).status, 200);
    const beside = await openSqliteStorage({ folder: running.folder, role: 'command' });
    try {
      await beside.keys.revoke(key.organizationId, key.id, Date.now());
      refused(await running.post('/event', body, { key }), 401, 'UNAUTHORIZED');
    } finally {
      await beside.close();
    }
  });

  it('"active | expiry time reached | later requests return 401, the same as for a wrong key"', async (t) => {
    const key = await running.newKey(undefined, { expiresAt: Date.now() + 3_600_000 });
    const body = { ...running.event(), organizationId: key.organizationId };
    assert.equal((await running.post('/event', body, { key })).status, 200);
    const wrong = await running.post('/event', body, { key: 'pk_live_wrong' });
    const later = Date.now() + 3_600_000;
    t.mock.method(Date, 'now', () => later);
    const answer = await running.post('/event', body, { key });
    refused(answer, 401, 'UNAUTHORIZED');
    assert.equal(plain(answer), plain(wrong));
  });

  it('"A separate key for development may be created and revoked": the other goes on working', async () => {
    const key = await running.newKey(running.key.organizationId);
    await running.service.storage.keys.revoke(key.organizationId, key.id, Date.now());
    assert.equal((await running.post('/event', running.event(), { key })).status, 401);
    assert.equal((await running.post('/event', running.event())).status, 200);
  });

  describe('"Scope: One organization. It cannot read another organization\'s data (403 if attempted)"', () => {
    it('on every endpoint, in the same words whether that organization exists or not', async () => {
      const other = await running.newKey();
      const told = new Set<string>();
      for (const organizationId of [other.organizationId, 'org_that_never_was']) {
        const ids = { sessionId: 's-1', organizationId };
        const bodies: Readonly<Record<EndpointPath, object>> = {
          '/track': ids,
          '/track/behavior': { ...ids, behavior: 'x' },
          '/track/keywords': { ...ids, query: 'boots' },
          '/session': ids,
          '/catalog/ranked': ids,
          '/search': { ...ids, products: [{ id: 'a' }] },
          '/rerank': { ...ids, results: ['a'] },
          '/suggest': ids,
          '/catalog/audit': { csv: 'id,a\n1,2', organizationId },
          '/catalog/verify': { before: 'id,a\n1,2', after: 'id,a\n1,2', organizationId },
          '/event': { ...ids, name: 'x' },
          '/exposure': { ...ids, decisionId: 'd', items: ['a'] },
        };
        for (const [path, body] of Object.entries(bodies) as [EndpointPath, object][]) {
          const answer = await running.post(path, body);
          refused(answer, 403, 'FORBIDDEN', basePath + path);
          told.add(plain(answer));
        }
      }
      assert.equal(told.size, 1);
    });

    it('writes nothing and counts nothing', async () => {
      const other = await running.newKey();
      const ids = { sessionId: 's-1', organizationId: other.organizationId };
      await running.post('/event', { ...ids, name: 'x', eventId: 'e-1' });
      await running.post('/catalog/audit', { csv: 'id,a\n1,2', organizationId: other.organizationId });
      const own = await running.post('/event', { ...ids, name: 'x', eventId: 'e-1' }, { key: other });
      assert.equal(own.body.duplicate as unknown, false);
      const { storage } = running.service;
      assert.deepEqual(await storage.gradings.list(other.organizationId), []);
      assert.deepEqual(await storage.usage.report(other.organizationId, '2000-01-01', '2100-01-01'), []);
    });

    it('"`organizationId` is read from the request body, not from the key": one that differs is refused, not replaced', async () => {
      const answer = await running.post('/event', running.event({ organizationId: 'org_mistyped' }));
      refused(answer, 403, 'FORBIDDEN');
    });
  });

  describe('"a key can be scoped to an origin"', () => {
    const shop = 'https://shop.example';
    const from = (origin: string) => ({ origin });

    it('works from its origins and from servers, which send none', async () => {
      const key = await running.newKey(running.key.organizationId, {
        origins: [shop, 'http://localhost:3000'],
      });
      for (const headers of [from(shop), from('http://localhost:3000'), {}]) {
        assert.equal((await running.post('/event', running.event(), { key, headers })).status, 200);
      }
    });

    it('is refused from every other: scheme, host and port must be equal', async () => {
      const key = await running.newKey(running.key.organizationId, { origins: [shop] });
      for (const origin of [
        'http://shop.example',
        'https://shop.example:8443',
        'https://www.shop.example',
        'https://shop.example.evil.example',
        'null',
      ]) {
        const answer = await running.post('/event', running.event(), { key, headers: from(origin) });
        refused(answer, 403, 'FORBIDDEN');
      }
    });

    it('a key without origins works from everywhere', async () => {
      const headers = from('https://anywhere.example');
      assert.equal((await running.post('/event', running.event(), { headers })).status, 200);
    });
  });
});
