import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Catalogue } from '../../catalogue/types.ts';
import { catalogueOf } from '../exports.fixture.ts';
import { audit } from '../grade/audit.ts';
import { withRepeatsMerged } from './repeated-columns.ts';

const COLOURS = ['red', 'blue', 'green', 'black', 'white'];

/** A catalogue of 40 products; each column gives the text of a product. */
function shop(columns: Readonly<Record<string, (product: number) => string>>): Catalogue {
  return catalogueOf({
    names: ['sku', ...Object.keys(columns)],
    rows: Array.from({ length: 40 }, (_, product) => [
      `p${product}`,
      ...Object.values(columns).map((text) => text(product)),
    ]),
  });
}
const colour = (product: number): string => COLOURS[product % 5];
const repeatsOf = (catalogue: Catalogue) =>
  withRepeatsMerged(catalogue).repeats.map(({ attribute, of, filled }) => `${attribute} of ${of}: ${filled}`);

test('where one spelling of a column is filled the other is not missing', () => {
  const catalogue = shop({
    Color: (product) => (product < 30 ? colour(product) : ''),
    Colour: (product) => (product >= 26 && product < 38 ? colour(product).toUpperCase() : ''),
    fit: (product) => ['slim', 'wide'][product % 2],
  });
  assert.deepEqual(repeatsOf(catalogue), ['Colour of Color: 8']);
  const result = audit(catalogue);
  const color = result.attributes.find(({ attribute }) => attribute === 'Color')!;
  assert.equal(color.missing, 2);
  assert.equal(color.distinct, 5);
  assert.deepEqual(color.repeatedBy, [{ attribute: 'Colour', filled: 8 }]);
  assert.deepEqual(result.notQuestions, [{ attribute: 'Colour', reason: 'repeats', of: 'Color' }]);
});

test('names in two languages are one column, where no product has both', () => {
  const first = (product: number) => (product < 25 ? colour(product) : '');
  const second = (product: number) => (product < 25 ? '' : colour(product));
  assert.deepEqual(repeatsOf(shop({ Farbe: first, color: second })), ['color of Farbe: 15']);
  assert.deepEqual(repeatsOf(shop({ Farbe: first, material: second })), []);
  // Names agree, and no value does.
  const others = (product: number) => (product < 25 ? '' : ['oak', 'ash', 'elm'][product % 3]);
  assert.deepEqual(repeatsOf(shop({ Farbe: first, color: others })), []);
});

test('one header in two spellings is one attribute, also where no product has both and no value is common', () => {
  const first = (product: number) => (product < 25 ? colour(product) : '');
  const second = (product: number) => (product < 25 ? '' : ['oak', 'ash', 'elm'][product % 3]);
  for (const [one, other] of [
    ['Shown Color', 'Color Shown'],
    ['Informacje dodatkowe', 'Informacje Dodatkowe'],
    ['upper_material', 'Upper Material'],
    ['lining', 'lining (2)'],
  ])
    assert.deepEqual(repeatsOf(shop({ [one]: first, [other]: second })), [`${other} of ${one}: 15`]);
});

test('a column in two languages, translated here and copied there, is one; one of other values is not', () => {
  const words = ['rot', 'blau', 'gruen', 'schwarz', 'weiss'];
  const catalogue = (other: (product: number) => string) =>
    shop({ Color: colour, Farbe: (product) => (product % 4 === 0 ? '' : other(product)) });
  const translated = (product: number) => (product % 3 === 0 ? colour(product) : words[product % 5]);
  assert.deepEqual(repeatsOf(catalogue(translated)), ['Farbe of Color: 0']);
  // Each colour beside itself and one other colour.
  const shifted = (product: number) => (product % 3 === 0 ? colour(product) : colour(product + 1));
  assert.deepEqual(repeatsOf(catalogue(shifted)), []);
});

