import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SET_ASIDE_FOR, setAside } from './aside.ts';
import { emptyModel } from './model.ts';
import { rank } from './rank.ts';
import { rankProducts, rerank } from './rank-products.ts';
import { NOON, session, shopOf } from './testing.ts';

const index = shopOf(120);
const request = { index, model: emptyModel(), now: NOON + 60_000, limit: 120 };
const behind = (...signals: readonly string[]): string[] => {
  const { items } = rank({ ...request, profile: session(...signals) });
  return items.flatMap(({ id, aside }) => (aside === undefined ? [] : `${id} ${aside}`));
};

describe('a session sets aside', () => {
  test('what was bought or taken out of the cart, for a day', () => {
    for (const [type, why] of [
      ['purchase', 'bought'],
      ['cart_remove', 'removed'],
    ]) {
      const profile = session(`${type}:p5`);
      assert.deepEqual([...setAside(profile, NOON + SET_ASIDE_FOR - 1, false)], [['p5', why]]);
      assert.deepEqual([...setAside(profile, NOON + SET_ASIDE_FOR, false)], []);
    }
  });

  test('what is not to be seen for good, and behind what was bought', () => {
    const profile = session('dismiss:p5');
    assert.deepEqual([...setAside(profile, NOON + 10 * SET_ASIDE_FOR, true)], [['p5', 'dismissed']]);
    const { items } = rank({ ...request, profile: session('dismiss:p5', 'purchase:p100', 'cart_remove:p8') });
    const last = items.slice(-3).map(({ id, aside }) => `${id} ${aside}`);
    assert.deepEqual(new Set(last.slice(0, 2)), new Set(['p100 bought', 'p8 removed']));
    assert.equal(last[2], 'p5 dismissed');
  });

  test('nothing that is looked at, or put into the cart, again', () => {
    assert.deepEqual(behind('purchase:p5'), ['p5 bought']);
    assert.deepEqual(behind('purchase:p5', 'product_view:p5'), []);
    assert.deepEqual(behind('cart_add:p5', 'cart_remove:p5', 'cart_add:p5'), []);
    assert.deepEqual(behind('purchase:p5', 'cart_remove:p5'), ['p5 removed']);
    assert.deepEqual(behind('cart_remove:p5', 'dwell:p5:30'), ['p5 removed']);
  });

  test('only what is dismissed of a list that somebody searched for', () => {
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

test('a list that only a dismissal puts into another order is personal', () => {
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
