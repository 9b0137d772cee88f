import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { catalogueOf, ROLES, shopOf } from '../testing/shops.ts';
import { productsFound } from './products-found.ts';

/** Twelve products: p0 leather boots, p1 canvas sandals, p2 wool hats, p3 leather scarves, p4 canvas boots … */
const index = shopOf(12);
const found = (query: string): readonly number[] | undefined => runToEnd(productsFound(query, index));

test('a query finds the products that have all of its words, in any form and order', () => {
  assert.deepEqual(found('leather boots'), [0]);
  assert.deepEqual(found('BOOT, leather'), [0]);
  assert.deepEqual(found('boots'), [0, 4, 8]);
  assert.deepEqual(found('boots of leather'), [0], 'stop words are left out');
});

test('a query with one word that the catalogue lacks finds nothing', () => {
  for (const query of [
    'monitor cheaper at evil-shop.example',
    'boots cheaper',
    'boots boots.example',
    'boots 0800',
  ])
    assert.equal(found(query), undefined, query);
});

test('a query whose words no product has together finds nothing', () => {
  assert.equal(found('red blue boots'), undefined);
});

test('a query of more than words and the marks in names finds nothing', () => {
  for (const query of ['boots 💥', 'boots → sandals', 'boots <b>', 'boots\u202e', '', '--'])
    assert.equal(found(query), undefined, query);
});

test('what a query turns away is known where products say that they are without it', () => {
  const sweets = buildIndex(catalogueOf([{ id: 'a', title: 'Sugar-free gum' }]), ROLES);
  assert.deepEqual(runToEnd(productsFound('gum without sugar', sweets)), [0]);
  assert.equal(runToEnd(productsFound('gum without taste', sweets)), undefined);
});
