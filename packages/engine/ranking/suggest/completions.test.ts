import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { textAt } from '../indexing/packed-strings.ts';
import { matching, NO_COMPLETIONS, packCompletions, productsBetween } from './completions.ts';

const TEXTS = [
  'Samsung Galaxy',
  'Headphones',
  'Sony Headphones',
  'Crème brûlée',
  'Harbour',
  'Boot',
  'Model 4711a',
];
const completions = packCompletions(
  TEXTS.map((text, n) => ({ text, type: 'product', products: [n, n + 10] })),
);
const found = (query: string): string[] =>
  runToEnd(matching(completions, query)).map(({ text }) => textAt(completions.texts, text));

test('the last word may be half typed, those before it are whole', () => {
  assert.deepEqual(found('hea'), ['Headphones', 'Sony Headphones']);
  assert.deepEqual(found('sony h'), ['Sony Headphones']);
  assert.deepEqual(found('boots'), [], 'a known beginning is longer than the word');
  assert.deepEqual(found('headphones so'), ['Sony Headphones'], 'in any order');
});

test('case and accents are ignored, and nothing typed matches all', () => {
  assert.deepEqual(found('CREME bru'), ['Crème brûlée']);
  assert.equal(found('  ').length, TEXTS.length);
  assert.deepEqual(runToEnd(matching(NO_COMPLETIONS, 'a')), []);
});

test('one typing mistake is read from four letters on, two from eight, none in what is known', () => {
  assert.deepEqual(found('samsng'), ['Samsung Galaxy']);
  assert.deepEqual(found('smasung gal'), ['Samsung Galaxy'], 'swapped letters');
  assert.deepEqual(found('hedphons'), ['Headphones', 'Sony Headphones']);
  assert.deepEqual(found('hedfons'), [], 'two mistakes in seven letters');
  assert.deepEqual(found('sny'), [], 'three letters');
  assert.deepEqual(found('hea'), ['Headphones', 'Sony Headphones']);
  assert.deepEqual(found('4712a'), [], 'models are not guessed');
});

test('of a few letters the last one must be right', () => {
  assert.deepEqual(found('hary'), [], 'not Harbour');
  assert.deepEqual(found('hrbo'), ['Harbour']);
});

test('a text says whether it begins with a typed word', () => {
  const firsts = runToEnd(matching(completions, 'head')).map(({ isFirst }) => isFirst);
  assert.deepEqual(firsts, [true, false]);
});

test('the products of a text are found by their range', () => {
  const [from, to] = productsBetween(completions, 2, 5, 20);
  assert.deepEqual([...completions.products.subarray(from, to)], [12]);
});
