import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Lease, type Leases, type Retention, WHOLE_STORE } from '../../ports.ts';
import type { Writer } from '../writer/writer.ts';
import type { RetentionCursor, RetentionWrites } from './retention.ts';
import { RetentionRounds, STEP_PAUSE } from './rounds.ts';

const retention: Retention = { sessions: 1, outcomes: 1, decisions: 1, exports: 4_000 };

/** Rounds over a writer that answers with the given cursors, and a lease that can be taken away. */
function roundsOver(answers: (RetentionCursor | null | Error)[]) {
  const asked: RetentionCursor[] = [];
  const writer: Writer<RetentionWrites> = {
    async write(_, { cursor }) {
      asked.push(cursor);
      const answer = answers.shift() ?? null;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const state = { isFree: true, isHeld: false, expiresIn: 60_000 };
  const leases: Leases = {
    async acquire(scope, name, owner, duration): Promise<Lease | undefined> {
      assert.equal(scope, WHOLE_STORE);
      if (!state.isFree) return undefined;
      state.isHeld = true;
      return { scope, name, owner, token: 1, expiresAt: Date.now() + Math.min(duration, state.expiresIn) };
    },
    renew: async (lease) => (state.isFree ? lease : undefined),
    async release() {
      state.isHeld = false;
    },
  };
  const rounds = new RetentionRounds({ writer, leases, owner: 'test', retention });
  const tick = async (times: number) => {
    for (let n = 0; n < times; n++) {
      rounds.tick();
      for (let turn = 0; turn < 3; turn++) await nextTurn();
    }
  };
  return { rounds, asked, state, tick };
}

describe('rounds of retention', () => {
  it('go on where the last step ended, and release the lease at the end', async () => {
    const { asked, state, tick } = roundsOver([{ organizationId: 'a' }, { organizationId: 'b' }, null]);
    await tick(2);
    assert.equal(state.isHeld, true);
    await tick(5);
    assert.deepEqual(asked, [{}, { organizationId: 'a' }, { organizationId: 'b' }]);
    assert.equal(state.isHeld, false);
  });

  it('begin again after an hour', async () => {
    const { asked, tick } = roundsOver([null, null]);
    await tick(3_600_000 / STEP_PAUSE);
    assert.equal(asked.length, 1);
    await tick(1);
    assert.equal(asked.length, 2);
  });

  it('do nothing while another process holds the lease, and begin when it is free', async () => {
    const { asked, state, tick } = roundsOver([null]);
    state.isFree = false;
    await tick(10);
    assert.equal(asked.length, 0);
    state.isFree = true;
    await tick(60_000 / STEP_PAUSE);
    assert.equal(asked.length, 1);
  });

  it('stop in the middle where the lease was lost', async () => {
    const { asked, state, tick } = roundsOver([{ organizationId: 'a' }, { organizationId: 'b' }]);
    state.expiresIn = 1_000;
    await tick(1);
    state.isFree = false;
    await tick(10);
    assert.equal(asked.length, 1);
  });

  it('try again a minute after a failure of the store', async () => {
    const { asked, tick } = roundsOver([new Error('full'), null]);
    await tick(60_000 / STEP_PAUSE);
    assert.equal(asked.length, 1);
    await tick(1);
    assert.equal(asked.length, 2);
  });

  it('release the lease when the store is closed', async () => {
    const { rounds, state, tick } = roundsOver([{ organizationId: 'a' }]);
    await tick(1);
    await rounds.close();
    assert.equal(state.isHeld, false);
  });
});
