import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPrices } from './price-parser.ts';

/** A limit in each language that has one, folded. */
const RANGES: readonly (readonly [text: string, min: number | undefined, max: number | undefined])[] = [
  ['under 50', undefined, 50],
  ['not over 60 eur', undefined, 60],
  ['between 20 and 40', 20, 40],
  ['$20-$40', 20, 40],
  ['unter 50 €', undefined, 50],
  ['nicht mehr als 50 €', undefined, 50],
  ['moins de 30 euros', undefined, 30],
  ['menos de 30 euros', undefined, 30],
  ['meno di 30 euro', undefined, 30],
  ['minder dan 30', undefined, 30],
  ['mindre an 300 kr', undefined, 300],
  ['mindre end 300 kr', undefined, 300],
  ['mindre enn 300 kr', undefined, 300],
  ['ponizej 100 zl', undefined, 100],
  ['enintaan 30 euroa', undefined, 30],
  ['100 tl alti', undefined, 100],
  ['дешевле 1000 руб', undefined, 1000],
  ['اقل من 50 ريال', undefined, 50],
  ['1万円以下', undefined, 10_000],
  ['不超过500元', undefined, 500],
  ['5만원 이하', undefined, 50_000],
  ['1,299.50 € or more', 1299.5, undefined],
  ['around $50', 40, 60],
];
for (const [text, min, max] of RANGES) {
  test(`"${text}" is a range of prices`, () => {
    const { range } = readPrices(text);
    assert.deepEqual([range?.min, range?.max], [min, max]);
  });
}

test('a number is no price without a word that limits it, nor before a unit', () => {
  for (const text of ['air max 90', 'boots from 38', 'under 27 inch', 'no. 5'])
    assert.deepEqual(readPrices(text), { rest: text });
});

test('what is left keeps its length, and ranges that contradict each other are none', () => {
  const text = 'boots under 50 red';
  assert.equal(readPrices(text).rest.length, text.length);
  assert.equal(readPrices(text).rest.replace(/\s+/g, ' '), 'boots red');
  assert.equal(readPrices('under 20 over 50').range, undefined);
});
