import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  KeyHash,
  LoggedSignal,
  SessionId,
  SessionListing,
  Storage,
  Write,
  WriteOutcome,
} from '../ports.ts';
import {
  append,
  collect,
  event,
  NOON,
  organizationId,
  type StoreUnderTest,
  sessionId,
  signals,
} from './store-under-test.ts';

export function sessionsContract(store: StoreUnderTest): void {
  describe('the signal log', () => {
    it('a session never written is not there', async () => {
      assert.equal(await store.storage.sessions.load(organizationId(), sessionId()), undefined);
    });

    it('tells how long it is by what any process has appended', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      const { sessions } = store.storage;
      assert.equal(await sessions.sequence(organization, session), 0);
      await store.commit(organization, [append(session, 0, 2)]);
      assert.equal(await sessions.sequence(organization, session), 2);
      const beside = await store.beside();
      await beside.commit({ organizationId: organization, at: NOON, writes: [append(session, 2, 1)] });
      await beside.close();
      assert.equal(await sessions.sequence(organization, session), 3);
      assert.equal(await sessions.sequence(organizationId(), session), 0);
    });

    it('a write without signals opens the session', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      const [outcome] = await store.commit(organization, [append(session, 0, 0)]);
      assert.deepEqual(outcome, { kind: 'signals', status: 'applied', sequence: 0 });
      assert.deepEqual(await store.storage.sessions.load(organization, session), {
        openedAt: NOON,
        lastSeenAt: NOON,
        sequence: 0,
        signals: [],
      });
    });

    it('signals come back in order, as they were sent', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      const sent: LoggedSignal[] = [
        { sequence: 1, type: 'search', value: 'gröna stövlar 🥾', at: NOON },
        { sequence: 2, type: 'unknown', at: NOON + 1, data: '{"a":1}' },
      ];
      await store.commit(organization, [append(session, 0, 0, { signals: sent } as Partial<Write>)]);
      await store.commit(organization, [append(session, 2, 3)], { at: NOON + 9 });
      const loaded = await store.storage.sessions.load(organization, session);
      assert.deepEqual(loaded?.signals, [...sent, ...signals(3, 3)]);
      assert.equal(loaded?.sequence, 5);
      assert.equal(loaded?.lastSeenAt, NOON + 9);
      assert.deepEqual(await store.storage.sessions.log(organization, session, 2), sent);
    });

    it('lists the sessions of an organization, the last one that was seen first, a page at a time', async () => {
      const [organization, other] = [organizationId(), organizationId()];
      const ids = ['b-1', 'a-2', 'a-1', 'a-3'] as SessionId[];
      for (const [n, id] of ids.entries()) {
        // The last two are seen at one time.
        await store.commit(organization, [append(id, 0, 2)], { at: NOON + Math.min(n, 2) });
      }
      await store.commit(other, [append('a-9' as SessionId, 0, 1)]);
      const idsOf = async (listing: SessionListing) =>
        (await store.storage.sessions.recent(organization, listing)).map((each) => each.sessionId);
      const seenAgain = { sessionId: 'b-1', openedAt: NOON, lastSeenAt: NOON + 9, sequence: 3 };
      for (const reopened of [false, true]) {
        if (reopened) await store.reopen();
        assert.deepEqual(await idsOf({ limit: 9 }), ['a-3', 'a-1', 'a-2', 'b-1']);
        const [, second] = await store.storage.sessions.recent(organization, { limit: 2 });
        assert.equal(second.sessionId, 'a-1');
        assert.deepEqual(await idsOf({ limit: 2, after: second }), ['a-2', 'b-1']);
        assert.deepEqual(await idsOf({ limit: 2, prefix: 'a-' }), ['a-3', 'a-1']);
        assert.deepEqual(await idsOf({ limit: 2, prefix: 'a-', after: second }), ['a-2']);
        assert.deepEqual(await idsOf({ limit: 9, prefix: 'c' }), []);
      }
      await store.commit(organization, [append('b-1' as SessionId, 2, 1)], { at: NOON + 9 });
      assert.deepEqual(await store.storage.sessions.recent(organization, { limit: 1 }), [seenAgain]);
      assert.deepEqual(await store.storage.sessions.recent(organizationId(), { limit: 1 }), []);
    });

    it('of writers that believe in the same last number one wins, and the others change nothing', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () =>
          store.commit(organization, [append(session, 0, 2)], { metered: '/track' }),
        ),
      );
      const statuses = outcomes.map(([outcome]) => outcome?.kind === 'signals' && outcome.status);
      assert.equal(statuses.filter((status) => status === 'applied').length, 1);
      assert.equal(statuses.filter((status) => status === 'conflict').length, 19);
      assert.deepEqual(outcomes[19]?.[0], { kind: 'signals', status: 'conflict', sequence: 2 });
      assert.equal((await store.storage.sessions.log(organization, session)).length, 2);
      const [usage] = await store.storage.usage.report(organization, '2025-03-14', '2025-03-14');
      assert.equal(usage?.requests, 1);
    });

    it('writers of two processes that believe in the same last number do not both win', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      const beside = await store.beside();
      try {
        for (let after = 0; after < 20; after++) {
          const outcomes = await Promise.all(
            [store.storage, beside, store.storage, beside].map((storage) =>
              storage.commit({ organizationId: organization, at: NOON, writes: [append(session, after, 1)] }),
            ),
          );
          const statuses = outcomes.map(([outcome]) => outcome?.kind === 'signals' && outcome.status);
          assert.equal(statuses.filter((status) => status === 'applied').length, 1);
        }
        assert.deepEqual(await store.storage.sessions.log(organization, session), signals(1, 20));
        assert.deepEqual(await beside.sessions.log(organization, session), signals(1, 20));
      } finally {
        await beside.close();
      }
    });

    it('two processes that try again after a conflict lose nothing and apply nothing twice', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      const beside = await store.beside();
      const write = async (storage: Storage, name: string): Promise<void> => {
        let after = 0;
        for (let n = 0; n < 15; ) {
          const sent = [{ type: 'search', value: `${name} ${n}`, at: NOON }];
          const writes = [append(session, after, 0, { signals: sent } as Partial<Write>)];
          const [outcome] = await storage.commit({ organizationId: organization, at: NOON, writes });
          assert.ok(outcome?.kind === 'signals');
          after = outcome.sequence;
          if (outcome.status === 'applied') n++;
        }
      };
      try {
        await Promise.all([write(store.storage, 'a'), write(store.storage, 'b'), write(beside, 'c')]);
        const log = await store.storage.sessions.log(organization, session);
        assert.deepEqual(
          log.map(({ sequence }) => sequence),
          Array.from({ length: 45 }, (_, n) => n + 1),
        );
        for (const name of ['a', 'b', 'c']) {
          assert.deepEqual(
            log.flatMap(({ value }) => (value?.startsWith(name) ? value : [])),
            Array.from({ length: 15 }, (_, n) => `${name} ${n}`),
          );
        }
      } finally {
        await beside.close();
      }
    });

    it('a writer that believes in a number not yet reached is refused', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      const [outcome] = await store.commit(organization, [append(session, 5, 1)]);
      assert.deepEqual(outcome, { kind: 'signals', status: 'conflict', sequence: 0 });
      assert.equal(await store.storage.sessions.load(organization, session), undefined);
    });

    it('a commit that continues a chain is refused where the one before it was', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      const chained = (chain: string, after: number, more: Partial<Write> = {}) =>
        store.commit(organization, [append(session, after, 1, { chain, ...more } as Partial<Write>)]);
      const statuses = async (commits: readonly Promise<readonly WriteOutcome[]>[]) =>
        (await Promise.all(commits)).map(([outcome]) => outcome?.kind === 'signals' && outcome.status);
      const raced = [chained('a', 0), chained('b', 0), chained('b', 1, { continues: true })];
      const first = await statuses(raced);
      const [a, b, successor] = first;
      // Either of the two may be faster, where they come by two processes; the successor of a refused one never is.
      assert.notEqual(a, b);
      if (b === 'conflict') assert.equal(successor, 'conflict');
      // A store may have forgotten a chain: that refuses more than it must.
      const length = first.filter((status) => status === 'applied').length;
      // A commit that builds on acknowledged ones states their number only.
      const begun = await statuses([chained('c', length), chained('c', length + 1, { continues: true })]);
      const applied = length + begun.filter((status) => status === 'applied').length;
      assert.equal((await store.storage.sessions.log(organization, session)).length, applied);
      // So is one without signals, which says what the log holds.
      const hollow = append(session, applied, 0, { chain: 'd', continues: true } as Partial<Write>);
      assert.deepEqual(await statuses([store.commit(organization, [hollow])]), ['conflict']);
    });

    it('a conflict takes the other writes of its commit with it', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      const lost = event();
      await store.commit(organization, [{ kind: 'event', event: lost }, append(session, 3, 1)]);
      assert.deepEqual(await collect(store.storage.outcomes.events(organization, 0)), []);
    });

    it('a batch is applied once, however often it is sent', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      const batchId = 'batch-1';
      await store.commit(organization, [append(session, 0, 2, { batchId })]);
      for (const after of [0, 2]) {
        const [outcome] = await store.commit(organization, [append(session, after, 2, { batchId })]);
        assert.deepEqual(outcome, { kind: 'signals', status: 'duplicate', sequence: 2 });
      }
      assert.equal((await store.storage.sessions.log(organization, session)).length, 2);
    });

    it('the id of a batch belongs to its session', async () => {
      const organization = organizationId();
      for (const session of [sessionId(), sessionId()]) {
        const sent = append(session, 0, 2, { batchId: 'batch-1', batchDigest: 'a' });
        const [outcome] = await store.commit(organization, [sent]);
        assert.deepEqual(outcome, { kind: 'signals', status: 'applied', sequence: 2 });
      }
    });

    it('a batch that was applied with other signals takes the whole commit with it', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      const of = (batchDigest: string | undefined) =>
        append(session, 0, 2, { batchId: 'batch-1', batchDigest });
      await store.commit(organization, [of('a')]);
      const told = async (batchDigest: string | undefined) => {
        const writes = [of(batchDigest), { kind: 'event', event: event() } as const];
        const [outcome] = await store.commit(organization, writes, { metered: '/track' });
        return outcome;
      };
      const reused = { kind: 'signals', status: 'reused', sequence: 2 };
      const duplicate = { kind: 'signals', status: 'duplicate', sequence: 2 };
      assert.deepEqual(await told('b'), reused);
      // Nothing is known of what was sent.
      assert.deepEqual(await told(undefined), duplicate);
      assert.deepEqual(await told('a'), duplicate);
      await store.reopen();
      assert.deepEqual(await told('b'), reused);
      assert.deepEqual(await told('a'), duplicate);
      assert.equal((await store.storage.sessions.log(organization, session)).length, 2);
      assert.equal((await collect(store.storage.outcomes.events(organization, 0))).length, 3);
      const [line] = await store.storage.usage.report(organization, '2025-03-14', '2025-03-14');
      assert.equal(line?.requests, 3);
    });

    it('a snapshot shortens what is loaded and leaves the log whole', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      await store.commit(organization, [append(session, 0, 3)]);
      const snapshot = { sequence: 4, profile: '{"sequence":4}' };
      await store.commit(organization, [append(session, 3, 2, { snapshot })]);
      const loaded = await store.storage.sessions.load(organization, session);
      assert.deepEqual(loaded?.snapshot, snapshot);
      assert.deepEqual(loaded?.signals, signals(5, 1));
      assert.equal((await store.storage.sessions.log(organization, session)).length, 5);
    });

    it('an older snapshot does not replace a newer one', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      await store.commit(organization, [
        append(session, 0, 3, { snapshot: { sequence: 3, profile: 'new' } }),
      ]);
      await store.commit(organization, [
        append(session, 3, 1, { snapshot: { sequence: 1, profile: 'old' } }),
      ]);
      assert.equal((await store.storage.sessions.load(organization, session))?.snapshot?.profile, 'new');
    });

    it('learning reads the sessions written since a time, each once, whole and in order', async () => {
      const organization = organizationId();
      const [a, b, c] = ['a', 'b', 'c'] as SessionId[];
      await store.commit(organization, [append(c!, 0, 2)], { at: NOON + 5 });
      await store.commit(organization, [append(a!, 0, 700)], { at: NOON + 6 });
      await store.commit(organization, [append(b!, 0, 1)], { at: NOON - 1 });
      const read = await collect(store.storage.sessions.since(organization, NOON));
      read.sort((one, other) => (one.sessionId < other.sessionId ? -1 : 1));
      assert.deepEqual(read, [
        { sessionId: 'a', signals: signals(1, 700) },
        { sessionId: 'c', signals: signals(1, 2) },
      ]);
    });

    it('rulings over sessions replace each other, are taken back, and are told to other processes', async () => {
      const [organization, other] = [organizationId(), organizationId()];
      const [a, b] = [sessionId(), sessionId()];
      const beside = await store.beside();
      let heard = 0;
      const end = store.storage.changes.subscribe({
        changed: ({ organizationId: of, subject }) => {
          if (of === organization && subject === 'rulings') heard++;
        },
        missed() {},
      });
      try {
        await beside.sessions.rule(organization, [a, b], 'excluded', NOON);
        await beside.sessions.rule(organization, [b], 'admitted', NOON + 1);
        await store.arrival();
        await store.storage.keys.findByHash('any' as KeyHash);
        assert.equal(heard, 2);
        assert.deepEqual(
          await store.storage.sessions.rulings(organization),
          new Map([
            [a, 'excluded'],
            [b, 'admitted'],
          ] as const),
        );
        await store.storage.sessions.rule(organization, [a], undefined, NOON + 2);
        assert.deepEqual([...(await store.storage.sessions.rulings(organization)).keys()], [b]);
        assert.equal((await store.storage.sessions.rulings(other)).size, 0);
      } finally {
        end();
        await beside.close();
      }
    });
  });
}
