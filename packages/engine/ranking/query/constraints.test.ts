import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { emptyModel } from '../model/empty-model.ts';
import { rank } from '../rank.ts';
import { catalogueOf, NOON, ROLES, session } from '../testing/shops.ts';

/** p0 is a black leather boot by Ala at 100; others have some of that. */
const rows = Array.from({ length: 400 }, (_, i) => ({
  id: `p${i}`,
  title: `${i < 100 ? 'Leather' : 'Canvas'} ${i % 4 < 2 ? 'boot' : 'hat'}`,
  type: i % 4 < 2 ? 'boots' : 'hats',
  brand: i % 8 < 4 ? 'Ala' : 'Bero',
  colour: i % 2 === 0 ? 'black' : 'white',
  price: i % 16 < 8 ? 100 : 20,
}));
const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);

/** What is said of going back to p0, and whether it comes first, after it was looked at and then this was sent. */
function afterView(...signals: readonly string[]): { readonly back: boolean; readonly first: boolean } {
  const profile = session('product_view:p0', ...signals);
  const { items } = rank({ index, model: emptyModel(), profile, now: NOON + 20_000, limit: 400 });
  const viewed = items.find(({ id }) => id === 'p0')!;
  return { back: viewed.scoreBreakdown.some(({ factor }) => factor === 'revisit'), first: viewed.rank === 1 };
}
const EXPECTED = { back: true, first: true };
const LEFT = { back: false, first: false };

describe('a product that was looked at', () => {
  test('is expected back while it is what is asked for since', () => {
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

  test('is left behind when something else is', () => {
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

  test('is not left for what the catalogue does not know', () => {
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

  test('is expected back once it is looked at again', () => {
    assert.deepEqual(afterView('search:hats', 'product_view:p0'), EXPECTED);
    assert.equal(afterView('attribute_filter:colour=white', 'product_view:p0').back, true);
  });

  test('is not expected back once it was bought, taken out of the cart or dismissed, until it is looked at again', () => {
    assert.deepEqual(afterView('cart_add:p0'), EXPECTED);
    for (const signal of ['purchase:p0', 'cart_remove:p0']) {
      assert.deepEqual(afterView('cart_add:p0', signal), LEFT, signal);
      assert.deepEqual(afterView('cart_add:p0', signal, 'product_view:p0'), EXPECTED, signal);
    }
    assert.deepEqual(afterView('dismiss:p0'), LEFT);
    assert.deepEqual(afterView('purchase:p4'), EXPECTED);
  });
});
