import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { BuildQueue, LARGE, MOST_RUNNING, USUALLY_RUNNING } from './build-queue.ts';

/** A queue whose turns are noted by name, in the order in which they come. */
function noted() {
  const queue = new BuildQueue();
  const started: string[] = [];
  const over = new Map<string, () => void>();
  return {
    started,
    ask: (name: string, bytes: number, now: number) => {
      queue.turn(bytes, now).then((ended) => {
        over.set(name, ended);
        started.push(name);
      }, assert.fail);
    },
    end: async (name: string) => {
      over.get(name)?.();
      await nextTurn();
    },
  };
}

describe('the queue of what is to be read and trained', () => {
  it('keeps a thread for small catalogues, however much large work there is', async () => {
    const { ask, end, started } = noted();
    for (const name of ['l1', 'l2', 'l3', 'l4']) ask(name, LARGE + 1, 0);
    for (const name of ['s1', 's2']) ask(name, LARGE, 0);
    await nextTurn();
    assert.deepEqual(started, ['l1', 'l2', 's1']);
    await end('s1');
    assert.deepEqual(started, ['l1', 'l2', 's1', 's2']);
    await end('s2');
    assert.deepEqual(started, ['l1', 'l2', 's1', 's2']);
    await end('l1');
    assert.deepEqual(started, ['l1', 'l2', 's1', 's2', 'l3']);
  });

  it('starts no further thread where small work runs, or nothing is small', async () => {
    for (const others of [LARGE, LARGE + 1]) {
      const { ask, end, started } = noted();
      ask('large', LARGE + 1, 0);
      for (let n = 1; n <= USUALLY_RUNNING; n++) ask(`other${n}`, others, n);
      await nextTurn();
      assert.deepEqual(started, ['large', 'other1']);
      await end('other1');
      assert.deepEqual(started, ['large', 'other1', 'other2']);
    }
  });

  it('lets small work pass what is larger, until that has waited for its size', async () => {
    const { ask, end, started } = noted();
    for (let n = 0; n < USUALLY_RUNNING; n++) ask(`first${n}`, 1, 0);
    // Put off by 1.5 s, so what comes before that passes it, and nothing after it does.
    ask('larger', LARGE, 0);
    ask('soon', 0, 1_499);
    ask('late', 0, 1_501);
    await nextTurn();
    for (const name of ['first0', 'first1', 'soon']) await end(name);
    assert.deepEqual(started.slice(USUALLY_RUNNING), ['soon', 'larger', 'late']);
  });

  it('lets large work have its turn while small work keeps coming', async () => {
    const { ask, end, started } = noted();
    for (let n = 0; n < USUALLY_RUNNING; n++) ask(`${n}`, 1, n);
    ask('large', 2 * LARGE, 0);
    for (let n = USUALLY_RUNNING; !started.includes('large'); n++) {
      assert.ok(n <= 3_000 + USUALLY_RUNNING, 'put off for longer than its size');
      ask(`${n}`, 1, n);
      await end(`${n - USUALLY_RUNNING}`);
    }
    assert.ok(started.length > 2_900);
  });

  it('starts everything in the end, and never too much at a time', async () => {
    const work = fc.array(fc.record({ bytes: fc.nat(3 * LARGE), now: fc.nat(10_000) }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(work, async (asked) => {
        const queue = new BuildQueue();
        let running = 0;
        let large = 0;
        let done = 0;
        const all = asked.map(async ({ bytes, now }) => {
          const end = await queue.turn(bytes, now);
          running++;
          if (bytes > LARGE) large++;
          assert.ok(running <= MOST_RUNNING && large <= USUALLY_RUNNING);
          await nextTurn();
          running--;
          if (bytes > LARGE) large--;
          done++;
          end();
        });
        await Promise.all(all);
        assert.equal(done, asked.length);
      }),
      { numRuns: 50 },
    );
  });
});
