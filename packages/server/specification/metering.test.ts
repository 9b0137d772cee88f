import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { type EndpointPath, endpoints } from '@decidable/contract';
import { RunningService, type TestKey } from '../testing/running-service.ts';

describe('"Counts toward usage"', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start();
  });
  after(() => running.close());

  const usage = (key: TestKey) =>
    running.service.storage.usage.report(key.organizationId, '2000-01-01', '2100-01-01');

  const good = (key: TestKey): Readonly<Record<EndpointPath, object>> => {
    const ids = { sessionId: 's-1', organizationId: key.organizationId };
    return {
      '/track': { ...ids, signals: [{ type: 'category_view', value: 'boots' }] },
      '/track/behavior': { ...ids, behavior: 'zoomed' },
      '/track/keywords': { ...ids, query: 'red boots' },
      '/session': { sessionId: 's-1' },
      '/catalog/ranked': ids,
      '/search': { ...ids, products: [{ id: 'a' }] },
      '/rerank': { ...ids, results: ['a'] },
      '/suggest': ids,
      '/catalog/audit': { csv: 'id,a\n1,2' },
      '/catalog/verify': { before: 'id,a\n1,2', after: 'id,a\n1,2', organizationId: key.organizationId },
      '/event': { ...ids, name: 'x' },
      '/exposure': { ...ids, decisionId: 'd', items: ['a'] },
    };
  };

  it('each endpoint counts as the table says, once a request, grouped by its first path segment', async () => {
    const key = await running.newKey();
    for (const [path, body] of Object.entries(good(key)) as [EndpointPath, object][]) {
      for (let times = 0; times < 2; times++) {
        const answer = await running.post(path, body, { key });
        assert.equal(answer.status, 200, `${path}: ${answer.text}`);
      }
    }
    const lines = await usage(key);
    const counted = Object.assign({}, ...lines.map((line) => line.endpoints)) as Record<string, number>;
    for (const { path, metered } of Object.values(endpoints))
      assert.equal(counted[path] ?? 0, metered ? 2 : 0, path);
    // "Usage appears as one line per operation."
    assert.deepEqual(Object.fromEntries(lines.map(({ operation, requests }) => [operation, requests])), {
      track: 6,
      session: 2,
      catalog: 6,
      search: 2,
      rerank: 2,
    });
  });

  it('a request that is not answered with 2xx does not count', async () => {
    const key = await running.newKey();
    await running.post('/catalog/audit', { csv: 'id,a\n1,"2' }, { key });
    await running.post('/catalog/audit', {}, { key });
    await running.post('/session', { sessionId: '' }, { key });
    await running.post('/session', { sessionId: 's', organizationId: 'org_other' }, { key });
    assert.deepEqual(await usage(key), []);
  });

  it('requests that come together are all counted', async () => {
    const key = await running.newKey();
    await Promise.all(
      Array.from({ length: 50 }, () => running.post('/session', { sessionId: 's' }, { key })),
    );
    assert.equal((await usage(key))[0]?.requests, 50);
  });

  it('is counted on rows that bear the name of the service, and reported as one sum of all names', async () => {
    const named = await RunningService.start({ DECIDABLE_NODE: 'shop-1' });
    const database = new DatabaseSync(join(named.folder, 'decidable.db'));
    try {
      const day = new Date().toISOString().slice(0, 10);
      database
        .prepare(
          "INSERT INTO usage (organization_id, day, endpoint, node, requests) VALUES (?, ?, ?, 'local', 3)",
        )
        .run(named.key.organizationId, day, '/session');
      await named.post('/session', { sessionId: 's' });
      const rows = database.prepare("SELECT requests FROM usage WHERE node = 'shop-1'").all();
      assert.deepEqual(
        rows.map(({ requests }) => requests),
        [1],
      );
      const [line] = await named.service.storage.usage.report(named.key.organizationId, day, '2100-01-01');
      assert.equal(line?.requests, 4);
    } finally {
      database.close();
      await named.close();
    }
  });
});
