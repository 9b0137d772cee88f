import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelOf, visitTo } from '../../testing/expert-probe.ts';
import { EXPERTS } from '../registry.ts';
import { SparseScores } from '../sparse-scores.ts';
import { countSharedSessions } from './item-knn.ts';

const ITEM = EXPERTS.numberOf('covisited-item');

/** The number of visits that each product shares with `a`. */
function alike(...visits: readonly (readonly string[])[]): Record<string, number> {
  const { log, numbers, vocabulary } = modelOf(...visits.map((items) => visitTo(...items)));
  const evidence = new SparseScores(EXPERTS.count);
  evidence.open(new Int32Array(vocabulary.length).fill(-1));
  countSharedSessions(log, Int32Array.from(vocabulary.keys()), numbers.get('a')!, evidence, ITEM);
  return Object.fromEntries(
    Array.from({ length: evidence.count }, (_, slot) => [
      vocabulary[evidence.products[slot]],
      evidence.values[evidence.rowOf(slot) + ITEM],
    ]),
  );
}

test('a product counts once per visit that holds both, in any order', () => {
  assert.deepEqual(alike(['a', 'b'], ['b', 'c', 'a'], ['c', 'd']), { b: 2, c: 1 });
});

test('a visit counts once, however often it viewed either product', () => {
  assert.deepEqual(alike(['a', 'b', 'a', 'b', 'b', 'a']), { b: 1 });
});

test('at most the newest 300 visits of a product are read', () => {
  const old = Array.from({ length: 50 }, () => ['a', 'old']);
  const recent = Array.from({ length: 300 }, () => ['a', 'new']);
  assert.deepEqual(alike(...old, ...recent), { new: 300 });
});

test('at most the first 50 products of a visit are read', () => {
  const long = ['a', ...Array.from({ length: 60 }, (_, k) => `p${k}`)];
  assert.equal(Object.keys(alike(long)).length, 49);
});