test('tags repeat the labels from which they were made', () => {
  const labels = ['Bio', 'Made in Italy', 'Gluten free', 'DOP'];
  const tags = ['en:organic', 'en:made-in-italy', 'en:no-gluten', 'en:pdo'];
  const catalogue = shop({ labels: (i) => labels[i % 4], labels_tags: (i) => tags[i % 4], origin: colour });
  assert.deepEqual(repeatsOf(catalogue), ['labels_tags of labels: 0']);
});

test('a type repeats the last level of a category path', () => {
  const kinds = ['Vases', 'Planters', 'Bowls'];
  const catalogue = shop({
    Type: (i) => (i % 4 === 0 ? '' : kinds[i % 3]),
    'Product Category': (i) => `Home & Garden > Decor > ${kinds[i % 3]}`,
  });
  assert.deepEqual(repeatsOf(catalogue), ['Type of Product Category: 0']);
});

test('numbers with one ratio are one size in two units; a height that equals a width is not', () => {
  const salt = (i: number) => `${(i % 12) + 1}`;
  const sodium = (i: number) => `${((i % 12) + 1) * 0.4}`;
  assert.deepEqual(repeatsOf(shop({ salt, sodium })), ['sodium of salt: 0']);
  assert.deepEqual(repeatsOf(shop({ height: salt, width: salt })), []);
  assert.deepEqual(repeatsOf(shop({ energy_kj: salt, energy: salt })), ['energy_kj of energy: 0']);
});

test('numbers that hardly differ among products are not one for being nearly equal', () => {
  const year = (product: number, from: number): string => String(from + ((product * 7) % 23));
  const years = shop({
    year_built: (product) => year(product, 1990),
    year_sold: (product) => year(product * 3, 1996),
  });
  assert.deepEqual(repeatsOf(years), []);
  const heights = shop({
    height_cm: (product) => String(165 + ((product * 7) % 23)),
    height_inch: (product) => String(Math.round((165 + ((product * 7) % 23)) / 2.54)),
  });
  assert.equal(repeatsOf(heights).length, 1);
});

test('a number fills the gaps of its twin in the unit of the twin', () => {
  const catalogue = shop({
    salt: (i) => (i < 30 ? `${(i % 12) + 1}` : ''),
    sodium: (i) => (i < 28 || i >= 32 ? `${((i % 12) + 1) * 0.4}` : ''),
  });
  const merged = withRepeatsMerged(catalogue);
  assert.deepEqual(
    merged.repeats.map(({ of, filled }) => [of, filled]),
    [['sodium', 2]],
  );
  // Product 28 has 5 of salt, so 2 of sodium.
  const { cell, cells, values } = merged.catalogue.attributes[1];
  assert.equal(values[cells[cell[28]][0]].number, 2);
});

test('columns that differ in a number of their names are different facts', () => {
  const few = (from: number) => (i: number) => (i >= from && i < from + 6 ? `0.${(i % 5) + 1} mg` : '');
  assert.deepEqual(
    repeatsOf(shop({ 'vitamin-b1': few(0), 'vitamin-b2': few(10), 'vitamin-b6': few(20) })),
    [],
  );
});

test('columns with other values are none, however alike their names', () => {
  const second = (i: number) => COLOURS[(i * 7 + 3 * Math.floor(i / 5)) % 5];
  assert.deepEqual(repeatsOf(shop({ Color: colour, 'Color code': second })), []);
});

test('of more products than are compared, the order of the rows does not choose which', () => {
  // The columns agree in nine of ten products, in the first half of the rows in all.
  const rows = Array.from({ length: 1_000 }, (_, i) => [
    `p${i}`,
    COLOURS[i % 5],
    COLOURS[(i + (i >= 500 && i % 5 === 0 ? 1 : 0)) % 5],
    ['slim', 'wide', 'long'][(i * i) % 3],
  ]);
  const names = ['sku', 'Colour', 'Color code', 'fit'];
  const expected = audit(catalogueOf({ names, rows }));
  for (const order of [rows.toReversed(), rows.toSorted((a, b) => (a[0] < b[0] ? -1 : 1))])
    assert.deepEqual(audit(catalogueOf({ names, rows: order })), expected);
});
