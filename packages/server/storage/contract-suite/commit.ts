import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type OrganizationId, StoreUnavailable, type Write } from '../ports.ts';
import {
  append,
  collect,
  decision,
  event,
  key,
  organizationId,
  type StoreUnderTest,
  sessionId,
} from './store-under-test.ts';

export function commitContract(store: StoreUnderTest): void {
  describe('a commit', () => {
    it('a commit that fails leaves its neighbours and their metering untouched', async () => {
      const organization = organizationId();
      const session = sessionId();
      // No time: every store refuses it, and finds out when the writes before it have been applied.
      const broken: Write = { kind: 'event', event: event({ at: Number.NaN }) };
      const all = await Promise.allSettled([
        store.commit(organization, [{ kind: 'event', event: event() }], { metered: '/track' }),
        store.commit(organization, [append(session, 0, 1), broken], { metered: '/track' }),
        store.commit(organization, [{ kind: 'event', event: event() }], { metered: '/track' }),
      ]);
      assert.deepEqual(
        all.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      assert.equal((await collect(store.storage.outcomes.events(organization, 0))).length, 2);
      assert.equal(await store.storage.sessions.load(organization, session), undefined);
      const [line] = await store.storage.usage.report(organization, '2025-03-14', '2025-03-14');
      assert.equal(line?.requests, 2);
    });

    it('without an organization is refused', async () => {
      for (const none of ['', undefined, null]) {
        await assert.rejects(store.commit(none as OrganizationId, [], { metered: '/track' }));
      }
    });

    it('is refused with StoreUnavailable while the store takes no writes, and taken afterwards', async () => {
      const organization = organizationId();
      const sent = event();
      const mend = await store.fail();
      try {
        await assert.rejects(store.commit(organization, [{ kind: 'event', event: sent }]), StoreUnavailable);
        await assert.rejects(store.storage.ping(), StoreUnavailable);
        await assert.rejects(store.storage.keys.create(key(organization)), StoreUnavailable);
        await assert.rejects(
          store.storage.leases.acquire(organization, 'training', 'a', 1_000),
          StoreUnavailable,
        );
      } finally {
        await mend();
      }
      await store.commit(organization, [{ kind: 'event', event: sent }], { metered: '/track' });
      assert.deepEqual(await collect(store.storage.outcomes.events(organization, 0)), [sent]);
      const [line] = await store.storage.usage.report(organization, '2025-03-14', '2025-03-14');
      assert.equal(line?.requests, 1);
    });

    it('one organization sees nothing of another that uses the same ids', async () => {
      const [a, b] = [organizationId(), organizationId()];
      const session = sessionId();
      const same = event({ sessionId: session });
      const made = decision({ sessionId: session });
      for (const organization of [a, b]) {
        const [, recorded] = await store.commit(organization, [
          append(session, 0, 2),
          { kind: 'event', event: same },
          { kind: 'decision', decision: made },
        ]);
        assert.deepEqual(recorded, { kind: 'event', duplicate: false });
      }
      await store.commit(a, [append(session, 2, 1)]);
      assert.equal((await store.storage.sessions.load(b, session))?.sequence, 2);
      assert.equal((await collect(store.storage.outcomes.events(b, 0))).length, 1);
      assert.equal(await store.storage.outcomes.decision(organizationId(), made.id), undefined);
    });

    it('everything acknowledged is there after a restart', async () => {
      const organization = organizationId();
      const session = sessionId();
      await store.commit(organization, [append(session, 0, 2)], { metered: '/track' });
      await store.reopen();
      assert.equal((await store.storage.sessions.load(organization, session))?.sequence, 2);
      const [line] = await store.storage.usage.report(organization, '2025-03-14', '2025-03-14');
      assert.equal(line?.requests, 1);
    });

    it('a store that answers is healthy, and closing it twice does no harm', async () => {
      await store.storage.ping();
      await store.storage.close();
      await store.storage.close();
      await store.reopen();
    });
  });
}
