import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { numberIn, numberOf } from './lone-number.ts';

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
  ['1,29,999', 129_999],
  ['1299.999', 1299.999],
  ['0.125', 0.125],
  ['١٬٢٩٩٫٥٠ ر.س', 1299.5],
  ['１，２９９円', 1299],
  ['-5', -5],
  ['\u2212£5', -5],
  ['60-150', 60],
  ['size-5', 5],
  ['10 20 cm', 10],
  ['none', Number.NaN],
];

describe('the first number in a text', () => {
  for (const [text, number] of NUMBERS) {
    test(`"${text}" is read as ${number}`, () => assert.equal(numberIn(text), number));
  }
});

test('multiples are multiplied, and their parts added', () => {
  for (const [text, number] of [
    ['1.5k', 1500],
    ['1.1k', 1100],
    ['3千', 3000],
    ['1.5万', 15_000],
    ['1万5千', 15_000],
    ['1万2千500', 12_500],
    ['2萬5000', 25_000],
  ] as const) {
    assert.equal(numberOf(text), number, text);
  }
});

test('digits that follow no convention are no number', () => {
  for (const text of ['1,2,3', '1 29', '12 3456', '1,05,00,0', '', 'k'])
    assert.equal(numberOf(text), Number.NaN, text);
});

test('numbers that JavaScript writes with other than three decimals are read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.constantFrom(0, 1, 2, 4, 5), (digits, decimals) => {
      const text = (digits / 10 ** decimals).toFixed(decimals);
      assert.equal(numberOf(text), Number(text));
    }),
  );
});
