import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../../testing/postgres.ts';
import {
  append,
  catalogue,
  collect,
  decision,
  event,
  sessionId,
} from '../../contract-suite/store-under-test.ts';
import { type OrganizationId, type Storage, WHOLE_STORE } from '../../ports.ts';
import { Database } from '../connection/database.ts';
import { openClusterStorage } from '../storage.ts';
import { RetentionRounds } from './rounds.ts';

const skip = withoutPostgres();
const organization = 'org_retention' as OrganizationId;
const DAY = 86_400_000;
const retention = { sessions: 30 * DAY, outcomes: 60 * DAY, decisions: 60 * DAY, exports: 60 * DAY };

describe('retention in a cluster', { skip }, () => {
  let test: TestDatabase;
  let storage: Storage;
  let database: Database;
  let rounds: RetentionRounds;
  before(async () => {
    test = await testDatabase();
    storage = await openClusterStorage({ databaseUrl: test.url });
    database = new Database({ databaseUrl: test.url, node: 'test' });
    rounds = new RetentionRounds({ database, leases: storage.leases, owner: 'test', retention });
    await storage.organizations.create({ id: organization, name: 'A', createdAt: 0 });
  });
  after(async () => {
    await rounds.close();
    await database.close();
    await storage.close();
    await test.drop();
  });

  it('removes what is older than its time, with all that belongs to it, and nothing else', async () => {
    const now = Date.now();
    const [young, old] = [sessionId(), sessionId()];
    const ages = [
      [young, now - 29 * DAY],
      [old, now - 31 * DAY],
    ] as const;
    for (const [session, at] of ages) {
      const snapshot = { sequence: 2, profile: '{}' };
      await storage.commit({
        organizationId: organization,
        at,
        writes: [append(session, 0, 2, { batchId: 'b', snapshot })],
      });
      await storage.sessions.rule(organization, [session], 'excluded', at);
    }
    for (const at of [now - 59 * DAY, now - 61 * DAY]) {
      const exposures = [{ sessionId: young, decisionId: `d${at}`, itemId: 'i', at }];
      await storage.commit({
        organizationId: organization,
        at,
        metered: '/track',
        requestId: `r${at}`,
        writes: [
          { kind: 'event', event: event({ at }) },
          { kind: 'decision', decision: decision({ at }) },
          { kind: 'exposures', exposures },
        ],
      });
      await storage.orders.put(organization, [{ orderId: `o${at}`, at, products: [{ id: 'i' }] }], now);
      await storage.orders.change(organization, { orderId: `o${at}-removed`, changedAt: at }, now);
      const file = {
        organizationId: organization,
        id: `f${at}`,
        kind: 'export',
        name: 'n',
        at,
        facts: '{}',
      } as const;
      await storage.keptFiles.put(file, new Uint8Array(10), { files: 9, bytes: 999 });
    }
    const versions = [
      ['v1', now - 90 * DAY],
      ['v2', now - 61 * DAY],
      ['young', now - DAY],
      ['v3', now - 61 * DAY],
    ] as const;
    for (const [version, importedAt] of versions) {
      await storage.catalogues.put({ ...catalogue(organization, version), importedAt });
      const key = { organizationId: organization, catalogueVersion: version, kind: 'index', format: '1' };
      await storage.artefacts.putIfAbsent(key, new Uint8Array(3));
      await storage.artefacts.putIfAbsent({ ...key, kind: 'vectors' }, new Uint8Array(3));
      const model = {
        organizationId: organization,
        catalogueVersion: version,
        builtAt: importedAt,
        bytes: new Uint8Array(2),
      };
      await storage.models.put({ ...model, version: version === 'v1' ? 'm' : `w.${version}` });
    }

    for (const [tokenHash, expiresAt] of [
      ['old', now - 1],
      ['young', now + DAY],
    ] as const) {
      await storage.signIns.offer({ tokenHash, purpose: 'password', expiresAt });
    }
    await storage.ping();
    await database.query(`INSERT INTO pulses VALUES ('gone', $1)`, [now - 31 * DAY]);
    await database.query(`INSERT INTO last_groups VALUES ('gone', 1, $1)`, [now - 31 * DAY]);

    assert.equal(await rounds.round(), true);

    assert.equal(await storage.signIns.findLink('old'), undefined);
    assert.equal((await storage.signIns.findLink('young'))?.tokenHash, 'young');
    for (const table of ['pulses', 'last_groups', 'order_changes']) {
      assert.deepEqual(await database.query(`SELECT count(*) AS rows FROM ${table}`), [{ rows: 1 }], table);
    }
    assert.equal(await storage.sessions.sequence(organization, young), 2);
    assert.equal(await storage.sessions.load(organization, old), undefined);
    assert.deepEqual([...(await storage.sessions.rulings(organization)).keys()], [young]);
    const { outcomes, orders } = storage;
    for (const kept of [
      outcomes.events(organization, 0),
      outcomes.decisions(organization, 0),
      outcomes.exposures(organization, 0),
      orders.list(organization, 0),
    ]) {
      assert.equal((await collect<unknown>(kept)).length, 1);
    }
    assert.deepEqual(await storage.keptFiles.total(organization, 'export'), { files: 1, bytes: 10 });
    assert.deepEqual(
      (await storage.catalogues.list(organization)).map(({ version }) => version),
      ['young', 'v3'],
    );
    // A model that builds on others keeps them as long as it is the current one.
    assert.equal((await storage.models.find(organization, 'w.v2'))?.version, 'w.v2');
    assert.equal(await storage.models.find(organization, 'm'), undefined);
    const parts = await database.query<{ name: string }>('SELECT name FROM parts ORDER BY name');
    assert.deepEqual(
      parts.map(({ name }) => name).sort(),
      [
        `f${now - 59 * DAY}`,
        ...['v3', 'v3\nindex\n1', 'v3\nvectors\n1', 'w.v2', 'w.v3'],
        // The index of a catalogue that was replaced is of no use, as against what was bought of an embedder.
        ...['young', 'young\nvectors\n1', 'w.young'],
      ].sort(),
    );
    const tables = ['signal_runs', 'batches', 'snapshots', 'counted_requests'];
    for (const table of tables) {
      assert.deepEqual(await database.query(`SELECT count(*) AS rows FROM ${table}`), [{ rows: 1 }], table);
    }
  });

  it('is one node at a time', async () => {
    const lease = await storage.leases.acquire(WHOLE_STORE, 'retention', 'another', 60_000);
    assert.equal(await rounds.round(), false);
    await storage.leases.release(lease!);
    assert.equal(await rounds.round(), true);
  });
});
