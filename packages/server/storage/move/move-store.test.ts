import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { InvalidInput } from '../../errors.ts';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../testing/postgres.ts';
import { Database } from '../cluster/connection/database.ts';
import { migrate } from '../cluster/connection/migrate.ts';
import { SHARED_TABLES, STEPS, TENANT_TABLES } from '../cluster/connection/schema.ts';
import { openClusterStorage } from '../cluster/storage.ts';
import { append, event, key, NOON } from '../contract-suite/store-under-test.ts';
import { openPendingUsageFile } from '../pending-usage-file.ts';
import type { OrganizationId, SessionId, Storage } from '../ports.ts';
import { openForReading } from '../sqlite/connection/database.ts';
import { FolderInUse, takeFolder } from '../sqlite/connection/folder-lock.ts';
import { openSqliteStorage } from '../sqlite/storage.ts';
import { fill, told } from './filled-store.fixture.ts';
import { MoveMismatch, SourceChanged, TargetInUse } from './move-errors.ts';
import { beginMove } from './move-state.ts';
import { moveStore, planMove, verifyMove } from './move-store.ts';
import { MOVED_TENANT_TABLES, OTHER_SOURCE_TABLES, PUBLISHED_TABLES } from './moved-tables.ts';

/** Tables that have nothing of an embedded store. */
const OF_THE_CLUSTER = [
  'people',
  'sign_ins',
  'one_time_links',
  'service_secrets',
  'change_head',
  'changes',
  'leases',
  'erased_organizations',
  'pulses',
  'last_groups',
  'channel_use',
  'remains',
  'moves',
];

