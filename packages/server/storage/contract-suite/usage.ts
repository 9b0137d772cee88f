import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { SessionId, Write } from '../ports.ts';
import { NOON, organizationId, type StoreUnderTest } from './store-under-test.ts';

export function usageContract(store: StoreUnderTest): void {
  describe('metering', () => {
    it('counts by operation and endpoint over UTC days, both ends included', async () => {
      const organization = organizationId();
      const midnight = Date.UTC(2025, 2, 15);
      const count = (metered: string, at: number) => store.commit(organization, [], { metered, at });
      await Promise.all([
        count('/catalog/audit', midnight - 1),
        count('/catalog/ranked', midnight - 1),
        count('/track', midnight),
        count('/track/behavior', midnight + 86_400_000 - 1),
        count('/track', midnight + 86_400_000),
      ]);
      assert.deepEqual(await store.storage.usage.report(organization, '2025-03-14', '2025-03-15'), [
        { operation: 'catalog', requests: 2, endpoints: { '/catalog/audit': 1, '/catalog/ranked': 1 } },
        { operation: 'track', requests: 2, endpoints: { '/track': 1, '/track/behavior': 1 } },
      ]);
      assert.deepEqual(await store.storage.usage.report(organization, '2025-03-16', '2025-03-31'), [
        { operation: 'track', requests: 1, endpoints: { '/track': 1 } },
      ]);
      const days = await store.storage.usage.days(organization, '2025-03-15', '2025-03-16');
      assert.deepEqual(
        days.map(({ day, lines }) => [day, lines.map(({ operation, requests }) => [operation, requests])]),
        [
          ['2025-03-15', [['track', 2]]],
          ['2025-03-16', [['track', 1]]],
        ],
      );
      assert.deepEqual(await store.storage.usage.days(organizationId(), '2025-03-01', '2025-03-31'), []);
    });

    it('counts a request of two commits once, by the one that says so', async () => {
      const organization = organizationId();
      const write = (after: number): Write => ({
        ...{ sessionId: 's' as SessionId, after, continues: false, openedAt: NOON },
        kind: 'signals',
        signals: [{ type: 'product_view', value: 'p1', at: NOON }],
      });
      await store.commit(organization, [write(0)]);
      assert.deepEqual(await store.storage.usage.report(organization, '2025-03-14', '2025-03-14'), []);
      await store.commit(organization, [write(1)], { metered: '/search' });
      assert.deepEqual(await store.storage.usage.report(organization, '2025-03-14', '2025-03-14'), [
        { operation: 'search', requests: 1, endpoints: { '/search': 1 } },
      ]);
    });

    it('loses no count among a thousand concurrent requests', async () => {
      const organization = organizationId();
      await Promise.all(
        Array.from({ length: 1_000 }, () => store.commit(organization, [], { metered: '/session' })),
      );
      const [line] = await store.storage.usage.report(organization, '2025-03-14', '2025-03-14');
      assert.equal(line?.requests, 1_000);
    });

    it('counts it once, also among others at the same time, from elsewhere and after a restart', async () => {
      const organization = organizationId();
      const [a, b] = [randomUUID(), randomUUID()];
      const count = (requestId: string) =>
        store.commit(organization, [], { metered: '/catalog/audit', requestId });
      const counted = async () =>
        (await store.storage.usage.report(organization, '2025-03-14', '2025-03-14'))[0]?.requests;
      await Promise.all([count(a), count(b), count(a)]);
      assert.equal(await counted(), 2);
      const beside = await store.beside();
      await beside.commit({
        organizationId: organization,
        at: NOON,
        metered: '/catalog/audit',
        requestId: a,
        writes: [],
      });
      await beside.close();
      await store.reopen();
      await count(b);
      assert.equal(await counted(), 2);
      const other = organizationId();
      await store.commit(other, [], { metered: '/catalog/audit', requestId: a });
      const [line] = await store.storage.usage.report(other, '2025-03-14', '2025-03-14');
      assert.equal(line?.requests, 1, 'another organization with the same id');
    });
  });
}
