import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrganizationId } from '../ports.ts';
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

  describe('built catalogues', () => {
    const bytes = (length: number, of: number) => new Uint8Array(new SharedArrayBuffer(length)).fill(of);
    const keyOf = (organization: OrganizationId, catalogueVersion: string, format = '1') => ({
      organizationId: organization,
      catalogueVersion,
      format,
    });

    it('come back byte for byte, under the whole of their key, in a buffer whose numbers are aligned', async () => {
      const organization = organizationId();
      const { built, catalogues } = store.storage;
      await catalogues.put(catalogue(organization, 'v1'));
      const key = keyOf(organization, 'v1');
      assert.equal(await built.get(key), undefined);
      for (const length of [0, 1, 700_000]) {
        const format = `${length}`;
        await built.put({ ...key, format }, bytes(length, 3));
        const found = (await built.get({ ...key, format }))!;
        assert.ok(Buffer.from(found).equals(bytes(length, 3)));
        assert.equal(found.byteOffset % 8, 0);
      }
      for (const other of [
        keyOf(organizationId(), 'v1'),
        keyOf(organization, 'v2'),
        keyOf(organization, 'v1', '2'),
      ])
        assert.equal(await built.get(other), undefined);
    });

    it('are of the current catalogue alone, and may be put by several at once', async () => {
      const organization = organizationId();
      const { built, catalogues } = store.storage;
      await catalogues.put(catalogue(organization, 'v1'));
      await catalogues.put(catalogue(organization, 'v2'));
      await built.put(keyOf(organization, 'v1'), bytes(1, 1));
      assert.equal(await built.get(keyOf(organization, 'v1')), undefined);
      const beside = await store.beside();
      try {
        await Promise.all(
          [built, beside.built, built].map((of) => of.put(keyOf(organization, 'v2'), bytes(9, 2))),
        );
        assert.deepEqual([...(await beside.built.get(keyOf(organization, 'v2')))!], Array(9).fill(2));
      } finally {
        await beside.close();
      }
    });

    it('are gone with their organization', async () => {
      const organization = organizationId();
      const { built, catalogues, organizations, erasure } = store.storage;
      await organizations.create({ id: organization, name: 'Shop', createdAt: 0 });
      await catalogues.put(catalogue(organization, 'v1'));
      await built.put(keyOf(organization, 'v1'), bytes(9, 1));
      await erasure.organization(organization);
      assert.equal(await built.get(keyOf(organization, 'v1')), undefined);
    });
  });
}
