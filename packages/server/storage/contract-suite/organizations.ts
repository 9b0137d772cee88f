import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOON, organizationId, type StoreUnderTest } from './store-under-test.ts';

export function organizationsContract(store: StoreUnderTest): void {
  describe('organizations', () => {
    it('an organization is found and listed as it was created', async () => {
      const organization = { id: organizationId(), name: 'Stövlar & Söner', createdAt: NOON };
      await store.storage.organizations.create(organization);
      assert.deepEqual(await store.storage.organizations.find(organization.id), organization);
      assert.ok((await store.storage.organizations.list()).some(({ id }) => id === organization.id));
    });

    it('an organization that was never created is not found', async () => {
      assert.equal(await store.storage.organizations.find(organizationId()), undefined);
    });

    it('an organization cannot be created twice', async () => {
      const organization = { id: organizationId(), name: 'Twice', createdAt: NOON };
      await store.storage.organizations.create(organization);
      await assert.rejects(store.storage.organizations.create(organization));
    });

    it('is renamed, and no other', async () => {
      const { organizations } = store.storage;
      const [id, other] = [organizationId(), organizationId()];
      for (const each of [id, other]) await organizations.create({ id: each, name: 'A', createdAt: NOON });
      assert.equal(await organizations.rename(id, 'B'), true);
      assert.deepEqual(
        [(await organizations.find(id))?.name, (await organizations.find(other))?.name],
        ['B', 'A'],
      );
      assert.equal(await organizations.rename(organizationId(), 'C'), false);
    });

    it('keeps the personas of each organization, replaces them, and takes them away', async () => {
      const { organizations } = store.storage;
      const [id, other] = [organizationId(), organizationId()];
      for (const each of [id, other]) await organizations.create({ id: each, name: 'A', createdAt: NOON });
      assert.equal(await organizations.personas(id), undefined);
      for (const json of ['[{"id":"hiker"}]', '[{"id":"runner"}]', undefined]) {
        await organizations.setPersonas(id, json);
        assert.equal(await organizations.personas(id), json);
      }
      await organizations.setPersonas(other, '[]');
      await store.reopen();
      assert.equal(await store.storage.organizations.personas(id), undefined);
      assert.equal(await store.storage.organizations.personas(other), '[]');
    });

    it('keeps the synonyms of each organization, and replaces them only as they are known', async () => {
      const { organizations } = store.storage;
      const [id, other] = [organizationId(), organizationId()];
      for (const each of [id, other]) await organizations.create({ id: each, name: 'A', createdAt: NOON });
      assert.equal(await organizations.synonyms(id), undefined);
      assert.equal(await organizations.setSynonyms(id, '["one"]', undefined), 'stored');
      assert.equal(await organizations.setSynonyms(id, '["two"]', undefined), 'lost');
      assert.equal(await organizations.synonyms(id), '["one"]');
      assert.equal(await organizations.synonyms(other), undefined);
      assert.equal(await organizations.setSynonyms(id, undefined, '["one"]'), 'stored');
      assert.equal(await organizations.synonyms(id), undefined);
      assert.equal(await organizations.setSynonyms(organizationId(), '[]', undefined), 'lost');
    });
  });
}
