import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyProfile, foldAll } from '../profile/fold.ts';
import { readProfile } from '../profile/read-profile.ts';

const evidenceOf = (...signals: readonly (readonly [type: string, value: string])[]): readonly string[] =>
  readProfile(
    foldAll(
      emptyProfile(0),
      signals.map(([type, value], k) => ({ type, value, at: k })),
    ),
  ).evidence.map(({ name }) => name);

describe('the evidence of a signal', () => {
  test('tells another category from the same one, and the first from both', () => {
    assert.ok(!evidenceOf(['category_view', 'boots']).includes('category_view:another'));
    assert.ok(
      !evidenceOf(['category_view', 'boots'], ['category_view', 'Boots']).includes('category_view:another'),
    );
    assert.ok(
      evidenceOf(['category_view', 'boots'], ['category_view', 'hats']).includes('category_view:another'),
    );
  });

  test('tells whether a brand comes again', () => {
    const again = evidenceOf(['brand_view', 'Acme'], ['brand_view', 'acme']);
    assert.ok(again.includes('brand_view:again') && !again.includes('brand_view:another'));
    assert.ok(evidenceOf(['brand_view', 'Acme'], ['brand_view', 'Bolt']).includes('brand_view:another'));
  });

  test('is a capped price only where the range has no lower end', () => {
    assert.ok(evidenceOf(['price_filter', '0-50']).includes('price_filter:capped'));
    assert.ok(!evidenceOf(['price_filter', '10-50']).includes('price_filter:capped'));
    assert.ok(!evidenceOf(['price_filter', '0-0']).includes('price_filter:capped'));
  });

  test('is a sale where the filter is about reduced prices', () => {
    for (const filter of ['sale=yes', 'On Sale=1', 'discounted=true'])
      assert.ok(evidenceOf(['attribute_filter', filter]).includes('attribute_filter:sale'), filter);
    assert.ok(!evidenceOf(['attribute_filter', 'sail=yes']).includes('attribute_filter:sale'));
  });

  test('is a quick decision within three signals of the first look', () => {
    const view = (id: string) => ['product_view', id] as const;
    const cart = ['cart_add', 'a'] as const;
    assert.ok(evidenceOf(view('a'), view('b'), view('c'), cart).includes('cart_add:quick'));
    assert.ok(!evidenceOf(view('a'), view('b'), view('c'), view('d'), cart).includes('cart_add:quick'));
  });

  test('is reading from half a minute on', () => {
    assert.ok(evidenceOf(['dwell', 'sku:1:30']).includes('dwell:long'));
    assert.ok(!evidenceOf(['dwell', 'sku:1:29']).includes('dwell:long'));
  });

  test('is the order, and what the words of a search tell', () => {
    assert.ok(evidenceOf(['sort', 'Price_Asc']).includes('sort:price_asc'));
    const search = evidenceOf(['search', 'cheap gifts for a birthday']);
    assert.ok(search.includes('search:sale') && search.includes('search:gift'));
    assert.ok(!search.includes('search:premium'));
  });
});
