import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SparseScores } from '../../mixture/sparse-scores.ts';
import { modelOf, visitTo } from '../../testing/expert-probe.ts';
import { EXPERTS } from '../registry.ts';
import { countSharedSessions } from './item-knn.ts';

const ITEM = EXPERTS.numberOf('covisited-item');

/** In how many visits with `a` each other product is said to be. */
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

test('a product counts once for each visit that holds both, in whatever order', () => {
  assert.deepEqual(alike(['a', 'b'], ['b', 'c', 'a'], ['c', 'd']), { b: 2, c: 1 });
});

test('a visit counts once, however often it viewed either product', () => {
  assert.deepEqual(alike(['a', 'b', 'a', 'b', 'b', 'a']), { b: 1 });
});

test('of a product in many visits the newest 300 are read', () => {
  const old = Array.from({ length: 50 }, () => ['a', 'old']);
  const recent = Array.from({ length: 300 }, () => ['a', 'new']);
  assert.deepEqual(alike(...old, ...recent), { new: 300 });
});

test('of a visit without end the first 50 products are read', () => {
  const long = ['a', ...Array.from({ length: 60 }, (_, k) => `p${k}`)];
  assert.equal(Object.keys(alike(long)).length, 49);
});
