import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countDimension } from '../indexing/number-columns.ts';
import { dimensionsNamed } from './measured-words.ts';

const wordsOf = (
  query: string,
  counted: readonly string[] = [],
  numbers: readonly string[] = [],
): string[] => [...dimensionsNamed(query.split(' '), counted.map(countDimension), numbers).keys()];

test('the words of a quantity are told from the others', () => {
  assert.deepEqual(wordsOf('27 inch monitor'), ['27', 'inch']);
  assert.deepEqual(wordsOf('monitor'), []);
});

test('the words of a count are its number, the noun, and at most two between, but no other number or unit', () => {
  const ports = (query: string) => wordsOf(query, ['port'], ['4']);
  assert.deepEqual(ports('hub 4 port'), ['4', 'port']);
  assert.deepEqual(ports('hub 4 hdmi video port'), ['4', 'hdmi', 'video', 'port']);
  assert.deepEqual(ports('hub 4 fast hdmi video port'), []);
  assert.deepEqual(ports('hub 8 port'), [], 'another number');
  assert.deepEqual(ports('hub 4 2 port'), []);
});
