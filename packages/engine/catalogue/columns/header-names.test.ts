import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Concept, conceptsOf, headerWords, isNameOfFact, productNoun, wordsOf } from './header-names.ts';

const concepts = (name: string, idColumn?: string): string[] =>
  [...conceptsOf(name, idColumn === undefined ? undefined : productNoun(idColumn))].sort();

test('a name is its words, however they are joined', () => {
  for (const name of ['imgSrc', 'Img_Src', 'IMG SRC', 'img.src', ' img-src '])
    assert.equal(wordsOf(name), 'img src');
  assert.equal(wordsOf('Größe2'), 'grosse 2');
});

test('a name matches the concept that shops use it for', () => {
  assert.deepEqual(concepts('Variant Barcode'), ['identifier']);
  assert.deepEqual(concepts('Hersteller'), ['brand', 'grouping']);
  assert.deepEqual(concepts('Tax class'), ['merchandising', 'operational']);
  assert.deepEqual(concepts('Largeur'), ['measure']);
  assert.deepEqual(concepts('mouthfeel'), []);
});

test('the locale in a name is no part of it, and a metafield has the names of its label and of its key', () => {
  assert.deepEqual(concepts('name-en_US'), concepts('name'));
  assert.deepEqual(concepts('description.de_DE-print'), concepts('description'));
  assert.deepEqual(concepts('Tarif (product.metafields.custom.hs_code)').includes('operational'), true);
  assert.deepEqual(concepts('Farbe (product.metafields.shopify.color-pattern)'), ['fact']);
  // Not of the words of both together: "custom product" is plumbing.
  assert.deepEqual(concepts('Product color (product.metafields.custom.product_color)'), ['fact']);
});

test('the namespace of a metafield tells of the apps and lists that wrote it', () => {
  for (const name of [
    'Gewicht (product.metafields.wholesale.pack)',
    'Anzahl (product.metafields.reviews.count_all)',
    'Passend (product.metafields.shopify--discovery--product_recommendation.complementary)',
    'Sorte (product.metafields.mm-google-shopping.sorte)',
  ]) {
    const of = conceptsOf(name);
    assert.ok(
      ['operational', 'money', 'feedback', 'merchandising'].some((concept) => of.has(concept as Concept)),
      name,
    );
  }
  assert.deepEqual(concepts('Duft (product.metafields.descriptors.duft)'), ['fact']);
});

test('the id of something is told however its name is joined', () => {
  for (const name of [
    'category id',
    'categoryId',
    'categoryid',
    'id_category_default',
    'id_product_attribute',
    'id_manufacturer',
    'ID producto',
    'BrandCode',
    'brandcode',
  ])
    assert.ok(conceptsOf(name).has('identifier') || conceptsOf(name).has('reference'), name);
  for (const name of [
    'fluid',
    'Android',
    'acid',
    'solid',
    'ID card',
    'ID card slots',
    'ID window',
    'ID holder',
  ])
    assert.ok(!conceptsOf(name).has('identifier'), name);
});

test('a value may be the name of a fact, in any language', () => {
  for (const name of ['Colour', 'Größe', 'Couleur', 'Length', 'Renk', 'Размер', 'カラー'])
    assert.equal(isNameOfFact(name), true, name);
  for (const name of ['red', 'colour code', 'long']) assert.equal(isNameOfFact(name), false, name);
});

test('a declared rating is no feedback', () => {
  assert.deepEqual(concepts('average rating').includes('feedback'), true);
  assert.deepEqual(concepts('energy rating').includes('feedback'), false);
});

test('a number of things counts, the number of a thing names it', () => {
  assert.deepEqual(concepts('Number.of.Bags'), ['measure']);
  assert.deepEqual(concepts('Bag number'), ['reference']);
  assert.deepEqual(concepts('Country code'), []);
});

test('the columns of any market of a shop run the shop', () => {
  for (const name of ['Included / Canada', 'Included / Brazil', 'Included / International'])
    assert.deepEqual(concepts(name), ['operational'], name);
  assert.deepEqual(concepts('Included accessories'), []);
});

test('the id column gives the noun of the file for its products', () => {
  assert.equal(productNoun('part_id'), 'part');
  assert.equal(productNoun('Wine no'), 'wine');
  for (const name of ['id', 'Handle', 'ENERGY STAR Unique ID', 'brand_id', 'category id', 'SKU'])
    assert.equal(productNoun(name), undefined, name);
  assert.equal(headerWords('best_part_type', 'part'), 'best product type');
  assert.deepEqual(concepts('part_type', 'part_id'), ['category', 'grouping']);
  assert.deepEqual(concepts('part_type', 'sku'), []);
  assert.deepEqual(concepts('Wine name', 'wine_id'), ['name', 'title']);
});
