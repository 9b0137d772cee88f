import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SUPPRESSED_FOR } from '../intent/suppression.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import { NOON, session, shopOf } from '../testing/shops.ts';

/** Products are boots, sandals, hats and scarves in turn. */
const index = shopOf(120);
const request = { index, model: emptyModel(), now: NOON + 60_000, limit: 120 };
const isBoot = (id: string): boolean => Number(id.slice(1)) % 4 === 0;
const placeOf = (id: string, ...signals: readonly string[]): number =>
  rank({ ...request, profile: session(...signals) }).items.find((item) => item.id === id)!.rank;
/** Boots among the first twenty, without p4 itself. */
const bootsAfter = (signals: readonly string[], more: Partial<Parameters<typeof rank>[0]> = {}): number =>
  rank({ ...request, limit: 20, profile: session(...signals), ...more }).items.filter(
    ({ id }) => isBoot(id) && id !== 'p4',
  ).length;

describe('after a purchase', () => {
  test('others than more of the same kind come first, after a cart to a lesser degree', () => {
    const viewed = bootsAfter(['product_view:p4']);
    const carted = bootsAfter(['product_view:p4', 'cart_add:p4']);
    const bought = bootsAfter(['product_view:p4', 'purchase:p4']);
    assert.ok(viewed > 10, `${viewed}`);
    assert.ok(bought < viewed && bought <= carted && carted <= viewed, `${viewed} ${carted} ${bought}`);
    const { items, explanation } = rank({ ...request, profile: session('product_view:p4', 'purchase:p4') });
    assert.ok(explanation.personalised);
    for (const { id, aside } of items) {
      assert.equal(aside, id === 'p4' ? 'bought' : isBoot(id) ? 'kind_bought' : undefined);
    }
  });

  test('scores add up as before: only places change', () => {
    const { items } = rank({ ...request, profile: session('cart_add:p4', 'purchase:p8') });
    assert.ok(Math.abs(items.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-9);
    for (const { score, scoreBreakdown } of items) {
      const sum = scoreBreakdown.reduce((total, { contribution }) => total + contribution, 0);
      assert.ok(Math.abs(sum - score) < 1e-9);
    }
  });

  test('the kind is open again once it is looked at, asked for or searched, and after a day', () => {
    const bought = ['product_view:p4', 'purchase:p4'];
    const none = (...since: readonly string[]) => {
      const { items } = rank({ ...request, profile: session(...bought, ...since) });
      return items.every(({ aside }) => aside !== 'kind_bought');
    };
    assert.ok(!none('product_view:p1'));
    assert.ok(none('product_view:p8') && none('category_view:boots') && none('attribute_filter:colour=red'));
    const later = (now: number) =>
      rank({ ...request, now, profile: session(...bought) }).items.some(
        ({ aside }) => aside === 'kind_bought',
      );
    assert.ok(later(NOON + SUPPRESSED_FOR - 15 * 60_000) && !later(NOON + SUPPRESSED_FOR + 15 * 60_000));
  });

  test('of several of a kind more of it may come: it is used up', () => {
    const { items } = rank({ ...request, profile: session('purchase:p4', 'purchase:p8') });
    assert.ok(items.every(({ aside }) => aside !== 'kind_bought'));
  });

  test('a list that asks for something has its own order', () => {
    const profile = session('purchase:p4');
    for (const asked of [{ category: 'boots' }, { filters: { type: 'boots' } }, { query: 'boots' }]) {
      const { items } = rank({ ...request, ...asked, profile });
      assert.ok(items.every(({ aside }) => aside !== 'kind_bought'));
    }
  });
});

describe('what lies in the cart', () => {
  test('is not what a front page begins with', () => {
    assert.equal(placeOf('p4', 'product_view:p4'), 1);
    assert.ok(placeOf('p4', 'product_view:p4', 'cart_add:p4') > 1);
    assert.ok(placeOf('p4', 'cart_add:p4', 'product_view:p4') > 1);
  });

  test('is not what was taken out again, and has its place in a search', () => {
    const { items } = rank({ ...request, profile: session('cart_add:p4', 'cart_remove:p4') });
    assert.ok(items.every(({ aside }) => aside !== 'in_cart'));
    const found = rank({ ...request, profile: session('cart_add:p4'), query: 'boots 4' });
    assert.ok(found.items.every(({ aside }) => aside === undefined));
  });
});
