import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  ChangeUnannounced,
  type KeyHash,
  type OrganizationId,
  openSqliteStorage,
  type Storage,
  StoreUnavailable,
} from '../storage/index.ts';
import { guard, StoreSpared } from './store-breaker.ts';

describe('the circuit breaker before the store', () => {
  let folder: string;
  let storage: Storage;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'decidable-test-'));
    storage = await openSqliteStorage({ folder, role: 'command' });
  });
  after(async () => {
    await storage.close();
    await rm(folder, { recursive: true });
  });

  const commit = { organizationId: 'org_1' as OrganizationId, at: 0, writes: [] };

  it('opens after five failures in a row, and then fails at once and says when it is tried again', async (t) => {
    const states: string[] = [];
    const guarded = guard(storage, (state) => states.push(state));
    let asked = 0;
    t.mock.method(storage, 'commit', async () => {
      asked++;
      throw new StoreUnavailable('the disk is full');
    });
    for (let i = 0; i < 5; i++) await assert.rejects(guarded.commit(commit), StoreUnavailable);
    for (let i = 0; i < 3; i++) {
      await assert.rejects(guarded.commit(commit), (error) => {
        assert.ok(error instanceof StoreSpared);
        assert.equal(error.retryAfter, 2);
        return true;
      });
    }
    assert.equal(asked, 5);
    assert.deepEqual(states, ['closed', 'open']);
  });

  it('makes no promise that nobody handles while it is open: every call is refused before it begins', async (t) => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    t.after(() => process.off('unhandledRejection', note));
    // Before it is guarded, as the guard has its methods from then on.
    const asked = t.mock.method(storage.keys, 'findByHash', () =>
      Promise.reject(new StoreUnavailable('gone')),
    );
    const guarded = guard(storage);
    const find = () => guarded.keys.findByHash('a hash' as KeyHash);
    for (let i = 0; i < 5; i++) await assert.rejects(find(), StoreUnavailable);
    for (let i = 0; i < 5; i++) await assert.rejects(find(), StoreSpared);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(asked.mock.callCount(), 5);
    assert.deepEqual(unhandled, []);
  });

  it('does not count what is no failure of the store', async (t) => {
    const guarded = guard(storage);
    t.mock.method(storage, 'commit', async () => {
      throw new RangeError('a mistake of ours');
    });
    t.mock.method(storage, 'ping', async () => {
      throw new ChangeUnannounced();
    });
    for (let i = 0; i < 10; i++) {
      await assert.rejects(guarded.commit(commit), RangeError);
      await assert.rejects(guarded.ping(), ChangeUnannounced);
    }
  });

  it('is not in the way of a store that works', async () => {
    assert.deepEqual(await guard(storage).commit(commit), []);
  });
});
