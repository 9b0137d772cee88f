import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DisplayedAttributes, type DisplayedColumn, shownColumn } from '../shops/displayed-attributes.ts';
import type { Shop } from '../shops/shop.ts';
import { attributesOf, cardOf } from './product-card.ts';
import { findProducts } from './products.ts';

const IDS = ['b1', 'h1'];
const columns = [
  shownColumn('name', Int32Array.of(0, 1), ['Red boots', 'Blue hat']),
  shownColumn('photos', Int32Array.of(0, -1), [['front.jpg', 'side.jpg']]),
  shownColumn('lining', Int32Array.of(-1, 0), ['silk']),
];

function shopWith(shown: readonly DisplayedColumn[]): Shop {
  const ids = {
    at: (product: number) => IDS[product],
    find: (id: string) => (IDS.includes(id) ? IDS.indexOf(id) : undefined),
  };
  const roles = { title: 'name', image: 'photos', price: null };
  const index = { size: 2, ids, roles, available: Uint8Array.of(1, 1) };
  return { index, shown: new DisplayedAttributes(shown) } as unknown as Shop;
}

test('a card has title, first image and price, as far as the catalogue has them', () => {
  const shop = shopWith(columns);
  assert.deepEqual(cardOf(shop, 'b1'), { title: 'Red boots', image: 'front.jpg' });
  assert.deepEqual(cardOf(shop, 'h1'), { title: 'Blue hat' });
  assert.deepEqual(cardOf(shop, 'gone'), {});
  assert.deepEqual(Object.fromEntries(attributesOf(shop, 'h1') ?? []), { name: 'Blue hat', lining: 'silk' });
});

test('a search by title reads no other column of products that do not fit', () => {
  const isRead = () => assert.fail('the column is read');
  const unread = {
    name: 'lining',
    cell: new Proxy(Int32Array.of(0, 0), { get: isRead }),
    json: new Uint8Array(),
    start: Int32Array.of(0),
  };
  const steps = findProducts(shopWith([...columns.slice(0, 2), unread]), {
    search: 'scarf',
    offset: 0,
    limit: 9,
  });
  assert.deepEqual(steps.next(), { done: true, value: { products: [], total: 0 } });
});
