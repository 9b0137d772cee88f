import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numbersBeforeUnits } from './quantities.ts';

const read = (text: string): string[] =>
  [...numbersBeforeUnits(text)].map(({ numbers, unit }) => `${numbers.join(' x ')} ${unit.name}`);

test('numbers are read with the unit behind them, however it is written', () => {
  assert.deepEqual(read('27 inch, 27-inch, 27" and 27in'), ['27 in', '27 in', '27 in', '27 in']);
  assert.deepEqual(read('1tb, 1 TB'), ['1 tb', '1 tb']);
  assert.deepEqual(read('12 fl oz of 20 cu ft, 20 ft3 and 20 ft³'), [
    '12 fl oz',
    '20 cu ft',
    '20 cu ft',
    '20 cu ft',
  ]);
  assert.deepEqual(read('Table, 140x80 cm'), ['140 x 80 cm']);
  assert.deepEqual(read('2 kg. 70 %, 500 мл, 27インチ'), ['2 kg', '70 %', '500 ml', '27 in']);
});

test('fractions are distinguished from thousands', () => {
  assert.deepEqual(read('0.355 l, 1.5 kg, 1,5 kg'), ['0.355 l', '1.5 kg', '1.5 kg']);
  assert.deepEqual(read('1,000 w, 1.000 w, 1,299.5 g'), ['1000 w', '1000 w', '1299.5 g']);
  assert.deepEqual(read("1'500 w, 256 gb, 15 256 gb"), ['1500 w', '256 gb', '256 gb']);
});

test('a number without a unit is not a quantity, nor is a part of a name', () => {
  assert.deepEqual(read('iPhone 15, Lego 75192, Wi-Fi 6, air max 90'), []);
  assert.deepEqual(read('UGP-275L, RTX3060m, 5 metals, 3 million, 10 m2, 1.2.3 kg'), []);
});
