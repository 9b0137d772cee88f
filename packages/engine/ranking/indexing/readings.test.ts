import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canBeBought, numberIn, priceOf } from './readings.ts';

const NUMBERS: readonly (readonly [string, number])[] = [
  ['1299', 1299],
  ['£1,299.50', 1299.5],
  ['1.299,50 €', 1299.5],
  ['1 299,00 kr', 1299],
  ["1'299.-", 1299],
  ['19.9900', 19.99],
  ['1,234.567', 1234.567],
  ['1.299', 1299],
  ['12.345.678', 12_345_678],
  ['1299.999', 1299.999],
  ['0.125', 0.125],
  ['١٬٢٩٩٫٥٠ ر.س', 1299.5],
  ['１，２９９円', 1299],
  ['-5', -5],
  ['\u2212£5', -5],
  ['60-150', 60],
  ['size-5', 5],
  ['none', Number.NaN],
];
for (const [text, number] of NUMBERS) {
  test(`"${text}" is read as ${number}`, () => assert.equal(numberIn(text), number));
}

test('what is free or costs less than nothing has no price', () => {
  for (const label of ['0', '0.00', '-5', 'free']) assert.equal(priceOf({ label }), Number.NaN);
});

test('a product can be bought unless its cell says no, or no stock', () => {
  for (const text of ['', 'in stock', 'yes', 'preorder', '12', '0.5'])
    assert.equal(canBeBought([text]), true);
  for (const text of ['0', '0,0', '-3', 'No', 'Out of  Stock', 'sold out']) {
    assert.equal(canBeBought([text]), false);
  }
});

test('a product can be bought as long as one of its variants can', () => {
  assert.equal(canBeBought(['0', '12']), true);
  assert.equal(canBeBought(['out of stock', 'in stock']), true);
  assert.equal(canBeBought(['0', 'sold out']), false);
  assert.equal(canBeBought([]), true);
});

test('what cannot be bought is told in the languages in which columns of stock are recognised', () => {
  for (const text of [
    'nein',
    'Nicht lieferbar',
    'Épuisé',
    'non',
    'Agotado',
    'esaurito',
    'nee',
    'Uitverkocht',
    '売り切れ',
    '在庫なし',
    '缺货',
    '售罄',
  ]) {
    assert.equal(canBeBought([text]), false, text);
  }
  for (const text of ['ja', 'lieferbar', 'oui', 'disponible', 'sí', '在庫あり', '有货', '3']) {
    assert.equal(canBeBought([text]), true, text);
  }
});
