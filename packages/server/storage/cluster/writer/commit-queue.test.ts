import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Commit, StoreUnavailable } from '../../ports.ts';
import { CommitQueue } from './commit-queue.ts';
import type { GroupCommit } from './group-commit.ts';

/** A store that answers a group when it is told to, and a clock that is set by hand. */
function slowStore() {
  let time = 0;
  const sent: number[] = [];
  const answers: ((failure?: StoreUnavailable) => void)[] = [];
  const groups: Pick<GroupCommit, 'run'> = {
    run: (commits) => {
      sent.push(commits.length);
      return new Promise((resolve) =>
        answers.push((error) =>
          resolve(commits.map(() => (error ? { ok: false, error } : { ok: true, outcomes: [] }))),
        ),
      );
    },
  };
  return {
    queue: new CommitQueue(groups, {}, () => time),
    sent,
    answer: (failure?: StoreUnavailable) => answers.shift()!(failure),
    pass: (ms: number) => {
      time += ms;
    },
  };
}

const commit = { writes: [] } as unknown as Commit;
const turn = () => new Promise((resolve) => setImmediate(resolve));
const silent = new StoreUnavailable(new Error('It does not answer.'));

describe('commits that wait while a group is on its way', () => {
  it('are refused with it when it fails and they have waited for more than half a second', async () => {
    const { queue, sent, answer, pass } = slowStore();
    const first = assert.rejects(queue.commit(commit), StoreUnavailable);
    await turn();
    const early = assert.rejects(queue.commit(commit), StoreUnavailable);
    pass(1);
    const late = queue.commit(commit);
    pass(500);
    answer(silent);
    await Promise.all([first, early]);
    while (sent.length < 2) await turn();
    assert.deepEqual(sent, [1, 1]);
    answer();
    assert.deepEqual(await late, []);
  });

  it('are sent when it was carried out, however long they have waited', async () => {
    const { queue, sent, answer, pass } = slowStore();
    const first = queue.commit(commit);
    await turn();
    const waiting = [queue.commit(commit), queue.commit(commit)];
    pass(5_000);
    answer();
    await first;
    while (sent.length < 2) await turn();
    assert.deepEqual(sent, [1, 2]);
    answer();
    assert.deepEqual(await Promise.all(waiting), [[], []]);
  });
});
