import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { append, organizationId, type StoreUnderTest, sessionId, signals } from './store-under-test.ts';

export function sessionProfilesContract(store: StoreUnderTest): void {
  describe('session profiles', () => {
    const profile = (sequence: number, text = `folded to ${sequence}`) => ({ sequence, profile: text });

    it('come back with the sequence number that they were folded to', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      assert.equal(await store.storage.profiles.get(organization, session), undefined);
      await store.commit(organization, [append(session, 0, 3)]);
      assert.equal(await store.storage.profiles.get(organization, session), undefined);
      assert.equal(await store.storage.profiles.put(organization, session, profile(2)), true);
      assert.deepEqual(await store.storage.profiles.get(organization, session), profile(2));
      assert.equal(await store.storage.profiles.get(organizationId(), session), undefined);
    });

    it('are not replaced by one that was folded as far or less far, by whatever process', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      await store.commit(organization, [append(session, 0, 5)]);
      const beside = await store.beside();
      try {
        assert.equal(await beside.profiles.put(organization, session, profile(4)), true);
        assert.equal(await store.storage.profiles.put(organization, session, profile(3)), false);
        assert.equal(await store.storage.profiles.put(organization, session, profile(4, 'another')), false);
        assert.deepEqual(await store.storage.profiles.get(organization, session), profile(4));
        assert.equal(await store.storage.profiles.put(organization, session, profile(5)), true);
        assert.deepEqual(await beside.profiles.get(organization, session), profile(5));
      } finally {
        await beside.close();
      }
    });

    it('of two written at once, the one folded further stays', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      await store.commit(organization, [append(session, 0, 20)]);
      const beside = await store.beside();
      try {
        await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            (n % 2 === 0 ? store.storage : beside).profiles.put(organization, session, profile(20 - n)),
          ),
        );
        assert.deepEqual(await store.storage.profiles.get(organization, session), profile(20));
      } finally {
        await beside.close();
      }
    });

    it('and those that come with signals follow one rule', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      await store.commit(organization, [append(session, 0, 3, { snapshot: profile(3) })]);
      assert.deepEqual(await store.storage.profiles.get(organization, session), profile(3));
      assert.equal(await store.storage.profiles.put(organization, session, profile(2)), false);
      await store.commit(organization, [append(session, 3, 1)]);
      assert.equal(await store.storage.profiles.put(organization, session, profile(4)), true);
      await store.commit(organization, [append(session, 4, 1, { snapshot: profile(3, 'late') })]);
      const loaded = await store.storage.sessions.load(organization, session);
      assert.deepEqual(loaded?.snapshot, profile(4));
      assert.deepEqual(loaded?.signals, signals(5, 1));
    });
  });
}
