import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildIndex } from '@decidable/engine/ranking';
import { trained } from './learner.ts';
import { costOf } from './quality-cost.ts';
import { ranksOf, riseOf, type SeenList, seenLists } from './rises.ts';

const NOON = Date.UTC(2026, 2, 4, 12);
const index = buildIndex({ ids: ['a', 'b', 'c', 'd'], attributes: [], warnings: [] }, {});
const visits = (...paths: readonly string[]) =>
  paths.map((path, s) => ({
    steps: [...path].map((item, k) => ({ item, at: NOON + s * 60_000 + k * 1000 })),
  }));
const test4 = visits('ab', 'ba', 'ca', 'ab').map(({ steps }, s) => ({ id: `s${s}`, steps }));

test('the first list is the front page, where the most viewed product is first', () => {
  const lists = seenLists(test4, 3, 1);
  assert.equal(lists.length, 4);
  assert.equal(lists[0].seen.size, 0);
  assert.ok(lists.slice(1).every(({ seen }) => seen.size > 0));
  const ranks = ranksOf(['a', 'd'], lists, trained(visits('ab', 'ab', 'ac'), index), index);
  assert.deepEqual([...ranks[0]], [1, 4]);
});

test('a rise is counted in lists of sessions that have not seen the product', () => {
  const list = (...seen: readonly string[]) => ({ seen: new Set(seen) }) as unknown as SeenList;
  const lists = [list(), list('b'), list('a'), list('c')];
  const before = [[60], [50], [40], [30]].map((ranks) => Float64Array.from(ranks));
  const after = [5, 20, 1, 25];
  assert.deepEqual(
    riseOf(['a'], lists, before, (_, place) => after[place]),
    { mean: (30 + 5) / 2, most: 30, shown: 1 / 2, front: 5 },
  );
});

test('a model costs nothing against itself, and a worse one its hits', () => {
  const model = trained(visits('ab', 'ab', 'ac'), index);
  const none = costOf(model, model, index, test4);
  assert.deepEqual(
    [none.predictions, none.hr20, none.mrr20],
    [4, { mean: 0, error: 0 }, { mean: 0, error: 0 }],
  );
  const other = trained(visits('ad', 'da', 'dc', 'cd'), index);
  const { mrr20 } = costOf(model, other, index, test4);
  assert.ok(mrr20.mean < 0 && mrr20.error > 0, `${mrr20.mean} ± ${mrr20.error}`);
});
