import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canBeBought, priceOf } from './readings.ts';

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
