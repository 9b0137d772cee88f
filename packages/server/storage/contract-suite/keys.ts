import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { key, NOON, organizationId, type StoreUnderTest } from './store-under-test.ts';

export function keysContract(store: StoreUnderTest): void {
  describe('keys', () => {
    it('a key is found by its hash with everything that was said of it', async () => {
      const made = key(organizationId(), {
        label: 'web',
        origins: ['https://shop.example'],
        expiresAt: NOON + 5,
        endpoints: ['/track', '/event'],
      });
      await store.storage.keys.create(made);
      assert.deepEqual(await store.storage.keys.findByHash(made.hash), made);
      assert.deepEqual(await store.storage.keys.list(made.organizationId), [made]);
    });

    it('a key created after it was asked for is found the next time', async () => {
      const made = key(organizationId());
      assert.equal(await store.storage.keys.findByHash(made.hash), undefined);
      await store.storage.keys.create(made);
      assert.equal((await store.storage.keys.findByHash(made.hash))?.id, made.id);
    });

    it('a revoked key is seen revoked at the next look', async () => {
      const made = key(organizationId());
      await store.storage.keys.create(made);
      await store.storage.keys.findByHash(made.hash);
      assert.equal(await store.storage.keys.revoke(made.organizationId, made.id, NOON + 1), true);
      assert.equal((await store.storage.keys.findByHash(made.hash))?.revokedAt, NOON + 1);
    });

    it('a key revoked by another process is seen revoked at the very next look', async () => {
      const made = key(organizationId());
      await store.storage.keys.create(made);
      await store.storage.keys.findByHash(made.hash);
      const beside = await store.beside();
      try {
        assert.equal(await beside.keys.revoke(made.organizationId, made.id, NOON + 1), true);
        await store.arrival();
        assert.equal((await store.storage.keys.findByHash(made.hash))?.revokedAt, NOON + 1);
      } finally {
        await beside.close();
      }
    });

    it('a removed key is unknown at the next look, and leaves nothing behind', async () => {
      const organization = organizationId();
      const [made, kept] = [key(organization), key(organization)];
      for (const each of [made, kept]) await store.storage.keys.create(each);
      assert.notEqual(await store.storage.keys.findByHash(made.hash), undefined);
      await store.storage.keys.remove(organizationId(), made.id);
      assert.notEqual(await store.storage.keys.findByHash(made.hash), undefined);
      await store.storage.keys.remove(organization, made.id);
      assert.equal(await store.storage.keys.findByHash(made.hash), undefined);
      const left = await store.storage.keys.list(organization);
      assert.deepEqual(
        left.map(({ id }) => id),
        [kept.id],
      );
    });

    it('a changed key holds at the next look, here and elsewhere; what is not given stays', async () => {
      const made = key(organizationId(), { label: 'page', expiresAt: NOON + 9 });
      await store.storage.keys.create(made);
      const beside = await store.beside();
      try {
        assert.deepEqual(await beside.keys.findByHash(made.hash), made);
        const { keys } = store.storage;
        const { organizationId: of, id } = made;
        assert.equal(await keys.update(of, id, { origins: ['https://a.example'] }), 'updated');
        const changed = { ...made, origins: ['https://a.example'] };
        assert.deepEqual(await keys.findByHash(made.hash), changed);
        await store.arrival();
        assert.deepEqual(await beside.keys.findByHash(made.hash), changed);
        assert.equal(await keys.update(of, id, { label: null, expiresAt: null, origins: [] }), 'updated');
        const { label: _, expiresAt: __, ...bare } = made;
        assert.deepEqual(await keys.findByHash(made.hash), { ...bare, origins: [] });
        assert.equal(await keys.update(organizationId(), id, { label: 'theirs' }), 'missing');
        await keys.revoke(of, id, NOON);
        assert.equal(await keys.update(of, id, { expiresAt: NOON + 9 }), 'revoked');
      } finally {
        await beside.close();
      }
    });

    it('only an active key of that organization can be revoked', async () => {
      const made = key(organizationId());
      const expired = key(made.organizationId, { expiresAt: NOON });
      await store.storage.keys.create(made);
      await store.storage.keys.create(expired);
      assert.equal(await store.storage.keys.revoke(organizationId(), made.id, NOON), false);
      assert.equal(await store.storage.keys.revoke(made.organizationId, expired.id, NOON), false);
      assert.equal(await store.storage.keys.revoke(made.organizationId, made.id, NOON), true);
      assert.equal(await store.storage.keys.revoke(made.organizationId, made.id, NOON), false);
    });

    it('the last use of a key is noted', async () => {
      const made = key(organizationId());
      await store.storage.keys.create(made);
      store.storage.keys.touch(made.organizationId, made.id, NOON + 7);
      const noted = async () => (await store.storage.keys.list(made.organizationId))[0]?.lastUsedAt;
      // It is written beside requests, and not at once.
      const until = performance.now() + 20_000;
      while ((await noted()) === undefined && performance.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 20));
      assert.equal(await noted(), NOON + 7);
    });
  });
}
