import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf } from '../exports.fixture.ts';
import { audit } from '../grade/audit.ts';
import type { AuditedAttribute } from '../result.ts';

function audited(
  name: string,
  cells: readonly string[],
  more: readonly [string, (row: number) => string][] = [],
): AuditedAttribute {
  const rows = cells.map((cell, row) => [`p-${row}`, cell, ...more.map(([, of]) => of(row))]);
  const result = audit(catalogueOf({ names: ['sku', name, ...more.map(([column]) => column)], rows }));
  const found = result.attributes.find(({ attribute }) => attribute === name);
  assert.ok(found, `${name} is no question`);
  return found;
}

const spread = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).flatMap(([value, count]) => new Array<string>(count).fill(value));

test('the most frequent values are named, the others counted', () => {
  const colours = spread(
    Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`colour ${at}`, 20 - at])),
  );
  const { distribution } = audited('colour', colours);
  assert.equal(distribution?.values?.length, 12);
  assert.deepEqual(distribution.values[0], { value: 'colour 0', products: 20 });
  assert.deepEqual(distribution.others, { values: 3, products: 8 + 7 + 6 });
  const twelve = audited(
    'colour',
    colours.filter((colour) => !/1[234]/.test(colour)),
  );
  assert.equal(twelve.distribution?.others, undefined);
});

test('a product with several values counts for each, and once among the others', () => {
  const many = Array.from({ length: 13 }, (_, at) => spread({ [`tag ${at}`]: 5 })).flat();
  const { distribution } = audited('tags', [...many, ...spread({ 'tag 0|tag 12': 4 })]);
  assert.deepEqual(distribution?.values?.slice(0, 2), [
    { value: 'tag 0', products: 9 },
    { value: 'tag 12', products: 9 },
  ]);
  assert.deepEqual(distribution?.others, { values: 1, products: 5 });
});

test('numbers have a histogram with their unit, and words beside them count as not recorded', () => {
  const weights = [...Array.from({ length: 60 }, (_, at) => `${100 + at} g`), 'varies', 'varies'];
  const { distribution, placeholders } = audited('weight', weights);
  assert.equal(distribution?.unit, 'g');
  assert.deepEqual(distribution.range, { min: 100, median: 129, max: 159 });
  assert.deepEqual([distribution.others, placeholders], [undefined, 2]);
  assert.equal(
    distribution.bins?.reduce((sum, { products }) => sum + products, 0),
    60,
  );
});

test('only products to which the attribute applies are counted', () => {
  const rows = Array.from({ length: 80 }, (_, row) => [
    `p-${row}`,
    row === 0 ? 'cropped' : row % 2 === 0 || row % 5 === 0 ? '' : ['slim', 'wide'][row % 3 === 0 ? 0 : 1],
    ['Tops', 'Bottoms'][row % 2],
  ]);
  const catalogue = catalogueOf({ names: ['sku', 'leg', 'category'], rows });
  const shown = (values: readonly string[]) =>
    audit(catalogue, { applies: [{ attribute: 'leg', values }] })
      .attributes.find(({ attribute }) => attribute === 'leg')
      ?.distribution?.values?.map(({ value }) => value);
  assert.deepEqual(shown(['Bottoms']), ['wide', 'slim']);
  assert.deepEqual(shown(['Bottoms', 'Tops']), ['wide', 'slim', 'cropped']);
});

test('an attribute without a value has no distribution', () => {
  assert.ok(
    !('distribution' in audited('colour', ['', '', '', '', '', ''], [['size', (row) => `${row % 2}`]])),
  );
});

test('the first affected products are given with their titles, where there are titles', () => {
  const colours = Array.from({ length: 40 }, (_, row) =>
    row % 4 === 0 ? '' : ['red', 'blue', 'green'][row % 3],
  );
  const { examples, affectedProducts } = audited('colour', colours, [
    ['title', (row) => `Shirt number ${row} of linen`],
  ]);
  assert.equal(examples?.length, 5);
  assert.deepEqual(
    examples.map(({ id }) => id),
    affectedProducts.slice(0, 5),
  );
  assert.ok(examples.every(({ id, title }) => title === `Shirt number ${id.slice(2)} of linen`));
  assert.ok(!('examples' in audited('colour', colours)));
});
