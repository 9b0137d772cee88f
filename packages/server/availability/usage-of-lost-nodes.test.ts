import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { ServiceProcess } from '../durability/service-process.ts';
import { mintKey } from '../keys/mint-key.ts';
import { openClusterStorage } from '../storage/cluster/storage.ts';
import { withoutServer } from '../storage/cluster/valkey/testing/redis-binaries.ts';
import { until, ValkeyProcess } from '../storage/cluster/valkey/testing/valkey-process.ts';
import type { MeteredRequest, OrganizationId } from '../storage/ports.ts';
import { type TestDatabase, testDatabase, withoutPostgres } from '../testing/postgres.ts';
import { UsageOfLostNodes } from './usage-of-lost-nodes.ts';

const organizationId = 'org_lostnodes00000000000' as OrganizationId;
const CSV = 'id,colour\n1,red\n2,blue\n3,\n';
const fail = ({ requestId }: MeteredRequest) => assert.fail(`${requestId} was lost`);

describe('requests that a lost node could not count', { skip: withoutPostgres() || withoutServer }, () => {
  let folder: string;
  let database: TestDatabase;
  let valkey: ValkeyProcess;
  let storage: Awaited<ReturnType<typeof openClusterStorage>>;
  let locker: pg.Client;
  let key: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-lost-'));
    [database, valkey] = await Promise.all([testDatabase(), ValkeyProcess.start()]);
    storage = await openClusterStorage({
      databaseUrl: database.url,
      patience: 500,
      valkey: { url: valkey.url },
    });
    locker = new pg.Client(database.url);
    await locker.connect();
    await storage.organizations.create({ id: organizationId, name: 'Lost nodes', createdAt: 0 });
  });
  // A node that is killed keeps the places of its gradings for a while, which count for their key.
  beforeEach(async () => {
    const { value, ...minted } = mintKey();
    key = value;
    await storage.keys.create({ ...minted, organizationId, origins: [], createdAt: 0 });
  });
  after(async () => {
    await ServiceProcess.endAll();
    await locker.end();
    await storage.close();
    await valkey.dispose();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (name: string) =>
    ServiceProcess.start(join(folder, name), [], {
      STORAGE: 'cluster',
      DATABASE_URL: database.url,
      VALKEY_URL: valkey.url,
    });

  async function audit({ address }: ServiceProcess): Promise<number> {
    const response = await fetch(`${address}/api/v1/catalog/audit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ csv: CSV }),
    });
    await response.arrayBuffer();
    return response.status;
  }

  async function counted(): Promise<number> {
    const lines = await storage.usage.report(organizationId, '2000-01-01', '2100-01-01');
    return lines.find(({ operation }) => operation === 'catalog')?.requests ?? 0;
  }

  const pending = async () => {
    let requests = 0;
    for await (const step of storage.usageCopies!.before(Infinity)) requests += step.length;
    return requests;
  };

  /** What a node does that is left, so much later. */
  async function lookAfter(ms: number): Promise<void> {
    const later = { commit: storage.commit.bind(storage), now: () => storage.now() + ms };
    const lost = new UsageOfLostNodes(later, storage.usageCopies!, fail, (error) =>
      assert.fail(String(error)),
    );
    await lost.look();
    await lost.close();
  }

  it('are counted once by another node, when a minute has passed and the store is back', async () => {
    const node = await start('gone');
    assert.equal(await audit(node), 200);
    await until('the key is in use', async () => (await counted()) === 1);
    await locker.query('BEGIN; LOCK TABLE usage IN EXCLUSIVE MODE');
    assert.deepEqual([await audit(node), await audit(node)], [200, 200]);
    assert.equal(await pending(), 2);
    await node.end('SIGKILL');
    rmSync(join(folder, 'gone'), { recursive: true });

    await lookAfter(61_000);
    assert.equal(await pending(), 2);
    await locker.query('ROLLBACK');
    await lookAfter(50_000);
    assert.equal(await pending(), 2);
    await Promise.all([lookAfter(61_000), lookAfter(61_000)]);
    assert.deepEqual([await counted(), await pending()], [3, 0]);
  });

  it('are counted once where the node comes back and counts them itself', async () => {
    const before = await counted();
    const node = await start('back');
    await audit(node);
    await locker.query('BEGIN; LOCK TABLE usage IN EXCLUSIVE MODE');
    assert.equal(await audit(node), 200);
    await node.end('SIGKILL');
    await locker.query('ROLLBACK');
    await lookAfter(61_000);
    assert.equal((await counted()) - before, 2);
    const again = await start('back');
    await again.end('SIGTERM');
    assert.deepEqual([(await counted()) - before, await pending()], [2, 0]);
  });

  it('are looked for beside what no node of this release has written, which is removed', async () => {
    const before = await counted();
    const [request] = [
      {
        organizationId,
        metered: '/catalog/audit',
        at: Date.UTC(2025, 2, 14),
        requestId: 'by-hand',
        writes: [] as const,
      },
    ];
    await storage.usageCopies!.put(request);
    const [hash] = await valkey.ask((client) => client.keys('*:pending-usage'));
    await valkey.ask((client) => client.hset(hash!, { 'no-json': '{', 'no-time': '{"metered":"/track"}' }));
    await lookAfter(0);
    assert.equal((await counted()) - before, 1);
    assert.equal(await valkey.ask((client) => client.exists(hash!)), 0);
  });

  it('leave no copy behind where the node counts them when the store is back', async () => {
    const before = await counted();
    const node = await start('patient');
    await audit(node);
    await locker.query('BEGIN; LOCK TABLE usage IN EXCLUSIVE MODE');
    assert.equal(await audit(node), 200);
    assert.equal(await pending(), 1);
    await locker.query('ROLLBACK');
    await until('the copy is gone', async () => (await pending()) === 0);
    assert.equal((await counted()) - before, 2);
  });
});
