import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Task } from '../predictor.ts';
import { baselineMethod, Scores, withoutLast } from './baseline.ts';
import { itemKnn } from './item-knn.ts';
import { vSknn } from './v-sknn.ts';
import { vmisKnn } from './vmis-knn.ts';

/** Sessions of each kind: enough for the latest tenth to choose a variant on. */
const SESSIONS = 1200;

/** The same sessions over and over, one ending after the other. */
function taskOf(items: number, ...kinds: readonly (readonly number[])[]): Task {
  const train = Array.from({ length: SESSIONS }, (_, k) => Int32Array.from(kinds[k % kinds.length]));
  return {
    items,
    train,
    endedAt: Float64Array.from(train, (_, k) => k),
    sessions: train.map((session, k) => ({
      id: `s${k}`,
      steps: Array.from(session, (item) => ({ item: `${item}`, at: k })),
    })),
  };
}

describe('a baseline', () => {
  for (const [name, variants] of Object.entries({ vSknn, vmisKnn })) {
    const first = (task: Task): number => {
      const predictor = baselineMethod(variants)(task);
      return predictor.rank(task.sessions[0], Int32Array.of(0), 1)[0];
    };
    test(`${name} leaves the current item out where nobody stays with one, and only there`, () => {
      assert.notEqual(first(taskOf(4, [0, 1, 2], [0, 2, 1], [3, 1])), 0);
      assert.equal(first(taskOf(4, [0, 0, 0, 0, 1], [3, 3, 3, 2])), 0);
    });
  }

  test('gives probabilities that add up to 1', () => {
    const task = taskOf(5, [0, 1, 2], [3, 1], [2, 0]);
    const predictor = baselineMethod(vSknn)(task);
    predictor.rank(task.sessions[0], Int32Array.of(0), 1);
    const sum = [0, 1, 2, 3, 4].reduce((total, item) => total + predictor.probabilities(item).target, 0);
    assert.ok(Math.abs(sum - 1) < 1e-12, `${sum}`);
  });

  test('removes an item as if it had never been scored', () => {
    const scores = new Scores(3);
    withoutLast(() => ({
      bytes: 0,
      score(_items, _length, into) {
        for (const item of [1, 0, 2]) into.add(item, item + 1);
      },
    }))(taskOf(3, [0])).score(Int32Array.of(1), 1, scores);
    assert.deepEqual([...scores.score], [1, 0, 3]);
    assert.deepEqual([...scores.named.slice(0, scores.count)].sort(), [0, 2]);
  });
});

test('item-kNN is the cosine of sessions, damped by twenty sessions of each item', () => {
  const scores = new Scores(4);
  // 0 is in all sessions, 1 and 2 in half of them each.
  itemKnn(taskOf(4, [0, 1], [0, 2])).score(Int32Array.of(0), 1, scores);
  assert.ok(
    Math.abs(scores.score[1] - SESSIONS / 2 / Math.sqrt((SESSIONS + 20) * (SESSIONS / 2 + 20))) < 1e-12,
  );
});
