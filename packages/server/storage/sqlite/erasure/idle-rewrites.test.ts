import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { IdleRewrites } from './idle-rewrites.ts';
import { SMALL } from './store-rewriter.ts';

describe('a service rewrites its store', () => {
  let remains: number | undefined;
  let bytes: number;
  let writes: number;
  let rewritten: (number | undefined)[];
  let rounds: IdleRewrites;
  let broken: Error | undefined;
  let failures: unknown[];

  beforeEach(() => {
    [remains, bytes, writes, rewritten, broken, failures] = [undefined, 1e6, 0, [], undefined, []];
    const rewriter = {
      remains: () => remains,
      bytes: () => bytes,
      rewrite: async (upTo: number | undefined) => {
        if (broken !== undefined) throw broken;
        rewritten.push(upTo);
        if (remains === upTo) remains = undefined;
        return 'rewritten' as const;
      },
    };
    rounds = new IdleRewrites(
      rewriter,
      () => writes,
      (error) => failures.push(error),
    );
  });

  /** So many seconds, with or without a write in each. */
  async function pass(seconds: number, busy = false): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      if (busy) writes++;
      await rounds.tick();
    }
  }

  it('never, where nothing was removed', async () => {
    await pass(3_600);
    assert.deepEqual(rewritten, []);
  });

  it('once for all that was removed within ten seconds, when nobody writes', async () => {
    for (let number = 1; number <= 9; number++) {
      remains = number;
      await pass(1);
    }
    assert.deepEqual(rewritten, []);
    await pass(1);
    assert.deepEqual(rewritten, [9]);
    await pass(3_600);
    assert.equal(rewritten.length, 1);
  });

  it('again where that failed, and tells of each failure', async () => {
    remains = 1;
    broken = new Error('no space');
    await pass(20);
    assert.deepEqual([rewritten, failures], [[], [broken, broken]]);
    broken = undefined;
    await pass(10);
    assert.deepEqual([rewritten, failures.length], [[1], 2]);
  });

  it('within ten minutes while somebody writes, and no more often, however much is removed', async () => {
    remains = 1;
    await pass(599, true);
    assert.deepEqual(rewritten, []);
    await pass(1, true);
    assert.deepEqual(rewritten, [1]);
    for (let number = 2; number < 1_202; number++) {
      remains = number;
      await pass(1, true);
    }
    assert.equal(rewritten.length, 3);
  });

  it('where it is large only after it was idle for ten times as long as that takes', async () => {
    remains = 1;
    bytes = SMALL + 1;
    await pass(3_600, true);
    assert.deepEqual(rewritten, []);
    await pass(13);
    assert.deepEqual(rewritten, []);
    await pass(1);
    assert.deepEqual(rewritten, [1]);
  });
});
