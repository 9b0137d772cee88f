import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../../testing/postgres.ts';
import {
  append,
  catalogue,
  collect,
  decision,
  event,
  key,
  NOON,
  organizationId,
  sessionId,
} from '../../contract-suite/store-under-test.ts';
import { type OrganizationId, type SessionId, type Storage, StoreUnavailable } from '../../ports.ts';
import { ClusterChangeFeed } from '../change-feed.ts';
import { Database } from '../connection/database.ts';
import { SHARED_TABLES, TENANT_TABLES } from '../connection/schema.ts';
import { openClusterStorage } from '../storage.ts';
import { GroupMark } from '../writer/group-mark.ts';
import { readFacts } from '../writer/read-facts.ts';
import { isErased } from './erased-organizations.ts';
import { ClusterErasure } from './erasure.ts';

const skip = withoutPostgres();

describe('erasure in a cluster', { skip }, () => {
  let test: TestDatabase;
  let nodes: readonly Storage[];
  let database: Database;
  before(async () => {
    test = await testDatabase();
    nodes = await Promise.all(['a', 'b'].map((node) => openClusterStorage({ databaseUrl: test.url, node })));
    database = new Database({ databaseUrl: test.url, node: 'test' });
  });
  after(async () => {
    await database.close();
    await Promise.all(nodes.map((node) => node.close()));
    await test.drop();
  });

  /** Something of a session in every table that names sessions. */
  async function visit(organization: OrganizationId, session: SessionId): Promise<string> {
    const made = decision({ sessionId: session });
    const exposures = [{ sessionId: session, decisionId: made.id, itemId: 'i', at: NOON }];
    await nodes[0].commit({
      organizationId: organization,
      at: NOON,
      metered: '/track',
      requestId: `r-${session}`,
      writes: [
        append(session, 0, 2, { batchId: 'b', snapshot: { sequence: 2, profile: '{}' } }),
        { kind: 'decision', decision: made },
        { kind: 'event', event: event({ sessionId: session, decisionId: made.id }) },
        { kind: 'exposures', exposures },
      ],
    });
    await nodes[0].sessions.rule(organization, [session], 'admitted', NOON);
    await nodes[0].orders.put(
      organization,
      [
        { orderId: `own-${session}`, at: NOON, sessionId: session, products: [{ id: 'i' }] },
        { orderId: `by-${session}`, at: NOON, decisionId: made.id, products: [{ id: 'i' }] },
      ],
      NOON,
    );
    return made.id;
  }

  /** The tables that have a text somewhere. */
  async function tablesWith(text: string): Promise<string[]> {
    const found: string[] = [];
    for (const table of [...SHARED_TABLES, ...TENANT_TABLES]) {
      const rows = await database.query(
        `SELECT 1 FROM ${table} AS each WHERE strpos(each::text, $1) > 0 LIMIT 1`,
        [text],
      );
      if (rows.length > 0) found.push(table);
    }
    return found;
  }

  it('of a session shows and removes all that is stored of it, and of no other', async () => {
    const organization = organizationId();
    const [erased, kept] = [sessionId(), sessionId()];
    for (const session of [erased, kept]) await visit(organization, session);
    const facts = await collect(nodes[1].erasure.facts(organization, erased));
    assert.deepEqual(
      facts.map(({ kind }) => kind),
      ['batches', 'decisions', 'events', 'exposures', 'orders', 'session_rulings', 'orders'],
    );
    const before = await collect(nodes[1].erasure.facts(organization, kept));
    let heard = 0;
    nodes[0].changes.subscribe({
      changed: ({ subject }) => void (subject === 'erased' && heard++),
      missed() {},
    });

    const rows = await nodes[1].erasure.session(organization, erased);

    assert.deepEqual(rows, { removed: 8, unlinked: 2 });
    await nodes[0].keys.findByHash('any' as never);
    assert.equal(heard, 1);
    // The shop's own number of an order is the shop's.
    assert.deepEqual(await tablesWith(erased), ['orders', 'counted_requests']);
    assert.equal(await nodes[0].sessions.load(organization, erased), undefined);
    assert.deepEqual(await collect(nodes[0].erasure.facts(organization, erased)), []);
    assert.equal((await nodes[0].orders.find(organization, `by-${erased}`))?.decisionId, undefined);
    assert.deepEqual(await collect(nodes[0].erasure.facts(organization, kept)), before);
  });

  it('notes that models may hold what was removed, until one replaces them that was trained after it', async () => {
    const organization = organizationId();
    const [one, other] = [sessionId(), sessionId()];
    assert.deepEqual(await nodes[0].erasure.session(organization, one), { removed: 0, unlinked: 0 });
    assert.equal(await nodes[1].erasure.unlearned(organization), undefined);
    await visit(organization, one);
    await visit(organization, other);
    await nodes[0].erasure.session(organization, one);
    const first = await nodes[1].erasure.unlearned(organization);
    assert.ok(first !== undefined);
    assert.equal(await nodes[1].erasure.rewrite('now'), 'served');
    await nodes[0].erasure.session(organization, other);
    await nodes[1].erasure.models(organization, undefined, first);
    const second = await nodes[1].erasure.unlearned(organization);
    assert.ok(second !== undefined && second > first);
    await nodes[1].erasure.models(organization, undefined, second);
    assert.equal(await nodes[0].erasure.unlearned(organization), undefined);
  });

  it('of models leaves the one that is to stay', async () => {
    const organization = organizationId();
    const put = (version: string) =>
      nodes[0].models.put({
        organizationId: organization,
        version,
        catalogueVersion: null,
        builtAt: 1,
        bytes: new Uint8Array(5),
      });
    for (const version of ['m1', 'm2']) await put(version);
    await nodes[1].erasure.models(organization, 'm2', Date.now());
    assert.equal(await nodes[0].models.find(organization, 'm1'), undefined);
    assert.equal((await nodes[0].models.current(organization))?.version, 'm2');
    await nodes[1].erasure.models(organization, undefined, Date.now());
    assert.equal(await nodes[0].models.current(organization), undefined);
  });

  it('of an organization that has nothing but its name leaves remains in the files as well', async () => {
    const id = organizationId();
    await nodes[0].organizations.create({ id, name: 'Empty', createdAt: NOON });
    await database.query('DELETE FROM remains', []);
    assert.ok((await nodes[0].erasure.organization(id)) > 0);
    assert.equal(await nodes[0].erasure.rewrite('idle'), 'served');
  });

  it('of an organization removes it from every table, also what another node writes meanwhile', async () => {
    const [organization, other] = [organizationId(), organizationId()];
    for (const id of [organization, other]) {
      await nodes[0].organizations.create({ id, name: 'A', createdAt: NOON });
      await nodes[0].keys.create(key(id));
      await nodes[0].catalogues.put(catalogue(id, 'v1'));
      await nodes[0].artefacts.putIfAbsent(
        { organizationId: id, catalogueVersion: 'v1', kind: 'k', format: '1' },
        new Uint8Array(1),
      );
      await nodes[0].people.create(
        { id: `person of ${id}`, email: `${id}@example.org`, passwordHash: '', createdAt: 0 },
        [{ organizationId: id, role: 'owner', joinedAt: 0 }],
      );
      await visit(id, sessionId());
    }
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        const writes = [{ kind: 'event', event: event() } as const, append(sessionId(), 0, 1)];
        await nodes[0].commit({ organizationId: organization, at: NOON, metered: '/track', writes });
      }
    })();
    const removed = await nodes[1].erasure.organization(organization);
    isOver = true;
    await writing;
    assert.ok(removed > 20, String(removed));
    // A person belongs to no organization; the changes are what other nodes still read.
    assert.deepEqual(await tablesWith(organization), ['people', 'changes', 'erased_organizations']);
    const [outcome] = await nodes[0].commit({
      organizationId: organization,
      at: NOON,
      writes: [append(sessionId(), 0, 1)],
    });
    assert.deepEqual(outcome, { kind: 'signals', status: 'conflict', sequence: 0 });
    // Nor what another process began to write for it, at whatever step of its work it was.
    await assert.rejects(nodes[0].catalogues.put(catalogue(organization, 'v2')), /deleted meanwhile/);
    await assert.rejects(nodes[0].keys.create(key(organization)), /deleted meanwhile/);
    await assert.rejects(
      nodes[0].orders.put(organization, [{ orderId: 'o', at: NOON, products: [{ id: 'p' }] }], NOON),
      /deleted meanwhile/,
    );
    await nodes[0].auditLog.append(entry(organization));
    await nodes[0].people.invite(invitation(organization));
    await nodes[0].organizations.setPersonas(organization, '{}');
    assert.deepEqual(await tablesWith(organization), ['people', 'changes', 'erased_organizations']);
    const tables = await tablesWith(other);
    for (const table of ['keys', 'catalogues', 'artefacts', 'sessions', 'memberships', 'usage']) {
      assert.ok(tables.includes(table), table);
    }
    assert.equal(await nodes[0].erasure.rewrite('beside'), 'rewritten');
    assert.equal(await nodes[0].erasure.rewrite('now'), 'clean');
  });

  describe('waits for what others have begun to write, and is unavailable where that does not end:', () => {
    const impatient = () => new ClusterErasure(database, new ClusterChangeFeed(database), { patience: 100 });
    const erase = (organization: OrganizationId) => nodes[1].erasure.organization(organization);
    const isLeft = async (organization: OrganizationId) =>
      (await tablesWith(organization)).filter(
        (table) => !['changes', 'erased_organizations'].includes(table),
      );

    it('a transaction that has only asked whether the organization is there', async () => {
      const organization = organizationId();
      await database.transaction(async (query) => {
        assert.equal(await isErased(query, organization), false);
        await assert.rejects(impatient().organization(organization), StoreUnavailable);
        await query(`INSERT INTO session_rulings VALUES ($1, 's', 'admitted', 0)`, [organization]);
      });
      assert.deepEqual(await isLeft(organization), ['session_rulings']);
      await erase(organization);
      assert.deepEqual(await isLeft(organization), []);
    });

    it('a group of commits that has read what it needs', async () => {
      const organization = organizationId();
      const commit = { organizationId: organization, at: NOON, writes: [append(sessionId(), 0, 1)] };
      const known = await readFacts(database.commits, [commit], new GroupMark());
      assert.equal(known.erased.size, 0);
      await assert.rejects(impatient().organization(organization), StoreUnavailable);
      await database.commits.query({ name: 'rollback', text: 'ROLLBACK' }, []);
      await erase(organization);
    });

    for (const [what, write] of [
      ['audit_log', (id: OrganizationId) => nodes[0].auditLog.append(entry(id))],
      ['invitations', (id: OrganizationId) => nodes[0].people.invite(invitation(id))],
      ['memberships', (id: OrganizationId) => nodes[0].people.join(membership(id))],
    ] as const) {
      it(`a row of ${what} that is being inserted`, async () => {
        const organization = organizationId();
        // Rows of the table wait before they are written, as on a server that is busy.
        await database.query(
          `CREATE FUNCTION wait_${what}() RETURNS trigger LANGUAGE plpgsql AS
             'BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NEW; END'`,
        );
        await database.query(
          `CREATE TRIGGER waits BEFORE INSERT ON ${what} FOR EACH ROW EXECUTE FUNCTION wait_${what}()`,
        );
        let writing: Promise<void> | undefined;
        await database.transaction(async (query) => {
          await query('SELECT pg_advisory_xact_lock(7)');
          writing = write(organization);
          const waits = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 7 AND NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
          while ((await query(waits)).length === 0);
          await assert.rejects(impatient().organization(organization), StoreUnavailable);
        });
        await writing;
        await database.query(`DROP TRIGGER waits ON ${what}`);
        await erase(organization);
        assert.deepEqual(await isLeft(organization), []);
      });
    }
  });
});

const entry = (organization: OrganizationId) => ({
  organizationId: organization,
  id: '1',
  at: NOON,
  personId: '',
  email: 'command line',
  action: 'catalogue.imported' as const,
  subject: 'v2',
});
const invitation = (organization: OrganizationId) => ({
  organizationId: organization,
  id: 'i',
  tokenHash: `token of ${organization}`,
  role: 'viewer' as const,
  createdAt: NOON,
  expiresAt: NOON + 1,
});
const membership = (organization: OrganizationId) => ({
  organizationId: organization,
  personId: 'somebody',
  role: 'viewer' as const,
  joinedAt: NOON,
});
