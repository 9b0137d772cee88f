import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ServiceProcess } from '../../durability/service-process.ts';
import { mintKey } from '../../keys/mint-key.ts';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../testing/postgres.ts';
import {
  ChangeUnannounced,
  type KeyId,
  type OrganizationId,
  type SessionId,
  type Storage,
  StoreUnavailable,
} from '../ports.ts';
import { openClusterStorage } from './storage.ts';
import { withoutServer } from './valkey/testing/redis-binaries.ts';
import { until, ValkeyProcess } from './valkey/testing/valkey-process.ts';

const organizationId = 'org_threenodes0000000000' as OrganizationId;
const NODES = [0, 1, 2] as const;
/** Requests that a session may send within hours, of all nodes together. */
const BURST = 120;

const CATALOGUE = `id,title,category,brand,price
p1,Trail boots,Boots,Alder,120
p2,City boots,Boots,Birch,90
p3,Rain jacket,Jackets,Alder,150
p4,Down jacket,Jackets,Cedar,240
p5,Wool hat,Hats,Birch,30
p6,Sun hat,Hats,Cedar,25
`;

describe('three nodes on one PostgreSQL and one Valkey', { skip: withoutPostgres() || withoutServer }, () => {
  let folder: string;
  let database: TestDatabase;
  let valkey: ValkeyProcess;
  /** A fourth member, which the tests use as a command does. */
  let storage: Storage;
  let nodes: readonly ServiceProcess[] = [];
  let key: Awaited<ReturnType<typeof newKey>>;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-nodes-'));
    [database, valkey] = await Promise.all([testDatabase(), ValkeyProcess.start()]);
    storage = await openClusterStorage({ databaseUrl: database.url, valkey: { url: valkey.url } });
    await storage.organizations.create({ id: organizationId, name: 'Three nodes', createdAt: 0 });
    key = await newKey();
    const csv = Buffer.from(CATALOGUE);
    await storage.catalogues.put({ organizationId, version: 'v1', products: 6, importedAt: 0, csv });
    nodes = await Promise.all(
      NODES.map((name) =>
        ServiceProcess.start(join(folder, `${name}`), [], {
          STORAGE: 'cluster',
          DATABASE_URL: database.url,
          VALKEY_URL: valkey.url,
          DECIDABLE_NODE: `node-${name}`,
          RATE_LIMIT_SESSION: `0.01:${BURST}`,
        }),
      ),
    );
  });

  after(async () => {
    await ServiceProcess.endAll();
    await storage.close();
    await valkey.dispose();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  async function newKey() {
    const minted = mintKey();
    const { value: _, ...stored } = minted;
    await storage.keys.create({ ...stored, organizationId, origins: [], createdAt: 0 });
    return minted;
  }

  async function post(node: number, path: string, body: object, apiKey = key.value) {
    const response = await fetch(`${nodes[node].address}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ organizationId, ...body }),
    });
    return { status: response.status, text: await response.text() };
  }

  const look = async (node: number, sessionId: string, value: string, apiKey?: string) =>
    (await post(node, '/track', { sessionId, signals: [{ type: 'category_view', value }] }, apiKey)).status;

  /** The status of a request with a key, of each node. */
  const statuses = (apiKey: string) =>
    Promise.all(NODES.map((node) => look(node, `visit-of-${apiKey.slice(-8)}`, 'Hats', apiKey)));

  /** The list of a session as each node sends it, but for the id of the decision. */
  const rankings = (sessionId: string) =>
    Promise.all(
      NODES.map(async (node) => {
        const { status, text } = await post(node, '/catalog/ranked', { sessionId, explain: true });
        assert.equal(status, 200, text);
        return text.slice(text.indexOf('"items"'), text.lastIndexOf(']') + 1);
      }),
    );

  async function same(sessionId: string): Promise<string> {
    const [first, ...others] = await rankings(sessionId);
    for (const other of others) assert.equal(other, first);
    assert.match(first, /^"items":\[\{"id":"p\d"/);
    return first;
  }

  /** Signals by turns, enough for a profile to be kept. */
  async function visit(sessionId: string): Promise<void> {
    const categories = ['Hats', 'Jackets', 'Hats', 'Boots', 'Hats'];
    for (let n = 0; n < 54; n++) {
      assert.equal(await look(n % 3, sessionId, categories[n % categories.length]), 200);
    }
  }

  const profiles = () => valkey.ask((client) => client.keys('*:profile:*'));

  it('rank by signals that came by turns with the same bytes, also when Valkey has lost all that it knew', async () => {
    await visit('visitor-of-three-nodes');
    const before = await same('visitor-of-three-nodes');
    await until('the profile is kept', async () => (await profiles()).length > 0);
    await valkey.ask((client) => client.flushall());
    assert.deepEqual(await profiles(), []);
    assert.equal(await same('visitor-of-three-nodes'), before);
    // A member that has nothing in memory folds it from the log.
    const loaded = await storage.sessions.load(organizationId, 'visitor-of-three-nodes' as SessionId);
    assert.equal(loaded?.snapshot, undefined);
    assert.ok(loaded!.signals.length >= 54);
    assert.equal(await look(1, 'visitor-of-three-nodes', 'Boots'), 200);
    assert.notEqual(await same('visitor-of-three-nodes'), before);
  });

  it('refuse a key at once when its revocation is acknowledged, also when Valkey has lost its log', async () => {
    for (const isEmptied of [false, true, false]) {
      const { id, value } = await newKey();
      assert.deepEqual(await statuses(value), [200, 200, 200]);
      if (isEmptied) await valkey.ask((client) => client.flushall());
      assert.equal(await storage.keys.revoke(organizationId, id as KeyId, Date.now()), true);
      assert.deepEqual(await statuses(value), [401, 401, 401]);
    }
  });

  it('know a key from memory while they hold a lease: the store is not asked', async () => {
    const { hash, id } = await newKey();
    await storage.keys.findByHash(hash);
    const holder = new pg.Client(database.url);
    await holder.connect();
    await until('memory answers', async () => {
      await holder.query('BEGIN; LOCK TABLE change_head, keys');
      const answer = storage.keys.findByHash(hash);
      const found = await Promise.race([answer, pause(5, undefined)]);
      await holder.query('ROLLBACK');
      await answer;
      return found?.id === id;
    });
    await holder.end();
  });

  it('share the limit of a session: beyond its burst passes less than a quarter, and what is on its way', async () => {
    const passes = async (node: number) => (await look(node, 'visitor-in-a-hurry', 'Hats')) === 200;
    let passed = 0;
    let refusedInARow = 0;
    for (let n = 0; refusedInARow < 6; n++) {
      if (await passes(n % 3)) {
        passed++;
        refusedInARow = 0;
      } else refusedInARow++;
    }
    assert.ok(passed >= BURST && passed < 1.5 * BURST, `${passed} passed`);
    await valkey.ask((client) => client.flushall());
    assert.deepEqual(await Promise.all(NODES.map(passes)), [false, false, false]);
  });

  it('ask the store while Valkey is away: no revocation is acknowledged that it cannot tell, and none is overlooked', async () => {
    const [first, second, third] = [await newKey(), await newKey(), await newKey()];
    for (const { value } of [first, second, third]) assert.deepEqual(await statuses(value), [200, 200, 200]);
    await valkey.kill();
    await assert.rejects(
      storage.keys.revoke(organizationId, first.id as KeyId, Date.now()),
      ChangeUnannounced,
    );
    // Leases have run out meanwhile.
    assert.deepEqual(await statuses(first.value), [401, 401, 401]);
    assert.deepEqual(await statuses(second.value), [200, 200, 200]);
    await same('visitor-of-three-nodes');
    await valkey.start();
    // Revoked before: it is announced again, and acknowledged now.
    await until('Valkey is back', () =>
      storage.keys.revoke(organizationId, first.id as KeyId, Date.now()).then(
        (isNew) => {
          assert.equal(isNew, false);
          return true;
        },
        (error) => {
          assert.ok(error instanceof StoreUnavailable);
          return false;
        },
      ),
    );
    assert.deepEqual(await statuses(second.value), [200, 200, 200]);
    assert.equal(await storage.keys.revoke(organizationId, second.id as KeyId, Date.now()), true);
    assert.deepEqual(await statuses(second.value), [401, 401, 401]);
    assert.deepEqual(await statuses(third.value), [200, 200, 200]);
  });

  it('tell signals of a session to whoever follows it on another node', async () => {
    const heard: number[] = [];
    const session = 'visitor-who-is-watched' as SessionId;
    const end = storage.changes.follow(organizationId, session, ({ signals }) => {
      heard.push(...signals.map(({ sequence }) => sequence));
    });
    await until('a signal is heard of', async () => {
      assert.equal(await look(2, session, 'Hats'), 200);
      return heard.length > 0;
    });
    end();
  });

  it('and a process without Valkey is refused, as the others would not hear of what it changes', async () => {
    await assert.rejects(openClusterStorage({ databaseUrl: database.url }), /set VALKEY_URL as theirs is/);
  });

  it('erase a session and its profile', async () => {
    await visit('visitor-who-leaves');
    const kept = async () => (await profiles()).filter((name) => name.includes('visitor-who-leaves'));
    await until('the profile is kept', async () => (await kept()).length === 1);
    await storage.erasure.session(organizationId, 'visitor-who-leaves' as SessionId);
    assert.equal(await storage.profiles.get(organizationId, 'visitor-who-leaves' as SessionId), undefined);
    const empty = await same('somebody-else');
    assert.equal(await same('visitor-who-leaves'), empty);
  });
});
