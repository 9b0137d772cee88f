import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../../testing/postgres.ts';
import { append, event, key, organizationId, sessionId } from '../../contract-suite/store-under-test.ts';
import { type Storage, StoreUnavailable } from '../../ports.ts';
import { openClusterStorage } from '../storage.ts';

const skip = withoutPostgres();

describe('a node whose connections break', { skip }, () => {
  let test: TestDatabase;
  let storage: Storage;
  let other: pg.Client;
  before(async () => {
    test = await testDatabase();
    storage = await openClusterStorage({ databaseUrl: test.url });
    other = new pg.Client(test.url);
    await other.connect();
  });
  after(async () => {
    await storage.close();
    await other.end();
    await test.drop();
  });

  const cut = () =>
    other.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );

  it('loses nothing that was acknowledged, applies nothing twice, and goes on by itself', async () => {
    const organization = organizationId();
    const made = key(organization);
    await storage.keys.create(made);
    const session = sessionId();
    const acknowledged = new Set<string>();
    let [refused, after, sent] = [0, 0, 0];
    let isOver = false;
    const writing = (async () => {
      while (!isOver || sent < 30) {
        const batchId = `batch-${sent}`;
        const sentEvent = event({ eventId: `event-${sent}`, sessionId: session });
        try {
          const [outcome] = await storage.commit({
            organizationId: organization,
            at: Date.now(),
            metered: '/track',
            writes: [append(session, after, 1, { batchId }), { kind: 'event', event: sentEvent }],
          });
          assert.ok(outcome.kind === 'signals');
          after = outcome.sequence;
          if (outcome.status === 'conflict') continue;
          acknowledged.add(sentEvent.eventId);
          sent++;
        } catch (error) {
          assert.ok(error instanceof StoreUnavailable, String(error));
          refused++;
        }
      }
    })();
    for (let n = 0; n < 6; n++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await cut();
    }
    isOver = true;
    await writing;
    assert.ok(refused > 0, 'no commit was under way when a connection was cut');
    const events: string[] = [];
    for await (const { eventId } of storage.outcomes.events(organization, 0)) events.push(eventId);
    assert.deepEqual(new Set(events), acknowledged);
    assert.equal(events.length, sent);
    const log = await storage.sessions.log(organization, session);
    assert.deepEqual(
      log.map(({ sequence }) => sequence),
      Array.from({ length: sent }, (_, n) => n + 1),
    );
    assert.equal((await storage.keys.findByHash(made.hash))?.id, made.id);
    await storage.ping();
  });

  it('refuses a key that was revoked while it was cut off', async () => {
    const made = key(organizationId());
    await storage.keys.create(made);
    assert.equal((await storage.keys.findByHash(made.hash))?.revokedAt, undefined);
    await cut();
    await other.query('UPDATE keys SET revoked_at = 7 WHERE key_id = $1', [made.id]);
    await other.query('UPDATE change_head SET number = number + 1');
    await other.query(`INSERT INTO changes SELECT number, $1, 'keys' FROM change_head`, [
      made.organizationId,
    ]);
    const looked = async () => {
      for (;;) {
        try {
          return await storage.keys.findByHash(made.hash);
        } catch (error) {
          assert.ok(error instanceof StoreUnavailable);
        }
      }
    };
    assert.equal((await looked())?.revokedAt, 7);
  });

  it('gives silent connections up after its patience, and takes others', async () => {
    const patience = 200;
    const node = await openClusterStorage({ databaseUrl: test.url, node: 'patient', patience });
    const organization = organizationId();
    const write = () =>
      node.commit({
        organizationId: organization,
        at: Date.now(),
        writes: [{ kind: 'event', event: event() }],
      });
    await write();
    await node.keys.findByHash('any' as never);
    await node.organizations.list();
    const { rows } = await other.query(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'decidable patient'`,
    );
    const pids = (rows as { pid: number }[]).map(({ pid }) => pid);
    assert.equal(pids.length, 3);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      await Promise.all(
        [write(), node.keys.findByHash('any' as never)].map((call) =>
          assert.rejects(async () => call, StoreUnavailable),
        ),
      );
      await write();
      await node.keys.findByHash('any' as never);
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
    await node.close();
  });
});
