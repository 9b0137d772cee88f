import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNumber } from './number-text.ts';

const read = (text: string): string | undefined => {
  const number = readNumber(text);
  if (number === undefined) return undefined;
  const { negative, digits, exponent, unit } = number;
  return `${negative ? '-' : ''}${digits}${exponent === 0 ? '' : `e${exponent}`}${unit === undefined ? '' : ` ${unit.name}`}`;
};

test('a cell is taken apart into sign, digits, exponent and unit', () => {
  for (const [text, parts] of [
    ['1299', '1299'],
    ['1,299.50', '1,299.50'],
    ['-5', '-5'],
    ['\u22125 °C', '-5 °C'],
    ['.5', '.5'],
    ['1.5e-3', '1.5e-3'],
    ['27"', '27 in'],
    ['16-inch', '16 in'],
    ['€ 1.299,00', '1.299,00 €'],
    ['-$5', '-5 $'],
    ['12 fl. oz', '12 fl oz'],
    ['3 stars', '3 stars'],
    ["CHF 1'299.–", '1299 chf'],
    ['499:-', '499 kr'],
    ['ab 119,00 €', '119,00 €'],
    ['１５，０００円', '15,000 jpy'],
  ] as const) {
    assert.equal(read(text), parts, text);
  }
});

test('a text that merely contains a digit is not a number', () => {
  for (const text of ['A4', '16:9', '1/2', '2 x 4', '5, 6', '$5 / kg', '€7 USD', 'ab 12', 'x'.repeat(60), ''])
    assert.equal(readNumber(text), undefined, text);
});
