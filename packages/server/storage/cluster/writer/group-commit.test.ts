import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../../testing/postgres.ts';
import { append, event, NOON, organizationId, sessionId } from '../../contract-suite/store-under-test.ts';
import type { SessionId, Storage, Write } from '../../ports.ts';
import { openClusterStorage } from '../storage.ts';

const skip = withoutPostgres();

describe('groups of commits', { skip }, () => {
  let test: TestDatabase;
  let nodes: readonly Storage[];
  const sizes: number[] = [];
  before(async () => {
    test = await testDatabase();
    const observer = { group: ({ size }: { size: number }) => sizes.push(size) };
    nodes = await Promise.all(
      ['a', 'b', 'c'].map((node) => openClusterStorage({ databaseUrl: test.url, node, observer })),
    );
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await test.drop();
  });

  it('of three nodes that write the same sessions, events and counts lose nothing and apply nothing twice', async () => {
    const organization = organizationId();
    const sessions = Array.from({ length: 6 }, (_, n) => `session-${n}` as SessionId);
    const [ROUNDS, at] = [12, NOON];
    let [applied, news] = [0, 0];
    const writer = async (storage: Storage, session: SessionId, name: string) => {
      let after = 0;
      for (let n = 0; n < ROUNDS; ) {
        const sent = [{ type: 'search', value: `${name} ${n}`, at }];
        // The same event by every node, so that they compete for that, too.
        const shared = event({ eventId: `${session} ${n}`, sessionId: session, at });
        const writes = [
          append(session, after, 0, { signals: sent } as Partial<Write>),
          { kind: 'event', event: shared } as const,
        ];
        const [outcome, told] = await storage.commit({
          organizationId: organization,
          at,
          metered: '/track',
          writes,
        });
        assert.ok(outcome.kind === 'signals' && told.kind === 'event');
        after = outcome.sequence;
        if (outcome.status !== 'applied') continue;
        n++;
        applied++;
        if (!told.duplicate) news++;
      }
    };
    await Promise.all(
      nodes.flatMap((storage, node) => {
        const order = node % 2 === 0 ? sessions : sessions.toReversed();
        return order.map((session) => writer(storage, session, `node ${node}`));
      }),
    );
    assert.equal(applied, 3 * 6 * ROUNDS);
    assert.equal(news, 6 * ROUNDS);
    for (const session of sessions) {
      const log = await nodes[0].sessions.log(organization, session);
      assert.deepEqual(
        log.map(({ sequence }) => sequence),
        Array.from({ length: 3 * ROUNDS }, (_, n) => n + 1),
      );
      for (const node of [0, 1, 2]) {
        const own = log.flatMap(({ value }) => (value?.startsWith(`node ${node}`) ? value : []));
        assert.deepEqual(
          own,
          Array.from({ length: ROUNDS }, (_, n) => `node ${node} ${n}`),
        );
      }
    }
    const [line] = await nodes[1].usage.report(organization, '2025-03-14', '2025-03-14');
    assert.equal(line?.requests, applied);
  });

  it('hold the commits that come while one is on its way', async () => {
    sizes.length = 0;
    const organization = organizationId();
    await Promise.all(
      Array.from({ length: 300 }, () =>
        nodes[0].commit({ organizationId: organization, at: NOON, writes: [append(sessionId(), 0, 1)] }),
      ),
    );
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      300,
    );
    assert.ok(sizes.length < 10, `${sizes.length} groups`);
  });

  it('a commit that PostgreSQL refuses fails alone', async () => {
    const organization = organizationId();
    const refused = event({ eventId: 'with a \u0000 character' });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 9 }, (_, n) =>
        nodes[0].commit({
          organizationId: organization,
          at: NOON,
          metered: '/track',
          writes: [{ kind: 'event', event: n === 4 ? refused : event() }],
        }),
      ),
    );
    assert.deepEqual(
      outcomes.map(({ status }) => status === 'rejected'),
      Array.from({ length: 9 }, (_, n) => n === 4),
    );
    const [line] = await nodes[0].usage.report(organization, '2025-03-14', '2025-03-14');
    assert.equal(line?.requests, 8);
  });
});
