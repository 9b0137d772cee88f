import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Lease, Leases, OrganizationId } from './ports.ts';
import { onceLeased, whileLeased } from './while-leased.ts';

const organizationId = 'org_a' as OrganizationId;

function leasesThat(state: { holder?: string; isLost?: boolean; renewed: number }): Leases {
  return {
    async acquire(scope, name, owner, duration): Promise<Lease | undefined> {
      if (state.holder !== undefined) return undefined;
      state.holder = owner;
      return { scope, name, owner, token: 1, expiresAt: duration };
    },
    async renew(lease) {
      state.renewed++;
      return state.isLost === true ? undefined : lease;
    },
    async release() {
      delete state.holder;
    },
  };
}

describe('work under a lease', () => {
  it('is done while nobody else is at it, and releases the lease also where it fails', async () => {
    const state = { renewed: 0 } as { holder?: string; renewed: number };
    const leases = leasesThat(state);
    const done = await whileLeased(leases, organizationId, 'training', 'a', async () => state.holder);
    assert.deepEqual(done, { held: true, result: 'a' });
    const failing = whileLeased(leases, organizationId, 'training', 'a', () =>
      Promise.reject(new Error('no')),
    );
    await assert.rejects(failing, /no/);
    assert.equal(state.holder, undefined);
  });

  it('is not done where somebody else holds the lease', async () => {
    const leases = leasesThat({ holder: 'b', renewed: 0 });
    const done = await whileLeased(leases, organizationId, 'training', 'a', () => assert.fail('done'));
    assert.deepEqual(done, { held: false });
  });

  it('renews the lease while it lasts, and does not release one that it has lost', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const state = { renewed: 0 } as { holder?: string; isLost?: boolean; renewed: number };
    const finished = Promise.withResolvers<void>();
    const done = whileLeased(leasesThat(state), organizationId, 'training', 'a', () => finished.promise);
    await nextTurn();
    t.mock.timers.tick(20_000);
    await nextTurn();
    state.isLost = true;
    t.mock.timers.tick(20_000);
    await nextTurn();
    t.mock.timers.tick(20_000);
    await nextTurn();
    assert.equal(state.renewed, 2);
    state.holder = 'b';
    finished.resolve();
    await done;
    assert.equal(state.holder, 'b');
  });

  it('asks a store that hangs for one renewal, however long it does', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const state = { renewed: 0 } as { holder?: string; renewed: number };
    const hanging = Promise.withResolvers<void>();
    const leases = leasesThat(state);
    const renew = leases.renew.bind(leases);
    leases.renew = async (...of) => {
      const renewed = await renew(...of);
      await hanging.promise;
      return renewed;
    };
    const finished = Promise.withResolvers<void>();
    const done = whileLeased(leases, organizationId, 'training', 'a', () => finished.promise);
    await nextTurn();
    for (let n = 0; n < 30; n++) t.mock.timers.tick(20_000);
    await nextTurn();
    assert.equal(state.renewed, 1);
    hanging.resolve();
    await nextTurn();
    t.mock.timers.tick(20_000);
    assert.equal(state.renewed, 2);
    finished.resolve();
    await done;
  });
});

describe('work that waits for another process', () => {
  /** Work while another process is at it for so many looks: what became of it, and the waits. */
  async function after(looks: number) {
    const state: Parameters<typeof leasesThat>[0] = { holder: 'b', renewed: 0 };
    const waits: number[] = [];
    let looked = 0;
    const done = await onceLeased(leasesThat(state), organizationId, 'training', 'a', async () => 'done', {
      onWait: () => looked++,
      pause: async (milliseconds) => {
        if (waits.push(milliseconds) === looks) delete state.holder;
      },
    });
    assert.equal(looked, waits.length);
    return { done, waits };
  }

  it('is done once the other one ends', async () => {
    const { done, waits } = await after(3);
    assert.deepEqual(done, { held: true, result: 'done' });
    assert.deepEqual(waits, [2_000, 2_000, 2_000]);
  });

  it('is given up after a quarter of an hour, and done at the last look', async () => {
    assert.deepEqual((await after(450)).done, { held: true, result: 'done' });
    const { done, waits } = await after(451);
    assert.deepEqual(done, { held: false });
    assert.equal(waits.length * 2_000, 15 * 60_000);
  });
});
