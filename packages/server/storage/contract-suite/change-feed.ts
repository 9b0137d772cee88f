import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Appended, Change, KeyHash, Subject } from '../ports.ts';
import {
  append,
  catalogue,
  key,
  NOON,
  organizationId,
  type StoreUnderTest,
  sessionId,
  signals,
} from './store-under-test.ts';

export function changeFeedContract(store: StoreUnderTest): void {
  describe('the change feed', () => {
    const model = (version: string) => ({
      version,
      catalogueVersion: null,
      builtAt: NOON,
      bytes: new Uint8Array([1]),
    });

    it('tells of every subject that this process or another one has changed', async () => {
      const [own, other] = [organizationId(), organizationId()];
      const heard: Change[] = [];
      const end = store.storage.changes.subscribe({ changed: (change) => heard.push(change), missed() {} });
      const beside = await store.beside();
      for (const [storage, organization] of [
        [store.storage, own],
        [beside, other],
      ] as const) {
        await storage.organizations.create({ id: organization, name: 'A', createdAt: NOON });
        await storage.keys.create(key(organization));
        await storage.catalogues.put(catalogue(organization, 'v1'));
        await storage.organizations.setPersonas(organization, '[]');
        await storage.organizations.setSynonyms(organization, '[]', undefined);
        await storage.models.put({ organizationId: organization, ...model('m1') });
      }
      await beside.close();
      await store.arrival();
      await store.storage.keys.findByHash('any' as KeyHash);
      end();
      for (const organization of [own, other]) {
        const subjects = heard.filter(({ organizationId: of }) => of === organization);
        const expected: Subject[] = ['keys', 'catalogue', 'personas', 'synonyms', 'model'];
        assert.deepEqual(
          subjects.map(({ subject }) => subject),
          expected,
        );
      }
    });

    it('numbers the changes of a subject upwards, and tells each once', async () => {
      const organization = organizationId();
      const versions: number[] = [];
      const end = store.storage.changes.subscribe({
        changed: ({ organizationId: of, version }) => of === organization && versions.push(version),
        missed() {},
      });
      for (let n = 0; n < 5; n++) await store.storage.keys.create(key(organization));
      end();
      await store.storage.keys.create(key(organization));
      assert.equal(versions.length, 5);
      assert.ok(versions.every((version, n) => n === 0 || version > versions[n - 1]));
    });

    it('shows personas to a process that did not set them, and calls listeners of the catalogue', async () => {
      const organization = organizationId();
      const heard: string[] = [];
      store.storage.catalogues.onChange((id) => heard.push(id));
      await store.storage.organizations.create({ id: organization, name: 'A', createdAt: NOON });
      const beside = await store.beside();
      for (const personas of ['[{"id":"hiker"}]', undefined]) {
        await beside.organizations.setPersonas(organization, personas);
        await store.arrival();
        await store.storage.keys.findByHash('any' as KeyHash);
        assert.equal(await store.storage.organizations.personas(organization), personas);
      }
      await beside.close();
      assert.deepEqual(
        heard.filter((id) => id === organization),
        [organization, organization],
      );
    });

    it('follows the log of one session, without a gap and only once applied', async () => {
      const organization = organizationId();
      const [session, other] = [sessionId(), sessionId()];
      const heard: Appended[] = [];
      const end = store.storage.changes.follow(organization, session, (appended) => heard.push(appended));
      await store.commit(organization, [append(session, 0, 2), append(other, 0, 1)]);
      await store.commit(organization, [append(session, 0, 1)]);
      await Promise.all([
        store.commit(organization, [append(session, 2, 1)]),
        store.commit(organizationId(), [append(session, 0, 1)]),
      ]);
      end();
      await store.commit(organization, [append(session, 3, 1)]);
      assert.deepEqual(
        heard.flatMap(({ signals }) => signals),
        signals(1, 3),
      );
      assert.ok(heard.every((appended) => appended.sessionId === session));
    });
  });
}
