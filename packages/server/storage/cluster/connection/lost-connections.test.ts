import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../../testing/postgres.ts';
import {
  append,
  decision,
  event,
  key,
  NOON,
  organizationId,
  sessionId,
} from '../../contract-suite/store-under-test.ts';
import { type Storage, StoreUnavailable, type Write } from '../../ports.ts';
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
    // A cut between two commits refuses none, so there are more until one was under way.
    for (let n = 0; n < 6 || (refused === 0 && n < 500); n++) {
      await new Promise((resolve) => setTimeout(resolve, 20 + (n % 7)));
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

  it('and whose answer to COMMIT is lost finds out what became of it: it is neither refused nor counted twice', async () => {
    const organization = organizationId();
    await using network = await LossyNetwork.to(test.url);
    await using open = new AsyncDisposableStack();
    const node = await openClusterStorage({ databaseUrl: network.url });
    open.defer(() => node.close());
    const session = sessionId();
    const made = decision({ sessionId: session });
    const exposures = ['a', 'b', 'c'].map((itemId) => ({
      sessionId: session,
      decisionId: made.id,
      itemId,
      at: NOON,
    }));
    const commit = (writes: readonly Write[]) =>
      node.commit({ organizationId: organization, at: NOON, metered: '/track', writes });
    await commit([
      { kind: 'decision', decision: made },
      { kind: 'exposures', exposures: exposures.slice(0, 1) },
    ]);
    const counted = async () =>
      (await node.usage.report(organization, '2025-03-14', '2025-03-14'))[0]?.requests;
    network.lose('answer');
    const [appended, exposed] = await commit([append(session, 0, 2), { kind: 'exposures', exposures }]);
    assert.deepEqual(appended, { kind: 'signals', status: 'applied', sequence: 2 });
    assert.deepEqual(exposed, { kind: 'exposures', recorded: 2, duplicates: 1 });
    assert.equal(network.lost, 1);
    assert.equal(await counted(), 2);
    network.lose('request');
    await assert.rejects(commit([append(session, 2, 2)]), StoreUnavailable);
    assert.equal(network.lost, 2);
    assert.equal(await counted(), 2);
    assert.equal(await node.sessions.sequence(organization, session), 2);
    await commit([append(session, 2, 1)]);
    assert.equal(await counted(), 3);
  });

  it('while a group is written fails it at once, without another connection for its sake', async () => {
    const organization = organizationId();
    await using open = new AsyncDisposableStack();
    const node = await openClusterStorage({ databaseUrl: test.url, node: 'cut off' });
    open.defer(() => node.close());
    const write = () =>
      node.commit({ organizationId: organization, at: NOON, writes: [{ kind: 'event', event: event() }] });
    await write();
    const holder = new pg.Client(test.url);
    await holder.connect();
    open.defer(() => holder.end());
    await holder.query('BEGIN; LOCK TABLE events IN EXCLUSIVE MODE');
    const refused = assert.rejects(write(), StoreUnavailable);
    const connections = async (condition: string) => {
      const { rows } = await other.query(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'decidable cut off' AND ${condition}`,
      );
      return (rows as { pid: number }[]).map(({ pid }) => pid);
    };
    let waiting: number[] = [];
    while (waiting.length === 0)
      waiting = await connections(`wait_event_type = 'Lock' AND query ~ 'INTO events'`);
    await other.query('SELECT pg_terminate_backend($1)', waiting);
    await refused;
    assert.deepEqual(await connections(`query = 'ROLLBACK'`), []);
    await holder.query('ROLLBACK');
    await write();
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

/** A network between a node and PostgreSQL that breaks at the next `COMMIT`, before it arrives or before it is answered. */
class LossyNetwork {
  readonly url: string;
  /** Times that it broke. */
  lost = 0;
  readonly #server: Server;
  #loses: 'request' | 'answer' | undefined;

  private constructor(server: Server, target: URL) {
    this.#server = server;
    const url = new URL(target);
    url.port = String((server.address() as AddressInfo).port);
    this.url = url.href;
    server.on('connection', (near) => {
      const far = connect(Number(target.port), target.hostname);
      const end = () => {
        near.destroy();
        far.destroy();
      };
      const loses = (what: 'request' | 'answer', bytes: Buffer) => {
        // Its name stands in the message that prepares it, and in the answer to it.
        if (this.#loses !== what || !bytes.includes('COMMIT\0')) return false;
        this.#loses = undefined;
        this.lost++;
        end();
        return true;
      };
      near.on('data', (bytes) => void (loses('request', bytes) || far.write(bytes)));
      far.on('data', (bytes) => void (loses('answer', bytes) || near.write(bytes)));
      for (const socket of [near, far]) socket.on('error', end).on('close', end);
    });
  }

  static async to(url: string): Promise<LossyNetwork> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new LossyNetwork(server, new URL(url));
  }

  lose(what: 'request' | 'answer'): void {
    this.#loses = what;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    await once(this.#server, 'close');
  }
}
