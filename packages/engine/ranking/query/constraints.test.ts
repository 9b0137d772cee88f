import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import { catalogueOf, NOON, ROLES, session, withoutVariants } from '../testing/shops.ts';

/** p0 is a black leather boot by Ala at 100; others have some of that. */
const rows = Array.from({ length: 400 }, (_, i) => ({
  id: `p${i}`,
  title: `${i < 100 ? 'Leather' : 'Canvas'} ${i % 4 < 2 ? 'boot' : 'hat'}`,
  type: i % 4 < 2 ? 'boots' : 'hats',
  brand: i % 8 < 4 ? 'Ala' : 'Bero',
  colour: i % 2 === 0 ? 'black' : 'white',
  price: i % 16 < 8 ? 100 : 20,
}));
const index = withoutVariants(buildIndex(catalogueOf(rows, { title: 'text' }), ROLES));

/** Whether the factors for returns score p0, and whether it ranks first, after a view of it and then this signal. */
function afterView(...signals: readonly string[]): { readonly back: boolean; readonly first: boolean } {
  const profile = session('product_view:p0', ...signals);
  const { items } = rank({ index, model: emptyModel(), profile, now: NOON + 20_000, limit: 400 });
  const viewed = items.find(({ id }) => id === 'p0')!;
  return { back: viewed.scoreBreakdown.some(({ factor }) => factor === 'revisit'), first: viewed.rank === 1 };
}
const EXPECTED = { back: true, first: true };
const LEFT = { back: false, first: false };

describe('a viewed product', () => {
  test('may be returned to while it meets the later constraints', () => {
    for (const signal of [
      'category_view:boots',
      'brand_view:Ala',
      'attribute_filter:colour=black',
      'price_filter:50-100',
      'price_filter:100-150',
      'search:leather boots',
      'search:boots not canvas',
      'sort:newest',
    ]) {
      assert.deepEqual(afterView(signal), EXPECTED, signal);
    }
    assert.deepEqual(afterView('attribute_filter:colour=white', 'attribute_filter:colour=black'), EXPECTED);
  });

  test('is abandoned when it violates a later constraint', () => {
    for (const signal of [
      'category_view:hats',
      'brand_view:Bero',
      'attribute_filter:colour=white',
      'attribute_filter:type=hats',
      'price_filter:0-99',
      'search:canvas boots',
      'search:boots not leather',
    ]) {
      assert.deepEqual(afterView(signal), LEFT, signal);
    }
    assert.equal(afterView('search:hats').back, false);
  });

  test('is not abandoned for values that the catalogue lacks', () => {
    for (const signal of [
      'category_view:spaceships',
      'brand_view:Cima',
      'attribute_filter:colour=mauve',
      'attribute_filter:sole=rubber',
      'search:xylophone',
    ]) {
      assert.deepEqual(afterView(signal), EXPECTED, signal);
    }
    assert.deepEqual(afterView('search:xylophone boots'), EXPECTED);
  });

  test('may be returned to once it is viewed again', () => {
    assert.deepEqual(afterView('search:hats', 'product_view:p0'), EXPECTED);
    assert.equal(afterView('attribute_filter:colour=white', 'product_view:p0').back, true);
  });

  test('is abandoned once it was bought, removed from the cart or dismissed, until the next view', () => {
    // Others come before what is in the cart, but it may be returned to.
    assert.deepEqual(afterView('cart_add:p0'), { back: true, first: false });
    for (const signal of ['purchase:p0', 'cart_remove:p0']) {
      assert.deepEqual(afterView('cart_add:p0', signal), LEFT, signal);
      assert.deepEqual(afterView('cart_add:p0', signal, 'product_view:p0'), EXPECTED, signal);
    }
    assert.deepEqual(afterView('dismiss:p0'), LEFT);
    // One of its kind was bought: others come first, but it may be returned to.
    assert.deepEqual(afterView('purchase:p4'), { back: true, first: false });
  });
});

test('in a shop of thousands, all matches of a query come before the product that was viewed and does not match', () => {
  const many = Array.from({ length: 4_000 }, (_, i) => ({
    id: `p${i}`,
    title: i % 4 === 0 ? `Hat ${i}` : `Boot ${i}`,
  }));
  const shop = withoutVariants(buildIndex(catalogueOf(many, { title: 'text' }), { title: 'title' }));
  const first = (...signals: readonly string[]): string =>
    rank({
      index: shop,
      model: emptyModel(),
      profile: session(...signals),
      now: NOON,
      query: 'hat',
      limit: 1,
    }).items[0].id;
  assert.equal(first('product_view:p1'), 'p0');
  assert.equal(first('product_view:p1', 'product_view:p2', 'product_view:p1'), 'p0');
  assert.equal(first('product_view:p8'), 'p8', 'one that matches may lead');
});
