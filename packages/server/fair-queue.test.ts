import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FairQueue, type FairQueueOptions, QueueFull } from './fair-queue.ts';

/** A queue whose jobs are ended by hand, and the names of its jobs in the order in which they started. */
function byHand(options: FairQueueOptions) {
  const queue = new FairQueue(options);
  const started: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (organization: string, name: string, cost = 1, signal?: AbortSignal) => {
    queue.turn(organization, cost, signal).then(
      (end) => {
        started.push(name);
        ends.push(end);
      },
      (error: unknown) => refused.push(error instanceof QueueFull ? name : `${name} given up`),
    );
  };
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  /** Ends one job after another until none is left. */
  const finish = async () => {
    await settled();
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end();
      await settled();
    }
  };
  return { queue, ask, started, refused, ends, settled, finish };
}

describe('a fair queue', () => {
  it('serves the small job of a tenant before the backlog of another', async () => {
    const { ask, started, finish } = byHand({ places: 1, most: 100 });
    for (let n = 0; n < 5; n++) ask('heavy', `heavy ${n}`, 1_000);
    ask('light', 'light', 1);
    await finish();
    assert.deepEqual(started, ['heavy 0', 'light', 'heavy 1', 'heavy 2', 'heavy 3', 'heavy 4']);
  });

  it('takes turns between tenants whose jobs cost the same', async () => {
    const { ask, started, finish } = byHand({ places: 1, most: 100 });
    for (const n of [0, 1, 2]) ask('a', `a${n}`);
    for (const n of [0, 1, 2]) ask('b', `b${n}`);
    await finish();
    assert.deepEqual(started, ['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
  });

  it('counts cost: for one large job of a tenant another has as much of small ones', async () => {
    const { ask, started, finish } = byHand({ places: 1, most: 100 });
    for (const n of [0, 1, 2]) ask('large', `L${n}`, 3);
    for (let n = 0; n < 6; n++) ask('small', `s${n}`, 1);
    await finish();
    assert.deepEqual(started, ['L0', 's0', 's1', 's2', 'L1', 's3', 's4', 's5', 'L2']);
  });

  it('keeps one place for jobs that are not large, where there are two', async () => {
    const { ask, started, ends, settled, finish } = byHand({ places: 2, most: 100, large: 10 });
    for (const n of [0, 1, 2]) ask('a', `large ${n}`, 11);
    await settled();
    assert.deepEqual(started, ['large 0']);
    ask('a', 'small', 10);
    await settled();
    assert.deepEqual(started, ['large 0', 'small']);
    assert.equal(ends.length, 2);
    await finish();
    assert.deepEqual(started, ['large 0', 'small', 'large 1', 'large 2']);
    const alone = byHand({ places: 1, most: 100, large: 10 });
    alone.ask('a', 'large', 11);
    await alone.settled();
    assert.deepEqual(alone.started, ['large']);
  });

  it('refuses the last of whoever has most waiting, when too many wait', async () => {
    const { ask, started, refused, settled, finish } = byHand({ places: 1, most: 3 });
    for (const n of [0, 1, 2, 3]) ask('a', `a${n}`);
    await settled();
    assert.deepEqual(refused, []);
    ask('a', 'a4');
    await settled();
    assert.deepEqual(refused, ['a4']);
    ask('b', 'b0');
    await settled();
    assert.deepEqual(refused, ['a4', 'a3']);
    await finish();
    assert.deepEqual(started, ['a0', 'b0', 'a1', 'a2']);
  });

  it('lets a job that waits be given up, and the next ones pass', async () => {
    const { queue, ask, started, refused, finish } = byHand({ places: 1, most: 9 });
    const hangUp = new AbortController();
    ask('a', 'first');
    ask('a', 'second', 1, hangUp.signal);
    ask('a', 'third');
    hangUp.abort();
    assert.equal(queue.waiting, 1);
    await finish();
    assert.deepEqual([started, refused], [['first', 'third'], ['second given up']]);
    ask('a', 'fourth', 1, hangUp.signal);
    await finish();
    assert.deepEqual(refused, ['second given up', 'fourth given up']);
  });

  it('charges a tenant nothing for jobs that were given up, and those behind them move up', async () => {
    const { ask, started, finish } = byHand({ places: 1, most: 100 });
    const hangUp = new AbortController();
    ask('a', 'running');
    for (let n = 0; n < 5; n++) ask('a', `given up ${n}`, 100, hangUp.signal);
    ask('a', 'behind');
    hangUp.abort();
    for (const n of [0, 1, 2]) ask('b', `b${n}`, 60);
    ask('a', 'later');
    await finish();
    assert.deepEqual(started, ['running', 'b0', 'behind', 'later', 'b1', 'b2']);
  });

  it('serves every job once, never more at a time than it has places, and remembers nobody afterwards', async () => {
    const jobs = fc.array(fc.record({ organization: fc.nat(4), cost: fc.integer({ min: 1, max: 50 }) }));
    await fc.assert(
      fc.asyncProperty(jobs, fc.integer({ min: 1, max: 4 }), async (asked, places) => {
        const { queue, ask, started, finish } = byHand({ places, most: 1_000, large: 40 });
        for (const [n, { organization, cost }] of asked.entries()) ask(String(organization), String(n), cost);
        assert.ok(queue.running <= places);
        await finish();
        assert.deepEqual([...started].sort(), asked.map((_, n) => String(n)).sort());
        assert.deepEqual([queue.running, queue.waiting, queue.organizations], [0, 0, 0]);
      }),
    );
  });
});
