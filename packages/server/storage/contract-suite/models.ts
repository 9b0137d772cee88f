import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeyHash, OrganizationId } from '../ports.ts';
import { NOON, organizationId, type StoreUnderTest } from './store-under-test.ts';

export function modelsContract(store: StoreUnderTest): void {
  describe('models', () => {
    const model = (organization: OrganizationId, version: string, fill = 7, bytes = 10) => ({
      organizationId: organization,
      version,
      catalogueVersion: null,
      builtAt: NOON,
      bytes: new Uint8Array(bytes).fill(fill),
    });

    it('come back byte for byte, and listeners hear of them', async () => {
      const organization = organizationId();
      const heard: OrganizationId[] = [];
      store.storage.models.onChange((id) => heard.push(id));
      const stored = model(organization, 'm1', 7, 700_000);
      assert.equal(await store.storage.models.put(stored), 'stored');
      assert.deepEqual(await store.storage.models.current(organization), stored);
      assert.deepEqual(await store.storage.models.find(organization, 'm1'), stored);
      assert.deepEqual(heard, [organization]);
    });

    it('that another process stored are announced, at the latest with the next key', async () => {
      const organization = organizationId();
      const heard: OrganizationId[] = [];
      store.storage.models.onChange((id) => heard.push(id));
      const beside = await store.beside();
      await beside.models.put(model(organization, 'm1'));
      await beside.close();
      await store.arrival();
      await store.storage.keys.findByHash('any' as KeyHash);
      assert.deepEqual(heard, [organization]);
      assert.equal((await store.storage.models.current(organization))?.version, 'm1');
    });

    it('replace the expected one only', async () => {
      const organization = organizationId();
      const { models } = store.storage;
      assert.equal(await models.put(model(organization, 'm0'), 'other'), 'lost');
      assert.equal(await models.put(model(organization, 'm1'), null), 'stored');
      assert.equal(await models.put(model(organization, 'm2'), null), 'lost');
      assert.equal(await models.put(model(organization, 'm2'), 'm1'), 'stored');
      assert.equal(await models.put(model(organization, 'm3'), 'm1'), 'lost');
      assert.equal((await models.current(organization))?.version, 'm2');
      assert.equal(await models.currentVersion(organization), 'm2');
      assert.equal(await models.currentVersion(organizationId()), undefined);
      assert.equal(await models.find(organization, 'm3'), undefined);
    });

    it('never share a version: of many put at once one is stored, with its own bytes', async () => {
      const organization = organizationId();
      const beside = await store.beside();
      try {
        const outcomes = await Promise.all(
          Array.from({ length: 6 }, (_, n) =>
            (n % 2 === 0 ? store.storage : beside).models.put(model(organization, 'm.1', n, 600_000), null),
          ),
        );
        assert.equal(outcomes.filter((outcome) => outcome === 'stored').length, 1);
        const won = outcomes.indexOf('stored');
        assert.deepEqual(
          await store.storage.models.current(organization),
          model(organization, 'm.1', won, 600_000),
        );
        assert.equal(await beside.models.put(model(organization, 'm.1', 9)), 'lost');
      } finally {
        await beside.close();
      }
    });
  });
}