describe('a move into a cluster', { skip: withoutPostgres() }, () => {
  let root: string;
  let filled: string;
  let ids: readonly OrganizationId[];
  let folder: string;
  let database: TestDatabase;
  let client: pg.Client;
  let copies = 0;

  before(async () => {
    root = mkdtempSync(join(tmpdir(), 'decidable-move-'));
    filled = join(root, 'filled');
    // As of a service that was stopped: the signals are in the journal.
    const storage = await openSqliteStorage({ folder: filled, role: 'serve' });
    ids = await fill(storage);
    await storage.close();
  });
  beforeEach(async () => {
    folder = join(root, String(copies++));
    cpSync(filled, folder, { recursive: true });
    database = await testDatabase();
    client = new pg.Client(database.url);
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });
  after(() => rmSync(root, { recursive: true }));

  const options = () => ({ folder, databaseUrl: database.url });

  async function inStore<T>(work: (storage: Storage) => Promise<T>): Promise<T> {
    const storage = await openSqliteStorage({ folder, role: 'command' });
    return work(storage).finally(() => storage.close());
  }

  async function inCluster<T>(work: (storage: Storage) => Promise<T>): Promise<T> {
    const storage = await openClusterStorage({ databaseUrl: database.url });
    return work(storage).finally(() => storage.close());
  }

  it('takes along every table of both stores, or there is a reason that it does not', () => {
    const moved = [...MOVED_TENANT_TABLES, ...PUBLISHED_TABLES].map(({ name }) => name);
    assert.deepEqual([...moved, ...OF_THE_CLUSTER].sort(), [...SHARED_TABLES, ...TENANT_TABLES].sort());
    const source = openForReading(folder);
    const tables = source.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    );
    const names = tables.all().map(({ name }) => String(name));
    source.close();
    const known = new Set<string>([...moved, ...Object.keys(OTHER_SOURCE_TABLES)]);
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
    );
  });

  it('everything that the ports tell is the same afterwards', async () => {
    const before = await inStore((storage) => Promise.all(ids.map((id) => told(storage, id))));
    const { organizations, people } = await moveStore(options());
    assert.deepEqual(
      organizations.map(({ id, state }) => [id, state]),
      ids.map((id) => [id, 'new']),
    );
    assert.deepEqual(people, { added: 2, known: [] });
    for (const { checks } of organizations) {
      const empty = checks.filter(({ source }) => source.rows === 0).map(({ table }) => table);
      assert.deepEqual(empty, [], 'the test has rows of every table');
      for (const { source, target } of checks) assert.deepEqual(source, target);
    }
    await inCluster(async (storage) => {
      assert.deepEqual(await Promise.all(ids.map((id) => told(storage, id))), before);
      assert.equal((await storage.people.findByEmail('Ada@shop.example'))?.passwordHash, 'hash-1');
      assert.equal((await storage.signIns.find('sign-in-1'))?.secretHash, 'secret');
      assert.equal((await storage.signIns.findLink('link'))?.personId, 'person-2');
      const [id] = ids;
      // Ids that count once have counted.
      const session = 'session-plain' as SessionId;
      const again = append(session, 0, 40, { batchId: 'batch-1', batchDigest: 'd' });
      const [outcome] = await storage.commit({ organizationId: id, at: NOON, writes: [again] });
      assert.deepEqual(outcome, { kind: 'signals', status: 'duplicate', sequence: 60 });
      const usage = await storage.usage.report(id, '2025-03-14', '2025-03-14');
      await storage.commit({ organizationId: id, at: NOON, writes: [], metered: '/track', requestId: 'r-0' });
      assert.deepEqual(await storage.usage.report(id, '2025-03-14', '2025-03-14'), usage);
    });
  });

  it('a second move does nothing, whatever nodes have written since', async () => {
    await moveStore(options());
    const [id] = ids;
    await inCluster((storage) => storage.keys.create(key(id, { label: 'new' })));
    const { organizations } = await moveStore(options());
    assert.deepEqual(
      organizations.map(({ state, checks }) => [state, checks]),
      ids.map(() => ['moved', []]),
    );
    await inCluster(async (storage) => assert.equal((await storage.keys.list(id)).length, 3));
  });

  it('a folder that has more than what was moved from it, or from a copy of it, is refused', async () => {
    const [id] = ids;
    const refused = (error: unknown): boolean =>
      error instanceof SourceChanged && error.message.includes(id) && /--verify/.test(error.message);
    await moveStore(options());
    // No request marks it.
    await inStore((storage) => storage.organizations.setPersonas(id, '[]'));
    for (const act of [moveStore, planMove]) await assert.rejects(act(options()), refused);
    await inStore((storage) => storage.organizations.setPersonas(id, '[{"name":"p"}]'));
    await moveStore(options());
    await inStore((storage) =>
      storage.commit({
        organizationId: id,
        at: NOON,
        writes: [append('session-plain' as SessionId, 60, 1)],
      }),
    );
    await assert.rejects(moveStore(options()), refused);
  });

  it('is not compared where nothing of this folder was moved', async () => {
    await inCluster(async () => {});
    await client.query(`INSERT INTO moves VALUES ('org', 'another store', 0, 0)`);
    await assert.rejects(
      verifyMove(options()),
      (error) => error instanceof InvalidInput && /Nothing was moved from this folder/.test(error.message),
    );
  });

  it('one that another store began in the same moment is refused', async () => {
    await inCluster(async () => {});
    const cluster = new Database({ databaseUrl: database.url, node: 'test' });
    try {
      const organization = { id: ids[0], name: 'Shop' };
      await beginMove(cluster.query, { id: 'one' }, organization);
      await beginMove(cluster.query, { id: 'one' }, organization);
      await assert.rejects(
        beginMove(cluster.query, { id: 'other' }, organization),
        (error) => error instanceof TargetInUse && /from another store: one/.test(error.message),
      );
    } finally {
      await cluster.close();
    }
  });

  it('one that was deleted in the cluster since it was moved is not said to be there', async () => {
    await moveStore(options());
    await client.query('INSERT INTO erased_organizations VALUES ($1, 0)', [ids[0]]);
    for (const act of [moveStore, planMove])
      await assert.rejects(act(options()), /was deleted in the cluster.*decidable orgs delete/);
  });

  it('one that was cut short goes on, and until its end there is no organization', async () => {
    await inCluster(async () => {});
    // The copy of the second organization fails as its decisions are reached.
    await client.query(
      `CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE 'no more'; END $$ LANGUAGE plpgsql`,
    );
    await client.query(
      `CREATE TRIGGER refuse BEFORE INSERT ON decisions FOR EACH ROW WHEN (NEW.organization_id = '${ids[1]}') EXECUTE FUNCTION refuse()`,
    );
    await assert.rejects(moveStore(options()), /no more/);
    const count = async (table: string) =>
      Number(
        (await client.query(`SELECT count(*) FROM ${table} WHERE organization_id = $1`, [ids[1]])).rows[0]
          .count,
      );
    assert.ok((await count('events')) > 2_000);
    assert.equal(await count('decisions'), 0);
    await inCluster(async (storage) => {
      assert.deepEqual(
        (await storage.organizations.list()).map(({ id }) => id),
        [ids[0]],
      );
      assert.deepEqual(await storage.keys.list(ids[1]), []);
    });
    // What differs meanwhile is made good: here a row is gone, one is another one, and one is too many.
    await client.query('DROP TRIGGER refuse ON decisions');
    await client.query(`DELETE FROM events WHERE organization_id = $1 AND event_id = 'many-7'`, [ids[1]]);
    await client.query(
      `UPDATE sessions SET last_sequence = 1 WHERE organization_id = $1 AND session_id = 'session-z'`,
      [ids[1]],
    );
    await client.query(`INSERT INTO usage VALUES ($1, '2025-03-15', '/track', 'other', 5)`, [ids[1]]);
    const { organizations } = await moveStore(options());
    assert.deepEqual(
      organizations.map(({ state }) => state),
      ['moved', 'unfinished'],
    );
    const before = await inStore((storage) => told(storage, ids[1]));
    await inCluster(async (storage) => assert.deepEqual(await told(storage, ids[1]), before));
  });

  it('tells a row that was changed, one that is gone and one too many, by table and organization', async () => {
    await moveStore(options());
    await verifyMove(options());
    const differs = async (named: RegExp, sql: string, undo: string) => {
      await client.query(sql, [ids[1]]);
      await assert.rejects(verifyMove(options()), (error) => {
        assert.ok(error instanceof MoveMismatch);
        assert.equal(error.checks.length, 1);
        assert.match(error.message, named);
        assert.ok(error.message.includes(ids[1]));
        return true;
      });
      await client.query(undo, [ids[1]]);
      await verifyMove(options());
    };
    await differs(
      /signal_runs of .*: \d+ rows on both sides; the first difference is at session-Z 1/,
      `UPDATE signal_runs SET signals = replace(signals, 'sku-12"', 'sku-13"') WHERE organization_id = $1 AND session_id = 'session-Z'`,
      `UPDATE signal_runs SET signals = regexp_replace(signals, 'sku-13"', 'sku-12"') WHERE organization_id = $1 AND session_id = 'session-Z'`,
    );
    await differs(
      /parts of .* catalogue v1 1/,
      `UPDATE parts SET bytes = set_byte(bytes, 9, 255 - get_byte(bytes, 9)) WHERE organization_id = $1 AND name = 'v1' AND part = 1`,
      `UPDATE parts SET bytes = set_byte(bytes, 9, 255 - get_byte(bytes, 9)) WHERE organization_id = $1 AND name = 'v1' AND part = 1`,
    );
    await differs(
      /usage of .*: 1 row here, 2 rows there/,
      `INSERT INTO usage VALUES ($1, '2025-03-15', '/track', 'other', 5)`,
      `DELETE FROM usage WHERE organization_id = $1 AND node = 'other'`,
    );
    await differs(
      /organizations of .* the row of the organization/,
      `UPDATE organizations SET personas = NULL WHERE organization_id = $1`,
      `UPDATE organizations SET personas = '[{"name":"p"}]' WHERE organization_id = $1`,
    );
  });

  it('compares what it has written before an organization is there', async () => {
    await inCluster(async () => {});
    await client.query(
      `CREATE FUNCTION tamper() RETURNS trigger AS $$ BEGIN NEW.products := '[]'; RETURN NEW; END $$ LANGUAGE plpgsql`,
    );
    await client.query(
      'CREATE TRIGGER tamper BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION tamper()',
    );
    await assert.rejects(
      moveStore(options()),
      (error) => error instanceof MoveMismatch && /orders of /.test(error.message),
    );
    await inCluster(async (storage) => assert.deepEqual(await storage.organizations.list(), []));
  });

  it('writes nothing where the cluster has something of an organization', async () => {
    const [first, second] = ids;
    for (const foreign of [
      (storage: Storage) => storage.organizations.create({ id: second, name: 'Own', createdAt: 0 }),
      (storage: Storage) =>
        storage.commit({ organizationId: second, at: NOON, writes: [], metered: '/track' }),
    ]) {
      await inCluster<unknown>(foreign);
      for (const act of [moveStore, planMove])
        await assert.rejects(
          act(options()),
          (error) => error instanceof TargetInUse && error.message.includes(second),
        );
      const { rows } = await client.query('SELECT 1 FROM moves UNION ALL SELECT 1 FROM people');
      assert.deepEqual(rows, []);
      await client.query('DELETE FROM organizations');
      await client.query('DELETE FROM usage');
    }
    // Another store with the same organization, such as an older copy that went on.
    await client.query(`INSERT INTO moves VALUES ($1, 'another store', 0, NULL)`, [first]);
    await assert.rejects(moveStore(options()), /from another store/);
    await client.query('DELETE FROM moves');
    await client.query('INSERT INTO erased_organizations VALUES ($1, 0)', [first]);
    await assert.rejects(moveStore(options()), /was deleted in the cluster/);
  });

  it('names the row and the column that PostgreSQL does not take, and what to do', async () => {
    const [id] = ids;
    const odd = event({ eventId: 'a\u0000b', sessionId: 'session-plain' as SessionId });
    await inStore((storage) =>
      storage.commit({ organizationId: id, at: NOON, writes: [{ kind: 'event', event: odd }] }),
    );
    await assert.rejects(moveStore(options()), (error) => {
      assert.ok(error instanceof InvalidInput);
      assert.match(
        error.message,
        /event_id "a\\u0000b", session_id "session-plain".*, column event_id: .*U\+0000/,
      );
      assert.ok(error.message.includes(`decidable sessions erase "session-plain" --org ${id}`));
      return true;
    });
  });

  it('is planned only against the schema of this release', async () => {
    const cluster = new Database({ databaseUrl: database.url, node: 'test' });
    await migrate(cluster, STEPS.slice(0, 2)).finally(() => cluster.close());
    await assert.rejects(planMove(options()), /the schema of an earlier release/);
    await moveStore(options());
  });

  it('people who have an account in the cluster keep it, and are members all the same', async () => {
    await inCluster((storage) =>
      storage.people.create(
        { id: 'a-there', email: 'bo@shop.example', passwordHash: 'theirs', createdAt: 5 },
        [],
      ),
    );
    const { people } = await moveStore(options());
    assert.deepEqual(people, { added: 1, known: ['bo@shop.example'] });
    await inCluster(async (storage) => {
      assert.equal((await storage.people.findByEmail('bo@shop.example'))?.passwordHash, 'theirs');
      assert.deepEqual(
        (await storage.people.members(ids[0])).map(({ personId, role }) => [personId, role]),
        [
          ['person-1', 'owner'],
          ['a-there', 'viewer'],
        ],
      );
      assert.equal((await storage.auditLog.list(ids[0], 1))[0]?.personId, 'a-there');
      // It leads to an account that was not moved.
      assert.equal(await storage.signIns.findLink('link'), undefined);
    });
    await verifyMove(options());
  });

  it('requests that were answered and not yet counted are counted', async () => {
    const [id] = ids;
    const pending = await openPendingUsageFile(folder, () => {});
    for (const requestId of ['p-1', 'p-2'])
      await pending.append({ organizationId: id, metered: '/event', at: NOON, requestId, writes: [] });
    await pending.close();
    await moveStore(options());
    await inCluster(async (storage) => {
      const lines = await storage.usage.report(id, '2025-03-14', '2025-03-14');
      assert.equal(lines.find(({ operation }) => operation === 'event')?.requests, 2);
    });
  });

  it('is refused while a service runs on the folder; to plan it is not', async () => {
    const leave = takeFolder(folder);
    try {
      await assert.rejects(moveStore(options()), FolderInUse);
      const { organizations, people } = await planMove(options());
      assert.deepEqual(people, { added: 2, known: [] });
      for (const { state, rows, uncompacted } of organizations) {
        assert.equal(state, 'new');
        assert.deepEqual([rows.decisions, rows.orders, rows.keys, rows.organizations], [3, 2, 2, 1]);
        assert.ok((rows.signal_runs ?? 0) > 0 || uncompacted > 0);
      }
      const { rows } = await client.query(`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`);
      assert.deepEqual(rows, [], 'a plan makes no tables');
    } finally {
      leave();
    }
  });
});
