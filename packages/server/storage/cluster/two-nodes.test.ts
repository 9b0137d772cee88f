import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ServiceProcess } from '../../durability/service-process.ts';
import { mintKey } from '../../keys/mint-key.ts';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../testing/postgres.ts';
import type { KeyId, OrganizationId, SessionId, Storage } from '../ports.ts';
import { openClusterStorage } from './storage.ts';

const skip = withoutPostgres();
const organizationId = 'org_twonodes000000000000' as OrganizationId;

const CATALOGUE = `id,title,category,brand,price
p1,Trail boots,Boots,Alder,120
p2,City boots,Boots,Birch,90
p3,Rain jacket,Jackets,Alder,150
p4,Down jacket,Jackets,Cedar,240
p5,Wool hat,Hats,Birch,30
p6,Sun hat,Hats,Cedar,25
`;

describe('two nodes on one PostgreSQL', { skip }, () => {
  let folder: string;
  let database: TestDatabase;
  let storage: Storage;
  let nodes: readonly ServiceProcess[] = [];
  let key: ReturnType<typeof mintKey>;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-nodes-'));
    database = await testDatabase();
    storage = await openClusterStorage({ databaseUrl: database.url });
    key = mintKey();
    const { value: _, ...minted } = key;
    await storage.organizations.create({ id: organizationId, name: 'Two nodes', createdAt: 0 });
    await storage.keys.create({ ...minted, organizationId, origins: [], createdAt: 0 });
    const csv = Buffer.from(CATALOGUE);
    await storage.catalogues.put({ organizationId, version: 'v1', products: 6, importedAt: 0, csv });
    nodes = await Promise.all(
      ['a', 'b'].map((name) =>
        ServiceProcess.start(join(folder, name), [], {
          STORAGE: 'cluster',
          DATABASE_URL: database.url,
          DECIDABLE_NODE: name,
        }),
      ),
    );
  });

  after(async () => {
    await ServiceProcess.endAll();
    await storage.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  async function post(node: number, path: string, body: object) {
    const response = await fetch(`${nodes[node].address}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key.value },
      body: JSON.stringify({ organizationId, ...body }),
    });
    return { status: response.status, body: (await response.json()) as { items?: { id: string }[] } };
  }

  const look = (node: number, value: string) =>
    post(node, '/track', { sessionId: 'visitor-of-both-nodes', signals: [{ type: 'category_view', value }] });

  async function firstOf(node: number): Promise<string> {
    const { status, body } = await post(node, '/catalog/ranked', {
      sessionId: 'visitor-of-both-nodes',
      limit: 2,
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body
      .items!.map(({ id }) => id)
      .sort()
      .join(' ');
  }

  it('each ranks by every signal that the other has acknowledged, also of a session that it has in memory', async () => {
    for (const [turn, [category, wanted]] of [
      ['Hats', 'p5 p6'],
      ['Jackets', 'p3 p4'],
      ['Boots', 'p1 p2'],
      ['Hats', 'p5 p6'],
    ].entries()) {
      const [written, read] = turn % 2 === 0 ? [0, 1] : [1, 0];
      for (let again = 0; again < 3 + turn * 3; again++) {
        assert.equal((await look(written, category)).status, 200);
      }
      assert.equal(await firstOf(read), wanted, category);
      assert.equal(await firstOf(written), wanted, category);
    }
  });

  it('apply signals once that lists of both bring, and rank by them', async () => {
    for (const [n, [value, wanted]] of [
      ['Hats', 'p5 p6'],
      ['Boots', 'p1 p2'],
    ].entries()) {
      const sessionId = `visitor-with-lists-${n}`;
      const signals = [{ type: 'category_view', value }];
      const ask = (node: number) =>
        post(node, '/catalog/ranked', { sessionId, limit: 2, signals, batchId: 'b' });
      for (const { status, body } of await Promise.all([0, 1, 0, 1].map(ask))) {
        assert.equal(status, 200, JSON.stringify(body));
        const ids = body.items!.map(({ id }) => id).sort();
        assert.equal(ids.join(' '), wanted);
      }
      const log = await storage.sessions.log(organizationId, sessionId as SessionId);
      assert.equal(log.filter(({ type }) => type === 'category_view').length, 1);
    }
  });

  it('count each request once, under the name of the node that answered it', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const sequence = () => storage.sessions.sequence(organizationId, 'visitor-of-both-nodes' as SessionId);
    const before = await storage.usage.report(organizationId, day, day);
    const signals = await sequence();
    await Promise.all(Array.from({ length: 40 }, (_, n) => look(n % 2, 'Hats')));
    const counted = (lines: typeof before) =>
      lines.find(({ operation }) => operation === 'track')?.requests ?? 0;
    assert.equal(counted(await storage.usage.report(organizationId, day, day)) - counted(before), 40);
    assert.equal((await sequence()) - signals, 40);
  });

  it('a key that another process revokes is refused by both at the next request', async () => {
    for (const node of [0, 1]) assert.equal((await look(node, 'Hats')).status, 200);
    assert.equal(await storage.keys.revoke(organizationId, key.id as KeyId, Date.now()), true);
    for (const node of [0, 1]) assert.equal((await look(node, 'Hats')).status, 401);
  });
});
