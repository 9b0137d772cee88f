import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf } from '../../exports.fixture.ts';
import { audit } from '../audit.ts';

const COLOURS = ['red', 'green', 'blue', 'black'];
const SIZES = ['S', 'M', 'L'];
const FITS = ['slim', 'loose'];

/** Products with three questions, and texts that differ for each. */
function shop(products: number, texts = 0, questions = 3) {
  const facts = [COLOURS, SIZES, FITS].slice(0, questions);
  return catalogueOf({
    names: [
      'id',
      ...['colour', 'size', 'fit'].slice(0, questions),
      ...Array.from({ length: texts }, (_, at) => `x${at}`),
    ],
    rows: Array.from({ length: products }, (_, product) => [
      `p${product}`,
      ...facts.map((values, at) => values[Math.floor(product / (at + 1)) % values.length]),
      ...Array.from(
        { length: texts },
        (_, at) => `No. ${at} of its kind, made in series ${product * 7 + at}`,
      ),
    ]),
  });
}

const codeOf = (...args: Parameters<typeof shop>) => audit(shop(...args)).gradeReason?.code;

test('four products get no letter, five do', () => {
  assert.equal(codeOf(4), 'too_few_products');
  assert.equal(codeOf(5), undefined);
});

test('a file of texts gets no letter, one with as many questions as it needs does', () => {
  assert.equal(codeOf(40, 12), undefined);
  assert.equal(codeOf(40, 13), 'mostly_texts');
});

test('two questions get no letter', () => {
  assert.equal(codeOf(40, 0, 2), 'too_few_questions');
});

test('products that were folded into a few get no letter, variants of products do', () => {
  const rows = Array.from({ length: 120 }, (_, row) => ({
    product: `p${Math.floor(row / 3)}`,
    title: `Shirt ${Math.floor(row / 3)}`,
    fabric: ['wool', 'linen', 'silk'][Math.floor(row / 3) % 3],
    cut: ['slim', 'loose'][Math.floor(row / 30) % 2],
    colour: COLOURS[row % 4],
    size: SIZES[row % 3],
    sku: `s${row}`,
  }));
  const variants = catalogueOf({
    names: ['id', 'title', 'fabric', 'cut', 'colour', 'size', 'sku'],
    rows: rows.map(({ product, ...facts }) => [product, ...Object.values(facts)]),
  });
  assert.equal(audit(variants).gradeReason, undefined);
  const folded = catalogueOf({
    names: ['id', 'fabric', 'cut', 'title', 'size', 'sku', 'product'],
    rows: rows.map((row, at) => [
      COLOURS[at % 6] ?? `c${at % 6}`,
      row.fabric,
      row.cut,
      row.title,
      row.size,
      row.sku,
      row.product,
    ]),
  });
  assert.equal(audit(folded).gradeReason?.code, 'folded_products');
});
