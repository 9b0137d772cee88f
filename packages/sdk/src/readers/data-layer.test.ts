import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { saidBy, watch } from './data-layer.ts';

/** As `gtag` pushes them. */
function called(..._: unknown[]): IArguments {
  // biome-ignore lint/complexity/noArguments: the tag of Google pushes them as they are.
  return arguments;
}

const signals = (entry: unknown) => saidBy(entry).signals.map(({ type, value }) => `${type}:${value}`);

describe('an entry of a data layer', () => {
  it('says the same by a tag manager and by gtag', () => {
    const items = [{ item_id: 'sku-1' }, { id: 7 }];
    for (const [name, type] of [
      ['view_item', 'product_view'],
      ['add_to_cart', 'cart_add'],
      ['remove_from_cart', 'cart_remove'],
      ['add_to_wishlist', 'wishlist_add'],
      ['purchase', 'purchase'],
    ]) {
      const expected = [`${type}:sku-1`, `${type}:7`];
      assert.deepEqual(signals({ event: name, ecommerce: { items } }), expected);
      assert.deepEqual(signals(called('event', name, { items })), expected);
    }
    assert.deepEqual(signals({ event: 'view_search_results', search_term: 'desk lamp' }), [
      'search:desk lamp',
    ]);
    assert.deepEqual(signals(called('event', 'search', { search_term: 'desk lamp' })), ['search:desk lamp']);
  });

  it('names an order by its own id, with its products', () => {
    const items = [{ item_id: 'sku-1', price: 10, quantity: 2 }];
    const purchase = { transaction_id: 'T-1', value: 20, currency: 'EUR', items };
    assert.deepEqual(saidBy(called('event', 'purchase', purchase)).order, {
      id: 'T-1',
      data: { items: ['sku-1'], value: 20, currency: 'EUR' },
    });
    assert.equal(saidBy(called('event', 'purchase', { items })).order, undefined);
  });

  it('is the view of a category only where all of the list is of the category that it is named after', () => {
    const shirts = { item_id: 'a', item_category: 'Apparel', item_category2: 'Shirts' };
    const shoes = { item_id: 'b', item_category: 'Apparel', item_category2: 'Shoes' };
    const list = (item_list_name: string, ...items: object[]) =>
      signals({ event: 'view_item_list', ecommerce: { item_list_name, items } });
    assert.deepEqual(list('Shirts', shirts), ['category_view:Shirts']);
    assert.deepEqual(list('Apparel', shirts, shoes), ['category_view:Apparel']);
    assert.deepEqual(list('Shirts', shirts, shoes), []);
    assert.deepEqual(list('Related products', shirts), []);
    assert.deepEqual(list('Shirts'), []);
  });

  it('says nothing and never throws where it is no e-commerce event, whatever it is', () => {
    for (const entry of [
      ...[
        null,
        undefined,
        3,
        'event',
        [],
        { event: 'gtm.click' },
        { ecommerce: null },
        { event: 'constructor' },
      ],
      ...[{ event: 'view_item' }, { event: 'view_item', ecommerce: { items: [null, {}, { item_id: ' ' }] } }],
      ...[
        { event: 'search', search_term: 3 },
        called('consent', 'default', {}),
        called('event', 'view_item'),
      ],
    ])
      assert.deepEqual(saidBy(entry), { signals: [] });
    fc.assert(
      fc.property(fc.anything(), (entry) =>
        assert.deepEqual(saidBy({ event: 'add_to_cart', ecommerce: entry }).order, undefined),
      ),
    );
  });
});

describe('a data layer that is watched', () => {
  it('hands on every push as it was, under any name, and tracks each entry once', () => {
    const tracked: string[] = [];
    const page = globalThis as unknown as Record<string, unknown[]>;
    const given: unknown[] = [];
    const layer = { event: 'view_item', ecommerce: { items: [{ item_id: 'a' }] } };
    page.shopLayer = [layer];
    const own = page.shopLayer;
    own.push = (...entries) => given.push(...entries);
    const track = (signals: readonly { value: unknown }[]) =>
      tracked.push(...signals.map(({ value }) => String(value)));
    watch({ track, event: () => {} } as unknown as Parameters<typeof watch>[0], 'shopLayer');
    assert.equal(own.push({ event: 'view_item', ecommerce: { items: [{ item_id: 'b' }] } }, null), 2);
    assert.equal(page.shopLayer, own);
    assert.deepEqual(tracked, ['a', 'b']);
    assert.equal(given.length, 2);
    delete page.shopLayer;
  });
});
