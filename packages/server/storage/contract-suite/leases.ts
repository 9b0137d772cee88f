import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WHOLE_STORE } from '../ports.ts';
import { organizationId, type StoreUnderTest } from './store-under-test.ts';

/** Longer than the tests take; ms. */
const LONG = 3_600_000;

export function leasesContract(store: StoreUnderTest): void {
  describe('leases', () => {
    it('are held by one owner at a time, also of another process, until they are released', async () => {
      const organization = organizationId();
      const { leases } = store.storage;
      const beside = await store.beside();
      try {
        const lease = await beside.leases.acquire(organization, 'training', 'a', LONG);
        assert.ok(lease);
        assert.equal(await leases.acquire(organization, 'training', 'b', LONG), undefined);
        assert.equal(await leases.acquire(organization, 'training', 'a', LONG), undefined);
        await beside.leases.release(lease);
        assert.ok(await leases.acquire(organization, 'training', 'b', LONG));
      } finally {
        await beside.close();
      }
    });

    it('of other names and organizations are held beside each other', async () => {
      const organization = organizationId();
      const { leases } = store.storage;
      for (const name of ['learning', 'training'] as const) {
        assert.ok(await leases.acquire(organization, name, 'a', LONG));
      }
      assert.ok(await leases.acquire(organizationId(), 'training', 'a', LONG));
      const whole = await leases.acquire(WHOLE_STORE, 'retention', 'a', LONG);
      assert.ok(whole);
      await leases.release(whole);
    });

    it('are won by one of many that ask at once', async () => {
      const organization = organizationId();
      const beside = await store.beside();
      try {
        const won = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            (n % 2 === 0 ? store.storage : beside).leases.acquire(organization, 'learning', `${n}`, LONG),
          ),
        );
        assert.equal(won.filter((lease) => lease !== undefined).length, 1);
      } finally {
        await beside.close();
      }
    });

    it('run out, and are taken over with a larger token; the former holder has lost them', async () => {
      const organization = organizationId();
      const { leases } = store.storage;
      const former = await leases.acquire(organization, 'training', 'a', 0);
      assert.ok(former);
      const next = await leases.acquire(organization, 'training', 'b', LONG);
      assert.ok(next && next.token > former.token);
      assert.equal(await leases.renew(former, LONG), undefined);
      await leases.release(former);
      assert.equal(await leases.acquire(organization, 'training', 'c', LONG), undefined);
    });

    it('are renewed under the same token, also after they ran out where nobody took them over', async () => {
      const organization = organizationId();
      const { leases } = store.storage;
      const expired = await leases.acquire(organization, 'training', 'a', 0);
      const renewed = await leases.renew(expired!, LONG);
      assert.equal(renewed?.token, expired?.token);
      assert.equal(await leases.acquire(organization, 'training', 'b', LONG), undefined);
    });

    it('that were released are not renewed, and their token never comes again', async () => {
      const organization = organizationId();
      const first = await store.storage.leases.acquire(organization, 'training', 'a', LONG);
      await store.storage.leases.release(first!);
      assert.equal(await store.storage.leases.renew(first!, LONG), undefined);
      await store.reopen();
      const second = await store.storage.leases.acquire(organization, 'training', 'a', LONG);
      assert.ok(second && second.token > first!.token);
    });
  });
}
