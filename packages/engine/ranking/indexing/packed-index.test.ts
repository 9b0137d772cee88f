import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { candidateIndexOf } from '../candidates/candidate-index.ts';
import { rank } from '../rank.ts';
import { modelOf, visitTo } from '../testing/expert-probe.ts';
import { NOON, session, shopOf } from '../testing/shops.ts';
import { packIndex, unpackIndex } from './packed-index.ts';

const index = shopOf(80);

test('a packed and restored index ranks the same, byte for byte', () => {
  const arrived = unpackIndex(structuredClone(packIndex(index)));
  const model = modelOf(visitTo('p1', 'p2', 'p9'), visitTo('p2', 'p5'));
  for (const signals of [
    ['product_view:p1', 'category_view:hats'],
    ['search:leather boots', 'price_filter:20-90'],
    ['brand_view:Bero', 'attribute_filter:colour=red'],
  ]) {
    const request = { profile: session(...signals), model, now: NOON + 9_000, limit: 80 };
    assert.deepEqual(rank({ ...request, index: arrived }), rank({ ...request, index }), signals.join());
  }
});

test('packed data has no functions, so that it can be cloned', () => {
  assert.doesNotThrow(() => structuredClone(packIndex(index)));
});

test('packed column groups name columns by number, so that no code array is copied as a key', () => {
  const { groups, groupOf } = packIndex(index).columnGroups;
  assert.ok(groups.every(({ entries }) => Array.isArray(entries)) && Array.isArray(groupOf));
});

test('the index of a candidate list cannot be packed', () => {
  const list = runToEnd(candidateIndexOf(index, [{ id: 'p1' }], { profile: session() }));
  assert.throws(() => packIndex(list), TypeError);
});
