import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret, readTable, recogniseRoles } from '../../catalogue/index.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { unknownInSignals } from './unknown-signals.ts';

const rows = Array.from(
  { length: 30 },
  (_, i) =>
    `SKU-${1000 + i},Boot ${i} of ours,${['Acme', 'Bolt', 'Zeta'][i % 3]},${['Shoes > Boots', 'Shoes > Sandals', 'Hats'][i % 3]},${['red', 'blue'][i % 2]},${10 + i}`,
);
const catalogue = interpret(
  readTable(`sku,title,brand,category,colour,price\n0042,Hat of ours,Acme,Hats,red,9\n${rows.join('\n')}\n`),
);
const index = buildIndex(catalogue, recogniseRoles(catalogue));
const told = (type: string, ...values: readonly string[]) =>
  unknownInSignals(
    index,
    values.map((value) => ({ type, value, at: 0 })),
  );

test('what the catalogue has is not warned of', () => {
  assert.deepEqual(told('product_view', 'SKU-1000', '0042'), []);
  assert.deepEqual(told('brand_view', 'acme'), []);
  assert.deepEqual(told('category_view', 'Shoes > Boots', 'shoes', 'boots', 'HATS'), []);
  assert.deepEqual(told('attribute_filter', 'Colour=RED', 'price=10-20'), []);
  assert.deepEqual(told('search', 'anything'), []);
  assert.deepEqual(unknownInSignals(undefined, [{ type: 'product_view', value: 'x', at: 0 }]), []);
});

test('an id in another spelling is told with the one that is meant', () => {
  for (const id of ['sku-1003', 'gid://shopify/Product/SKU-1003', ' SKU-1003 ']) {
    const [warning] = told('cart_add', id);
    assert.equal(warning.code, 'unknown_product');
    assert.equal(warning.field, 'signals[0].value');
    assert.match(warning.message, /Is "SKU-1003" meant\?/);
  }
});

test('an id of another column is told with the form of both', () => {
  assert.match(
    told('product_view', 'oak-garden-chair')[0].message,
    /looks like one of handles, while .* codes such as "SKU-\d+"/,
  );
  assert.match(told('product_view', 'SKU-9')[0].message, /Its ids look like "SKU-\d+"/);
});

test('a category that no product has is told with the nearest, each time it is sent', () => {
  for (let n = 0; n < 2; n++) {
    const [warning] = told('category_view', 'sandal');
    assert.deepEqual([warning.code, warning.field], ['unknown_category', 'signals[0].value']);
    assert.match(warning.message, /No product is of the category "sandal"\. Near it: .*"Shoes > Sandals"/);
  }
});

test('a category like none that there is is told with examples', () => {
  const [{ message }] = told('category_view', 'zzz');
  assert.match(message, /^No product is of the category "zzz"\. The catalogue has, for example: "/);
});

test('a brand, an attribute and a value are told with the nearest', () => {
  assert.match(told('brand_view', 'Acmee')[0].message, /no brand "Acmee"\. Near it: "Acme"/);
  assert.match(
    told('attribute_filter', 'colours=red')[0].message,
    /no attribute "colours"\. Near it: "colour"/,
  );
  assert.match(
    told('attribute_filter', 'colour=blu')[0].message,
    /No product has "blu" as its colour\. Near it: "blue"/,
  );
});

test('an answer has three warnings at most, each thing once', () => {
  assert.equal(told('product_view', 'x', 'x', 'y').length, 2);
  assert.equal(told('product_view', 'a', 'b', 'c', 'd').length, 3);
});
