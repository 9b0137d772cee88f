import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ShortTitles } from './short-title.ts';

const short = (title: string, ...others: readonly string[]): string | undefined =>
  new ShortTitles([title, ...others], 'eng').of(title);

test('a title is shown up to where it goes on to what the product is like', () => {
  assert.equal(short('Sony WH-1000XM4 - Wireless headphones (black)'), 'Sony WH-1000XM4');
  assert.equal(short('Stoneware mug, 350 ml, dishwasher safe'), 'Stoneware mug');
  assert.equal(short('MacBook Air 13'), 'MacBook Air 13');
  assert.equal(short('Ajax™ Jacket “Pro”'), 'Ajax Jacket Pro');
  assert.equal(short('FREKVENS, table'), 'FREKVENS table', 'one word alone says too little');
});

test('of a long title as many words are shown as tell it from others, at most six', () => {
  const own = 'Acme Steel Kettle Classic Black Cordless Electric Whistling';
  assert.equal(short(own), 'Acme Steel Kettle Classic');
  assert.equal(
    short(own, 'Acme Steel Kettle Classic White Cordless Electric Whistling'),
    'Acme Steel Kettle Classic Black',
  );
  const same = 'Acme Steel Kettle Classic Black Cordless Gas Whistling';
  assert.equal(short(own, same), 'Acme Steel Kettle Classic Black Cordless');
});

test('a long title is not cut behind a word that leads on, nor between a number and its unit', () => {
  assert.equal(short('Travel case for headphones and cables of all sizes'), 'Travel case');
  assert.equal(short('Samsung Galaxy A71 17 cm Dual SIM Android 10 phone'), 'Samsung Galaxy A71');
});

test('variants that differ in options behind hyphens are one', () => {
  const variants = ['XS-Gray', 'S-Gray', 'M-Blue'].map((options) => `Balboa Tee-${options}`);
  assert.equal(short(variants[0]!, ...variants.slice(1)), 'Balboa Tee');
  const models = ['50F18', '70G2', '1650'].map((model) => `Sony SAL-${model}`);
  assert.equal(short(models[0]!, ...models.slice(1)), 'Sony SAL-50F18');
});

test('what has no word, or is a name of a machine, is no title', () => {
  for (const title of ['4711', '', 'SKU_12 AB', '---']) assert.equal(short(title), undefined, title);
});
