import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../../testing/postgres.ts';
import type { OrganizationId, SessionId } from '../../ports.ts';
import { openClusterStorage, type SharedStorage } from '../storage.ts';

describe('the progress of learning in a cluster', { skip: withoutPostgres() }, () => {
  let database: TestDatabase;
  let storage: SharedStorage;
  const [busy, idle] = ['org_busy', 'org_idle'] as OrganizationId[];
  before(async () => {
    database = await testDatabase();
    storage = await openClusterStorage({ databaseUrl: database.url });
    for (const id of [busy, idle]) await storage.organizations.create({ id, name: id, createdAt: 0 });
    for (const [sessionId, at] of [
      ['b', 100],
      ['a', 200],
      ['c', 200],
    ] as const) {
      const signals = [{ type: 'product_view', value: 'p1', at }];
      const write = { kind: 'signals', sessionId: sessionId as SessionId, after: 0, openedAt: at } as const;
      await storage.commit({ organizationId: busy, at, writes: [{ ...write, signals }] });
    }
    const write = { kind: 'signals', sessionId: 'opened' as SessionId, after: 0, openedAt: 150 } as const;
    await storage.commit({ organizationId: idle, at: 150, writes: [{ ...write, signals: [] }] });
  });
  after(async () => {
    await storage.close();
    await database.drop();
  });

  const seen = async (lastSeenAt: number, sessionId: string, until: number, limit = 10) =>
    (await storage.learning.seen(busy, { lastSeenAt, sessionId: sessionId as SessionId }, until, limit)).map(
      (session) => session.sessionId,
    );

  it('lists sessions with signals by when they were last seen, up to a time, from a place on', async () => {
    assert.deepEqual(await seen(0, '', 200), ['b', 'a', 'c']);
    assert.deepEqual(await seen(0, '', 199), ['b']);
    assert.deepEqual(await seen(0, '', 200, 2), ['b', 'a']);
    assert.deepEqual(await seen(200, 'a', 200), ['c']);
  });

  it('tells who has sessions behind its position, which only the holder of the lease sets', async () => {
    const { learning, leases } = storage;
    assert.deepEqual(await learning.behind(99), []);
    assert.deepEqual(await learning.behind(100), [busy]);
    const former = (await leases.acquire(busy, 'learning', 'one node', 0))!;
    const lease = (await leases.acquire(busy, 'learning', 'another node', 60_000))!;
    assert.equal(await learning.setPosition(former, 300), false);
    assert.equal(await learning.position(busy), undefined);
    assert.equal(await learning.setPosition(lease, 150), true);
    assert.equal(await learning.position(busy), 150);
    assert.deepEqual(await learning.behind(199), []);
    assert.deepEqual(await learning.behind(200), [busy]);
    await leases.release(lease);
    await leases.acquire(busy, 'learning', 'a third node', 60_000);
    assert.equal(await learning.position(busy), 150);
  });
});
