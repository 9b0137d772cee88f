import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret, readTable, recogniseRoles } from '@decidable/engine/catalogue';
import { buildIndex } from '@decidable/engine/ranking';
import {
  emptyProfile,
  foldAll,
  type Persona,
  personasOf,
  readProfile,
  readSearch,
  vocabularyOf,
} from '@decidable/engine/session';
import { SIXTY_PRODUCTS } from '../testing/service-under-test.ts';
import { catalogueTraitsOf, phrasesOf, traitCounts } from './catalogue-traits.ts';

const NOON = Date.UTC(2026, 2, 4, 12);

const shelfOfCsv = (csv: string) => {
  const catalogue = interpret(readTable(csv));
  const index = buildIndex(catalogue, recogniseRoles(catalogue));
  return catalogueTraitsOf(index, traitCounts(index));
};
const sixty = shelfOfCsv(SIXTY_PRODUCTS);

const personasAfter = (shelf: ReturnType<typeof catalogueTraitsOf>, ...signals: readonly string[]) =>
  personasOf(
    readProfile(
      foldAll(
        emptyProfile(NOON),
        signals.map((signal) => {
          const [type = '', value = ''] = signal.split(':');
          return { type, value, at: NOON };
        }),
      ),
    ),
    NOON,
    shelf,
  );
const named = (personas: readonly Persona[], id: string): Persona | undefined =>
  personas.find((persona) => persona.id === id);

test('a filter that names a brand or a category is an interest in that brand or category', () => {
  const personas = personasAfter(sixty, 'attribute_filter:Brand=acme', 'attribute_filter:category=Boots');
  assert.equal(named(personas, 'brand:acme')?.label, 'Interested in the brand Acme');
  assert.equal(named(personas, 'category:boots')?.label, 'Interested in Boots');
});

test('an attribute is found by its name and by its handle', () => {
  const shelf = shelfOfCsv(
    [
      'sku,Shoe size,colour',
      ...Array.from({ length: 20 }, (_, i) => `p${i},${i % 2 === 0 ? 'Wide' : 'Slim'},${i % 3}c`),
    ].join('\n'),
  );
  for (const name of ['Shoe size=Wide', 'shoe-size=wide']) {
    assert.equal(shelf.find('attribute', name)?.label, 'Shoe size=Wide');
  }
});

/** Bags at these prices, an empty one where there is none, of one category each. */
const bagsAt = (prices: readonly (number | '')[], categoryOf = (_: number) => 'Bags') =>
  shelfOfCsv(
    ['sku,category,price', ...prices.map((price, i) => `p${i},${categoryOf(i)},${price}`)].join('\n'),
  );
const placesOf = (shelf: ReturnType<typeof catalogueTraitsOf>, products: number) =>
  Array.from({ length: products }, (_, i) => shelf.product(`p${i}`)?.priceRank);

test('the places in a price order lie evenly about the middle', () => {
  const places = placesOf(bagsAt([10, 20, 30, 40, 50]), 5);
  assert.equal(places[2], 0.5);
  for (const [i, place] of places.entries()) assert.ok(Math.abs(place! + places[4 - i]! - 1) < 1e-12);
});

test('where all costs the same, nothing is cheap and nothing dear', () => {
  const shelf = bagsAt(new Array<number>(8).fill(20));
  assert.deepEqual(placesOf(shelf, 8), new Array(8).fill(0.5));
  const personas = personasAfter(shelf, 'product_view:p0', 'product_view:p1', 'product_view:p2');
  assert.equal(named(personas, 'bargain_hunter'), undefined);
  assert.equal(named(personas, 'premium_buyer'), undefined);
});

test('a look at the cheapest and one at the dearest cancel each other out', () => {
  const personas = personasAfter(bagsAt([10, 20, 30, 40, 50]), 'product_view:p4', 'product_view:p0');
  // The later look is a little fresher.
  assert.ok((named(personas, 'bargain_hunter')?.score ?? 0) < 0.06);
});

test('few priced products of a category say nothing, however many there are without a price', () => {
  const shelf = bagsAt([10, 20, '', '', '', '', 30, 40, 50, 60, 70], (i) => (i < 6 ? 'Bags' : 'Hats'));
  assert.equal(shelf.product('p0')?.priceRank, undefined);
  assert.equal(shelf.product('p8')?.priceRank, 0.5);
});

test('a mere yes or no is no value that shoppers say, but for a brand that is called so', () => {
  const rows = Array.from({ length: 20 }, (_, i) =>
    [`p${i}`, i % 2 ? 'Beds' : 'Desks', i % 2 ? 'On' : 'Ala', i % 3 ? 'No' : 'Yes', `${i % 4 > 0}`].join(','),
  );
  const catalogue = interpret(readTable(['sku,category,brand,other colours,foldable', ...rows].join('\n')));
  const index = buildIndex(catalogue, recogniseRoles(catalogue));
  const vocabulary = vocabularyOf(phrasesOf(index));
  const read = readSearch('bed no drawers', vocabulary).keywords;
  assert.deepEqual([read.keywords, read.negated], [['bed'], ['drawer']]);
  assert.deepEqual(readSearch('true to size', vocabulary).keywords.matched, []);
  assert.equal(readSearch('on shoes', vocabulary).keywords.matched[0]?.value, 'On');
});

test('the size of the variant that a page opened is no interest; one that was chosen is', () => {
  const sizes = ['8', '9', '10'];
  const shoes = shelfOfCsv(
    [
      'sku,item_group_id,title,category,brand,size',
      ...Array.from({ length: 24 }, (_, i) =>
        [
          `p${i}`,
          `g${Math.floor(i / 3)}`,
          `Shoe ${Math.floor(i / 3)}`,
          'Shoes',
          i % 2 < 1 ? 'Ala' : 'Bero',
          sizes[i % 3],
        ].join(','),
      ),
    ].join('\n'),
  );
  const viewed = ['product_view:p0', 'product_view:p3', 'wishlist_add:p6', 'compare:p9'];
  assert.equal(named(personasAfter(shoes, ...viewed), 'attribute:size=8'), undefined);
  for (const chosen of [['attribute_filter:size=8'], ['cart_add:p0', 'cart_add:p3']]) {
    const persona = named(personasAfter(shoes, ...viewed, ...chosen), 'attribute:size=8');
    assert.equal(persona?.label, 'Interested in size: 8');
  }
});
