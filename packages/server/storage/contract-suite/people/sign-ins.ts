import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { SignIn } from '../../ports.ts';
import { NOON, type StoreUnderTest } from '../store-under-test.ts';

const signIn = (personId: string, more: Partial<SignIn> = {}): SignIn => ({
  id: randomUUID(),
  personId,
  secretHash: 'first',
  createdAt: NOON,
  renewedAt: NOON,
  expiresAt: NOON + 10_000,
  ...more,
});

const GRACE = 100;

export function signInsContract(store: StoreUnderTest): void {
  describe('sign-ins', () => {
    const renew = (id: string, secret: string, next: string, at: number) =>
      store.storage.signIns.renew(
        id,
        secret,
        { secretHash: next, renewedAt: at, expiresAt: at + 10_000 },
        GRACE,
      );

    it('are renewed with their current secret, which another one replaces', async () => {
      const { signIns } = store.storage;
      const made = signIn(randomUUID(), { device: 'Firefox on Linux' });
      await signIns.create(made);
      assert.deepEqual(await signIns.find(made.id), made);
      assert.equal(await renew(made.id, 'first', 'second', NOON + 1_000), 'renewed');
      assert.deepEqual(await signIns.find(made.id), {
        ...made,
        secretHash: 'second',
        renewedAt: NOON + 1_000,
        expiresAt: NOON + 11_000,
      });
    });

    it('an old secret that comes back ends the sign-in, but for a moment after its renewal', async () => {
      const { signIns } = store.storage;
      const made = signIn(randomUUID());
      await signIns.create(made);
      await renew(made.id, 'first', 'second', NOON + 1_000);
      assert.equal(await renew(made.id, 'first', 'third', NOON + 1_000 + GRACE - 1), 'renewed');
      assert.equal((await signIns.find(made.id))?.secretHash, 'second');
      assert.equal(await renew(made.id, 'first', 'third', NOON + 1_000 + GRACE), 'reused');
      assert.equal(await signIns.find(made.id), undefined);
      assert.equal(await renew(made.id, 'second', 'third', NOON + 2_000), 'ended');
    });

    it('end when they expire, when they are ended, and all at once', async () => {
      const { signIns } = store.storage;
      const personId = randomUUID();
      const [late, ended, one, other] = [1, 2, 3, 4].map(() => signIn(personId));
      for (const each of [late, ended, one, other]) await signIns.create(each);
      assert.equal(await renew(late.id, 'first', 'second', late.expiresAt), 'ended');
      await signIns.end(ended.id);
      assert.equal(await signIns.find(ended.id), undefined);
      await signIns.endAll(personId, one.id);
      assert.deepEqual(
        (await signIns.list(personId)).map(({ id }) => id),
        [one.id],
      );
      await signIns.endAll(personId);
      assert.deepEqual(await signIns.list(personId), []);
    });

    it('a link is taken once, in its time; a new one for the first owner replaces the one before', async () => {
      const { signIns } = store.storage;
      const [first, second, reset] = [1, 2, 3].map(() => randomUUID());
      for (const tokenHash of [first, second])
        await signIns.offer({ tokenHash, purpose: 'first_owner', expiresAt: NOON + 5 });
      const link = { tokenHash: reset, purpose: 'password', personId: 'ada', expiresAt: NOON + 5 } as const;
      await signIns.offer(link);
      assert.equal(await signIns.take(first, NOON), undefined);
      assert.deepEqual(await signIns.findLink(reset), link);
      assert.deepEqual(await signIns.take(reset, NOON), link);
      assert.equal(await signIns.take(reset, NOON), undefined);
      assert.equal(await signIns.take(second, NOON + 5), undefined);
    });

    it('a link that is taken takes all others of its person with it; one that is too late takes none', async () => {
      const { signIns } = store.storage;
      const [late, taken, other, anothers] = [1, 2, 3, 4].map(() => randomUUID());
      for (const [tokenHash, personId, expiresAt] of [
        [late, 'eve', NOON],
        [taken, 'eve', NOON + 5],
        [other, 'eve', NOON + 5],
        [anothers, 'bob', NOON + 5],
      ] as const)
        await signIns.offer({ tokenHash, purpose: 'password', personId, expiresAt });
      assert.equal(await signIns.take(late, NOON), undefined);
      assert.equal((await signIns.take(taken, NOON))?.personId, 'eve');
      assert.equal(await signIns.findLink(other), undefined);
      assert.equal((await signIns.take(anothers, NOON))?.personId, 'bob');
    });

    it('a secret of the service stays as it was made first', async () => {
      const { signIns } = store.storage;
      const name = randomUUID();
      const [made, other] = [Uint8Array.of(1, 2), Uint8Array.of(3)];
      assert.equal(await signIns.findSecret(name), undefined);
      assert.deepEqual(new Uint8Array(await signIns.secret(name, made)), made);
      assert.deepEqual(new Uint8Array(await signIns.secret(name, other)), made);
      assert.deepEqual(new Uint8Array((await signIns.findSecret(name))!), made);
    });
  });
}
