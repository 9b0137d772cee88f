import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { buildIndex, type CatalogueIndex } from '../indexing/catalogue-index.ts';
import { catalogueOf, session, shopOf } from '../testing/shops.ts';
import type { InlineProduct } from '../types.ts';
import { candidateIndexOf, catalogueSubset } from './candidate-index.ts';

/** The types alternate: boots, sandals, hats, scarves. */
const shop = shopOf(40);
const nothing = buildIndex(catalogueOf([]), {});
const listOf = (
  products: readonly InlineProduct[],
  { base = shop, signals = [] as readonly string[] } = {},
): CatalogueIndex => runToEnd(candidateIndexOf(base, products, { profile: session(...signals) }));

/** The label that a product of an index has in a column. */
function labelOf(index: CatalogueIndex, name: string, product: number): string | undefined {
  const { cell, cellStart, cellValues, labels } = index.columns[index.columnNumbers.get(name)!];
  return cell[product] < 0 ? undefined : labels[cellValues[cellStart[cell[product]]]];
}

describe('the index of a candidate list', () => {
  test("holds the catalogue's data of its products in the given order, and no other products", () => {
    const list = listOf([{ id: 'p6' }, { id: 'unheard-of' }, { id: 'p3' }]);
    assert.equal(list.size, 3);
    assert.deepEqual(
      [0, 1, 2].map((product) => labelOf(list, 'type', product)),
      ['hats', undefined, 'scarves'],
    );
    assert.deepEqual([...list.catalogueRow!], [6, -1, 3]);
    assert.equal(list.logPrice[0], shop.logPrice[6]);
    assert.ok(Number.isNaN(list.logPrice[1]));
    assert.deepEqual(
      [6, 3, 5].map((place) => list.productAtRow(place)),
      [0, 2, -1],
    );
  });

  test("prefers sent values to the catalogue's, new values included", () => {
    const list = listOf([
      { id: 'p6', attributes: { type: 'capes', price: '£12.50', stock: 'sold out' } },
      { id: 'p3' },
    ]);
    assert.deepEqual(
      [0, 1].map((product) => labelOf(list, 'type', product)),
      ['capes', 'scarves'],
    );
    assert.ok(Math.abs(Math.exp(list.logPrice[0]) - 12.5) < 1e-9);
    assert.deepEqual([...list.available], [0, 1]);
    assert.equal(labelOf(shop, 'type', 6), 'hats', 'the catalogue stays as it was');
  });

  test('takes availability from the catalogue, and treats unknown products as available', () => {
    const base = buildIndex(
      catalogueOf([
        { id: 'a', stock: 'out of stock' },
        { id: 'b', stock: 'in stock' },
      ]),
      {
        availability: 'stock',
      },
    );
    assert.deepEqual([...listOf([{ id: 'new' }, { id: 'a' }, { id: 'b' }], { base }).available], [1, 0, 1]);
  });

  test('recognises roles by usual names where the catalogue has none', () => {
    const attributes = { 'Product type': 'hats', vendor: 'Ala', price: 9, in_stock: false };
    const list = listOf([{ id: 'a', attributes }], { base: nothing });
    assert.equal(list.category?.name.toLowerCase(), 'product type');
    assert.equal(list.brand?.name, 'vendor');
    assert.ok(Math.abs(Math.exp(list.logPrice[0]) - 9) < 1e-9);
    assert.equal(list.available[0], 0);
  });

  test('reads further attributes only where the session refers to them', () => {
    const products = ['oak', 'pine'].map((wood, k) => ({
      id: `a${k}`,
      attributes: { wood, finish: `f${k}` },
    }));
    const names = (...signals: readonly string[]): string[] =>
      listOf(products, { base: nothing, signals }).columns.map(({ name }) => name);
    assert.deepEqual(names(), []);
    assert.deepEqual(names('attribute_filter:wood=oak'), ['wood']);
    assert.deepEqual(names('product_view:a0').sort(), ['finish', 'wood']);
  });
});

test('a subset by product number equals the list of these products', () => {
  const request = { profile: session('category_view:hats') };
  const part = runToEnd(catalogueSubset(shop, [6, 3], request));
  const list = runToEnd(candidateIndexOf(shop, [{ id: 'p6' }, { id: 'p3' }], request));
  for (const index of [part, list]) {
    assert.deepEqual([index.ids.at(0), index.ids.at(1)], ['p6', 'p3']);
    assert.deepEqual(
      ['p6', 'p3', 'p5'].map((id) => index.ids.find(id)),
      [0, 1, undefined],
    );
  }
  for (const key of ['logPrice', 'available', 'priceRank', 'priceStep', 'catalogueRow'] as const)
    assert.deepEqual(part[key], list[key], key);
});
