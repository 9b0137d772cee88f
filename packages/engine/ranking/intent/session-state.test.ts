import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runToEnd } from '../../primitives/run-to-end.ts';
import type { Profile } from '../../session/types.ts';
import { candidateIndexOf } from '../candidates/candidate-index.ts';
import { bind, bindCandidates } from '../model/bound-model.ts';
import { modelOf, visitTo } from '../testing/expert-probe.ts';
import { NOON, session, shopOf } from '../testing/shops.ts';
import { hasStated, sessionStateOf } from './session-state.ts';

const index = shopOf(40);
const model = modelOf(visitTo('p1', 'gone', 'p2'), visitTo('p1'));
const MINUTE = 60_000;

const read = (profile: Profile, now = profile.lastSeenAt, query?: string) =>
  sessionStateOf(bind(index, model), profile, [], now, query);
const viewed = (...ids: readonly string[]) => read(session(...ids.map((id) => `product_view:${id}`)));
const whole = (state: ReturnType<typeof read>, part: 'items' | 'products' | 'rows'): number[] => [
  ...state[part].subarray(0, state.length),
];

describe('the state of a session', () => {
  test('is its path, oldest first, as items of the model and products of the catalogue', () => {
    const state = viewed('p1', 'p30', 'gone', 'p2');
    assert.deepEqual(whole(state, 'products'), [1, 30, -1, 2]);
    assert.deepEqual(whole(state, 'items'), [0, -1, 1, 2]);
    assert.equal(state.support, 1, 'visits clicked p2 once');
  });

  test('leaves out unknown and rejected products', () => {
    const state = read(session('product_view:p1', 'product_view:unheard-of', 'dismiss:p3', 'cart_remove:p4'));
    assert.deepEqual(whole(state, 'products'), [1]);
  });

  test('has the catalogue rows of products that are no candidates', () => {
    const profile = session('product_view:p7', 'product_view:p3');
    const list = runToEnd(candidateIndexOf(index, [{ id: 'p3' }, { id: 'p4' }], { profile }));
    const state = sessionStateOf(bindCandidates(list, bind(index, model)), profile, [], NOON);
    assert.deepEqual(whole(state, 'products'), [-1, 0]);
    assert.deepEqual(whole(state, 'rows'), [7, 3]);
  });

  test('classifies how products repeat', () => {
    assert.equal(viewed('p1').repeat, 'none');
    assert.equal(viewed('p1', 'p2', 'p3').repeat, 'none');
    assert.equal(viewed('p1', 'p2', 'p2').repeat, 'again');
    assert.equal(viewed('p2', 'p1', 'p2').repeat, 'earlier');
    assert.equal(viewed('p1', 'p1', 'p2').repeat, 'some');
    assert.equal(viewed('gone', 'gone').repeat, 'again', 'also of what only the model knows');
  });

  test('decays the interest in a product with time and with later signals', () => {
    const profile = session('product_view:p1', 'product_view:p2');
    const [first, second] = read(profile).interest;
    assert.ok(first < second);
    assert.ok(read(profile, NOON + 60 * MINUTE).interest[1] < 0.6 * second);
  });

  test('is led by its last search until that fades, or a category is named', () => {
    assert.equal(viewed('p1').searched, 0);
    const search = session('product_view:p1', 'search:boots');
    assert.equal(read(search).searched, 1);
    assert.ok(read(search, NOON + 60 * MINUTE).searched < 0.6);
    assert.ok(read(session('search:boots', 'product_view:p1')).searched < 1);
    assert.equal(read(session('search:boots', 'category_view:hats')).searched, 0);
    assert.equal(read(session('category_view:hats', 'search:boots')).searched, 1);
    assert.equal(read(session('product_view:p1'), NOON, 'boots').searched, 1, 'the query at hand');
    assert.equal(read(session('product_view:p1'), NOON, ' ').searched, 0);
  });

  test('is as fresh as its last view', () => {
    const profile = session('product_view:p1');
    assert.equal(read(profile).freshness, 1);
    const [hour, week] = [60 * MINUTE, 7 * 24 * 60 * MINUTE].map(
      (later) => read(profile, NOON + later).freshness,
    );
    assert.ok(hour < 1 && week < hour && week > 0);
    assert.ok(read(session('product_view:p1', 'dismiss:p1')).freshness < 1, 'a rejection is no view');
  });

  test('weakens views in a category once another one is named', () => {
    // p0 is boots, p2 is a hat.
    const profile = session('product_view:p0', 'product_view:p2', 'category_view:hats');
    const { relevance, freshness, interest } = read(profile);
    assert.ok(relevance[0] < 0.5 && relevance[1] === 1 && freshness > 0.5);
    assert.ok(interest[0] < 0.5 * interest[1]);
    assert.ok(read(session('product_view:p0', 'category_view:hats')).freshness < 0.3);
  });

  test('abandons products that were bought, rejected or violate a later constraint', () => {
    const abandonedBy = (...signals: readonly string[]): number[] => [...read(session(...signals)).abandoned];
    assert.deepEqual(abandonedBy('product_view:p0', 'product_view:p2', 'purchase:p0'), [0]);
    assert.deepEqual(abandonedBy('product_view:p0', 'dismiss:p0'), [0]);
    assert.deepEqual(abandonedBy('product_view:p0', 'cart_remove:p0'), [0]);
    assert.deepEqual(abandonedBy('product_view:p0', 'product_view:p2', 'category_view:hats'), [0]);
    assert.deepEqual(abandonedBy('purchase:p0', 'product_view:p0'), [], 'once it is viewed again');
  });

  test('is stated with any explicit signal beyond views, also with the current query', () => {
    assert.equal(viewed('p1').stated, false);
    for (const signal of ['category_view:hats', 'price_filter:1-2', 'sort:price_asc', 'search:hat'])
      assert.equal(read(session(signal)).stated, true, signal);
    const profile = session('product_view:p1');
    assert.equal(read(profile, NOON, 'hat').stated, true);
    assert.equal(read(profile, NOON, ' – ').stated, false);
    assert.equal(hasStated(session('product_view:p1', 'cart_add:p1')), false);
  });

  test('is read from the last 50 interactions', () => {
    const ids = Array.from({ length: 60 }, (_, k) => `p${k % 40}`);
    const state = viewed(...ids);
    assert.equal(state.length, 50);
    assert.equal(state.products[49], 59 % 40);
  });
});
