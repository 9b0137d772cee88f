import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberIn, priceOf } from './readings.ts';

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
