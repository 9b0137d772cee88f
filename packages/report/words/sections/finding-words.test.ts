import assert from 'node:assert/strict';
import { test } from 'node:test';
import { affectedBy, askedBy, exampleInWords, examplesInWords, type Finding } from './finding-words.ts';

const finding = (fields: Partial<Finding>): Finding => ({
  rule: 'gtin-format',
  severity: 'error',
  column: 'gtin',
  says: 'The GTIN does not have 8, 12, 13 or 14 digits.',
  fix: 'Enter it.',
  products: 3,
  examples: [
    { id: 'A1', title: 'Boot', value: '12' },
    { id: 'A2', value: 'A2' },
  ],
  pages: [
    { marketplace: 'Google', address: 'https://a.example' },
    { marketplace: 'Amazon', address: 'https://b.example' },
    { marketplace: 'Google', address: 'https://c.example' },
  ],
  ...fields,
});

test('the products of a finding are told, all of them as such', () => {
  assert.equal(affectedBy(finding({}), 1_200), '3 of 1,200 products, in gtin');
  assert.equal(affectedBy(finding({ products: 40 }), 40), 'all 40 products, in gtin');
  const { column: _, ...lacking } = finding({ products: 40 });
  assert.equal(affectedBy(lacking, 40), 'all 40 products: the export has no column for it');
});

test('of what the export lacks, products that are not judged are not told as having it', () => {
  const { column: _, ...lacking } = finding({ products: 500 });
  assert.equal(affectedBy(lacking, 800), '500 products: the export has no column for it');
});

test('an example is the value at fault with its product, or the product with its title', () => {
  assert.equal(exampleInWords({ id: 'A1', title: 'Boot', value: '12' }), '“12” (A1)');
  assert.equal(exampleInWords({ id: 'A2', value: 'A2' }), '“A2”');
  assert.equal(exampleInWords({ id: 'A3', title: 'Boot' }), 'Boot (A3)');
  assert.equal(exampleInWords({ id: 'A3' }), 'A3');
  assert.equal(examplesInWords(finding({}), 2), '“12” (A1); “A2”; and 1 more');
  assert.equal(examplesInWords(finding({ products: 2 }), 2), '“12” (A1); “A2”');
  assert.equal(examplesInWords(finding({ examples: [] }), 2), undefined);
});

test('a marketplace that asks on two pages is named once', () => {
  assert.equal(askedBy(finding({})), 'Google and Amazon');
});
