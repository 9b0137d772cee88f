import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Profile } from '../../session/types.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { bind } from '../model/bound-model.ts';
import { rank } from '../rank.ts';
import { rankProducts, rerank } from '../rerank.ts';
import { catalogueOf, NOON, ROLES, session, shopOf } from '../testing/shops.ts';
import { SUPPRESSED_FOR, suppressedBy } from './suppression.ts';

const index = shopOf(120);
const request = { index, model: emptyModel(), now: NOON + 60_000, limit: 120 };
/** A list that is asked for something: an open one puts the cart and what was bought behind other things, too. */
const ofAllPrices = { ...request, filters: { price: { min: 0 } } };
const bound = bind(index, emptyModel());
const suppressedAt = (profile: Profile, now: number, to = bound) => [
  ...suppressedBy(profile, to, now, false),
];
const marked = (...signals: readonly string[]): string[] => {
  const { items } = rank({ ...ofAllPrices, profile: session(...signals) });
  return items.flatMap(({ id, aside }) => (aside === undefined ? [] : `${id} ${aside}`));
};

describe('a session suppresses', () => {
  test('products removed from the cart, for a day', () => {
    const profile = session('cart_remove:p5');
    assert.deepEqual(suppressedAt(profile, NOON + SUPPRESSED_FOR - 1), [['p5', 'removed']]);
    assert.deepEqual(suppressedAt(profile, NOON + SUPPRESSED_FOR), []);
  });

  test('bought products, until shoppers usually buy them again', () => {
    const profile = session('purchase:p5');
    const later = NOON + 1000 * SUPPRESSED_FOR;
    assert.deepEqual(suppressedAt(profile, later), [['p5', 'bought']]);
    const { parameters, ...model } = emptyModel();
    const used = bind(index, {
      ...model,
      parameters: { ...parameters, repeats: { sandals: 9 * SUPPRESSED_FOR } },
    });
    assert.deepEqual(suppressedAt(profile, NOON + 9 * SUPPRESSED_FOR - 1, used), [['p5', 'bought']]);
    assert.deepEqual(suppressedAt(profile, NOON + 9 * SUPPRESSED_FOR, used), []);
    assert.deepEqual(suppressedAt(session('purchase:p4'), later, used), [['p4', 'bought']]);
  });

  test('such products behind all others, with the scores that they have', () => {
    const profile = session('purchase:p5', 'cart_remove:p8');
    const { items } = rank({ ...ofAllPrices, profile });
    assert.ok(Math.abs(items.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-9);
    assert.deepEqual(
      items.slice(-2).map(({ id, scoreBreakdown: [first] }) => [id, first.factor, first.signal]),
      [
        ['p8', 'aside', 'removed'],
        ['p5', 'aside', 'bought'],
      ],
    );
  });

  test('dismissed products, for good and behind all others', () => {
    const profile = session('dismiss:p5');
    assert.deepEqual(
      [...suppressedBy(profile, bound, NOON + 10 * SUPPRESSED_FOR, true)],
      [['p5', 'dismissed']],
    );
    const { items } = rank({ ...request, profile: session('dismiss:p5', 'purchase:p100', 'cart_remove:p8') });
    assert.deepEqual(items.at(-1)?.id, 'p5');
    assert.equal(items.at(-1)?.aside, 'dismissed');
  });

  test('no product that is viewed, or put into the cart, again', () => {
    assert.deepEqual(marked('purchase:p5'), ['p5 bought']);
    assert.deepEqual(marked('purchase:p5', 'product_view:p5'), []);
    assert.deepEqual(marked('cart_add:p5', 'cart_remove:p5', 'cart_add:p5'), []);
    assert.deepEqual(marked('purchase:p5', 'cart_remove:p5'), ['p5 bought']);
    assert.deepEqual(marked('cart_remove:p5', 'dwell:p5:30'), ['p5 removed']);
  });

  test('nothing in a list of that product alone', () => {
    const [item] = rankProducts({
      ...request,
      profile: session('purchase:p5'),
      products: [{ id: 'p5' }],
    }).items;
    assert.ok(Math.abs(item.score - 1) < 1e-9);
  });

  test('only dismissed products in a list that answers a search', () => {
    const profile = session('product_view:p8', 'purchase:p5', 'dismiss:p9');
    const products = ['p9', 'p5', 'p8', 'p20'].map((id) => ({ id }));
    const asideIn = ({ items }: ReturnType<typeof rerank>) =>
      items.flatMap(({ id, aside }) => (aside === undefined ? [] : [`${id} ${aside}`]));
    const list = { ...request, profile, products, limit: undefined };
    assert.deepEqual(asideIn(rankProducts(list)), ['p5 bought', 'p9 dismissed']);
    assert.deepEqual(asideIn(rankProducts({ ...list, query: ' ' })), ['p5 bought', 'p9 dismissed']);
    assert.deepEqual(asideIn(rankProducts({ ...list, query: 'boots' })), ['p9 dismissed']);
    assert.deepEqual(asideIn(rerank({ ...list, strength: 1 })), ['p9 dismissed']);
    assert.deepEqual(asideIn(rerank({ ...list, strength: 0 })), []);
  });
});

test('a list that only a dismissal reorders is personalised', () => {
  const profile = session('dismiss:p0');
  const products = ['p0', 'p1', 'p2'].map((id) => ({ id }));
  const list = { ...request, profile, products, limit: undefined };
  for (const { items, explanation } of [
    rank({ ...request, profile }),
    rankProducts(list),
    rerank({ ...list, strength: 0.5 }),
  ]) {
    assert.equal(items.at(-1)!.id, 'p0');
    assert.deepEqual(explanation, { personalised: true });
  }
  assert.equal(rerank({ ...list, strength: 0 }).explanation.personalised, false);
  const others = { ...list, products: products.slice(1) };
  assert.equal(rankProducts(others).explanation.personalised, false);
  assert.equal(rankProducts({ ...list, products: products.slice(0, 1) }).explanation.personalised, false);
});

test('of dismissed variants the one that a search names is free', () => {
  const rows = ['Red', 'Blue', 'Green', 'Plain'].map((colour, k) => ({
    id: `v${k}`,
    title: `${colour} teapot`,
    type: 'Pots',
    item_group_id: k < 3 ? 'pots' : 'plain',
  }));
  const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
  assert.equal(index.family?.[0], index.family?.[2]);
  const dismissed = (count: number) => session(...rows.slice(0, count).map(({ id }) => `dismiss:${id}`));
  for (const count of [1, 2, 3]) {
    for (const named of rows.slice(0, count)) {
      const list = { ...request, index, profile: dismissed(count) };
      const { items } = rank({ ...list, query: named.title });
      assert.deepEqual([items[0].id, items[0].aside], [named.id, undefined]);
      assert.equal(rank(list).items.at(-1)?.aside, 'dismissed');
    }
  }
});
