import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catalogue, organizationId, type StoreUnderTest } from './store-under-test.ts';

export function artefactsContract(store: StoreUnderTest): void {
  describe('artefacts', () => {
    const bytes = (length: number, of: number) => new Uint8Array(length).fill(of);

    async function keyOfNewCatalogue() {
      const organization = organizationId();
      await store.storage.catalogues.put(catalogue(organization, 'v1'));
      return { organizationId: organization, catalogueVersion: 'v1', kind: 'index', format: '1' };
    }

    it('come back byte for byte, under the whole of their key', async () => {
      const key = await keyOfNewCatalogue();
      const { artefacts } = store.storage;
      assert.equal(await artefacts.get(key), undefined);
      assert.equal(await artefacts.putIfAbsent(key, bytes(700_000, 3)), true);
      assert.deepEqual(await artefacts.get(key), bytes(700_000, 3));
      for (const other of [
        { organizationId: organizationId() },
        { catalogueVersion: 'v2' },
        { kind: 'other' },
        { format: '2' },
      ]) {
        assert.equal(await artefacts.get({ ...key, ...other }), undefined);
      }
    });

    it('are stored once, however many build them at once', async () => {
      const key = await keyOfNewCatalogue();
      const beside = await store.beside();
      try {
        const stored = await Promise.all(
          Array.from({ length: 6 }, (_, n) =>
            (n % 2 === 0 ? store.storage : beside).artefacts.putIfAbsent(key, bytes(600_000, n)),
          ),
        );
        assert.equal(stored.filter(Boolean).length, 1);
        assert.deepEqual(await store.storage.artefacts.get(key), bytes(600_000, stored.indexOf(true)));
        assert.equal(await beside.artefacts.putIfAbsent(key, bytes(1, 9)), false);
      } finally {
        await beside.close();
      }
    });

    it('are not stored of a catalogue that is not kept', async () => {
      const key = { ...(await keyOfNewCatalogue()), catalogueVersion: 'gone' };
      assert.equal(await store.storage.artefacts.putIfAbsent(key, bytes(1, 1)), false);
      assert.equal(await store.storage.artefacts.get(key), undefined);
    });
  });
}
