import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeyHash, OrganizationId } from '../ports.ts';
import { catalogue, organizationId, type StoreUnderTest } from './store-under-test.ts';

export function cataloguesContract(store: StoreUnderTest): void {
  describe('catalogues', () => {
    it('a catalogue of several megabytes comes back byte for byte', async () => {
      const stored = {
        ...catalogue(organizationId(), 'v1', 3_000_001),
        roles: { price: 'Preis' },
        privacy: { private: ['stock'], public: ['supplier'] },
        kinds: { 'category id': 'category' as const },
      };
      await store.storage.catalogues.put(stored);
      assert.deepEqual(await store.storage.catalogues.current(stored.organizationId), stored);
      const [{ csv, ...facts }] = [stored];
      assert.equal(csv.length, 3_000_001);
      assert.deepEqual(await store.storage.catalogues.list(stored.organizationId), [facts]);
    });

    it('the catalogue put last is the current one, also when it was put before', async () => {
      const organization = organizationId();
      assert.equal(await store.storage.catalogues.current(organization), undefined);
      assert.equal(await store.storage.catalogues.currentVersion(organization), undefined);
      for (const [version, bytes] of [
        ['v1', 10],
        ['v2', 20],
        ['v1', 10],
      ] as const) {
        await store.storage.catalogues.put(catalogue(organization, version, bytes));
        assert.equal((await store.storage.catalogues.current(organization))?.version, version);
        assert.deepEqual(await store.storage.catalogues.currentVersion(organization), { version, bytes });
      }
      assert.equal((await store.storage.catalogues.find(organization, 'v2'))?.version, 'v2');
      assert.equal(await store.storage.catalogues.find(organization, 'v3'), undefined);
      assert.equal((await store.storage.catalogues.list(organization)).length, 2);
    });

    it('listeners hear of a catalogue that another process put, at the latest with the next key', async () => {
      const organization = organizationId();
      const heard: OrganizationId[] = [];
      store.storage.catalogues.onChange((id) => heard.push(id));
      const beside = await store.beside();
      try {
        await beside.catalogues.put(catalogue(organization, 'v1'));
      } finally {
        await beside.close();
      }
      await store.arrival();
      await store.storage.keys.findByHash('any' as KeyHash);
      assert.deepEqual(heard, [organization]);
    });
  });
}
