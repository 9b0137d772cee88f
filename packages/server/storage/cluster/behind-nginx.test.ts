import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { mintKey, revokeKey } from '../../keys/index.ts';
import { replayDecision } from '../../ranking/index.ts';
import { BuildPool, Shops } from '../../shops/index.ts';
import { addShop, NodesBehindNginx } from '../../testing/nodes-behind-nginx.ts';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../testing/postgres.ts';
import { withoutNginx } from '../../testing/proxies/nginx-process.ts';
import type { SessionId, Storage } from '../ports.ts';
import { openSqliteStorage } from '../sqlite/storage.ts';
import { withoutServer } from './valkey/testing/redis-binaries.ts';
import { ValkeyCluster } from './valkey/testing/valkey-cluster.ts';
import { ValkeyProcess } from './valkey/testing/valkey-process.ts';

const NODES = 3;
const SIGNALS = 24;
const CATEGORIES = ['boots', 'sandals', 'sneakers'];

const servers = [
  ['one Valkey', () => ValkeyProcess.start()],
  ['a Cluster of Valkey with six processes', () => ValkeyCluster.start()],
] as const;

for (const [name, startValkey] of servers) {
  describe(`three nodes behind nginx, on one PostgreSQL and ${name}`, {
    skip: withoutPostgres() || withoutNginx() || withoutServer,
  }, () => {
    const open = new AsyncDisposableStack();
    let database: TestDatabase;
    let nodes: NodesBehindNginx;
    /** The store of one service. */
    let embedded: Storage;

    before(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'decidable-nodes-'));
      open.defer(() => rmSync(folder, { recursive: true }));
      database = await testDatabase();
      open.defer(() => database.drop());
      const valkey = await startValkey();
      open.defer(() => valkey.dispose());
      nodes = await NodesBehindNginx.start({
        folder,
        count: NODES,
        databaseUrl: database.url,
        valkeyUrl: valkey.url,
      });
      open.defer(() => nodes.close());
      const alone = join(folder, 'alone');
      embedded = await openSqliteStorage({ folder: alone, role: 'command' });
      open.defer(() => embedded.close());
      const [key] = await nodes.storage.keys.list(nodes.organizationId);
      await addShop(embedded, nodes.organizationId, { ...key, value: nodes.key });
    });

    after(() => open.disposeAsync());

    async function post(address: string, path: string, body: object, key = nodes.key) {
      const response = await fetch(`${address}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ organizationId: nodes.organizationId, ...body }),
      });
      return { status: response.status, text: await response.text() };
    }

    async function rank(address: string, sessionId: string) {
      const { status, text } = await post(address, '/catalog/ranked', { sessionId, limit: 60 });
      assert.equal(status, 200, text);
      const { decisionId } = JSON.parse(text) as { decisionId: string };
      return { decisionId, list: text.slice(text.indexOf('"items"'), text.lastIndexOf(']') + 1) };
    }

    it('rank with the same bytes as one service does from the same log, and replay makes each list again', async () => {
      const { organizationId, storage, nginx, addresses } = nodes;
      const sessionId = 'visitor-behind-nginx' as SessionId;
      for (let n = 0; n < SIGNALS; n++) {
        const signal = { type: 'category_view', value: CATEGORIES[(n * n) % CATEGORIES.length] };
        const { status, text } = await post(nginx.address, '/track', { sessionId, signals: [signal] });
        assert.equal(status, 200, text);
      }
      const made = [];
      for (const address of [...addresses, ...Array(NODES).fill(nginx.address)])
        made.push(await rank(address, sessionId));

      const log = await storage.sessions.log(organizationId, sessionId);
      assert.equal(log.filter(({ type }) => type === 'category_view').length, SIGNALS);
      const openedAt = log[0].at;
      const signals = { kind: 'signals', sessionId, after: 0, openedAt, signals: log } as const;
      const writes = [{ ...signals, batchId: undefined, snapshot: undefined }];
      await embedded.commit({ organizationId, at: openedAt, writes });
      // Interests fade, so lists of different moments differ: each is made again as of its own, from both stores.
      const builder = new BuildPool();
      const shops = [embedded, storage].map((store) => ({
        store,
        shops: new Shops({ storage: store, builder }),
      }));
      for (const { decisionId, list } of made) {
        const decision = await storage.outcomes.decision(organizationId, decisionId);
        for (const each of shops) {
          const replayed = await replayDecision(each.store, each.shops, organizationId, decision!);
          assert.ok(replayed.made && replayed.same, decisionId);
          assert.equal(`"items":${replayed.json}`, list);
        }
      }
      await builder.close();

      const client = new pg.Client(database.url);
      await client.connect();
      const { rows } = await client.query(
        "SELECT node FROM usage WHERE endpoint = '/track' GROUP BY node ORDER BY node",
      );
      await client.end();
      assert.deepEqual(
        rows.map(({ node }) => node),
        ['node-1', 'node-2', 'node-3'],
      );
    });

    it('refuse a key from the acknowledgement of its revocation on, whichever of them is asked', async () => {
      const { storage, organizationId, nginx, addresses } = nodes;
      const { value, ...key } = mintKey();
      await storage.keys.create({ ...key, organizationId, origins: [], createdAt: 0 });
      const statuses = () =>
        Promise.all(
          [...addresses, ...Array(2 * NODES).fill(nginx.address)].map(async (address, n) => {
            const signals = [{ type: 'category_view', value: 'boots' }];
            return (await post(address, '/track', { sessionId: `visitor-${n}-of-a-key`, signals }, value))
              .status;
          }),
        );
      assert.deepEqual(await statuses(), Array(3 * NODES).fill(200));
      await revokeKey(storage, organizationId, key.id, Date.now(), async () => {});
      assert.deepEqual(await statuses(), Array(3 * NODES).fill(401));
    });
  });
}
