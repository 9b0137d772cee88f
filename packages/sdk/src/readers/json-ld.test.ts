import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { signalsOf } from './json-ld.ts';

const said = (...documents: unknown[]) => signalsOf(documents).map(({ type, value }) => `${type}:${value}`);
const trail = (...names: string[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: names.map((name, at) => ({ '@type': 'ListItem', position: at + 1, name })),
});

describe('JSON-LD of a page', () => {
  it('is of a product where it describes one, wherever it stands', () => {
    const product = { '@type': 'Product', sku: 'sku-1', offers: { price: 3 } };
    for (const document of [
      product,
      [product],
      { '@context': 'https://schema.org', '@graph': [trail('Home', 'Lamps'), product] },
      { '@type': 'ItemPage', mainEntity: product },
      { '@type': ['Product', 'Vehicle'], sku: 'sku-1' },
      { '@type': 'http://schema.org/Product', productID: 'sku-1' },
    ])
      assert.deepEqual(said(document), ['product_view:sku-1']);
    assert.deepEqual(said(trail('Home', 'Lamps'), product), ['product_view:sku-1']);
  });

  it('is of a group, not of its variants', () => {
    const group = {
      '@type': 'ProductGroup',
      productGroupID: 42,
      hasVariant: [{ '@type': 'Product', sku: 'b' }],
    };
    const variants = ['a', 'b'].map((sku) => ({ '@type': 'Product', sku, isVariantOf: { '@id': '#group' } }));
    assert.deepEqual(said(group), ['product_view:42']);
    assert.deepEqual(said([group, ...variants]), ['product_view:42']);
  });

  it('is of no product where it describes several, or one without an id', () => {
    const product = (sku: string) => ({ '@type': 'Product', sku });
    assert.deepEqual(said(product('a'), product('b')), []);
    assert.deepEqual(said(product('a'), product('a')), ['product_view:a']);
    assert.deepEqual(said({ '@type': 'Product', name: 'Lamp' }), []);
  });

  it('is of a category where it is a collection', () => {
    const collection = { '@type': 'CollectionPage' };
    assert.deepEqual(said(trail('Home', 'Lamps', 'Desk lamps'), collection), ['category_view:Desk lamps']);
    assert.deepEqual(said(trail('Home'), collection), []);
    assert.deepEqual(said(trail('Home', 'How to clean a lamp'), { '@type': 'Article' }), []);
    const linked = {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, item: { name: 'Home' } },
        { position: 2, item: { name: 'Lamps' } },
      ],
    };
    assert.deepEqual(said(linked, collection), ['category_view:Lamps']);
  });

  it('never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (documents) => assert.ok(signalsOf(documents).length <= 1)),
    );
  });
});
