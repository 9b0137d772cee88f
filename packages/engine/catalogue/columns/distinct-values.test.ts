import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Values } from './distinct-values.ts';

test('numbers are one value by size, words by their folded text', () => {
  const values = new Values();
  assert.equal(values.addNumber(10, '10 cm', 2), values.addNumber(10, '100 mm', 1));
  assert.equal(values.addWord('Red', 1), values.addWord('RED', 4));
  assert.notEqual(values.addWord('10', 1), values.addNumber(10, '10', 1));
  assert.deepEqual(values.counts, [4, 5, 1]);
});

test('the most frequent spelling is the label, of equally frequent ones the first', () => {
  const values = new Values();
  const red = values.addWord('Red', 1);
  values.addWord('RED', 4);
  values.addWord('red', 4);
  assert.deepEqual(values.finished(red), { label: 'RED' });
  assert.deepEqual(values.finished(values.addNumber(10, '10 cm', 1)), { label: '10 cm', number: 10 });
});

test('values are ordered by size, then by text, not as they come', () => {
  const labels = (words: readonly string[]): string[] => {
    const values = new Values();
    for (const word of words) {
      if (/\d/.test(word)) values.addNumber(Number(word), word, 1);
      else values.addWord(word, 1);
    }
    return values.inOrder(false).map((value) => values.finished(value).label);
  };
  assert.deepEqual(labels(['b', '10', 'A', '9']), ['9', '10', 'A', 'b']);
  assert.deepEqual(labels(['9', 'A', '10', 'b']), ['9', '10', 'A', 'b']);
});

test('values that nobody sees have an order that does not depend on the rows either', () => {
  const order = (words: readonly string[]): string[] => {
    const values = new Values();
    for (const word of words) values.addWord(word, 1);
    return values.inOrder(true).map((value) => values.finished(value).label);
  };
  const words = Array.from({ length: 50 }, (_, i) => `word ${i}`);
  assert.deepEqual(order(words.toReversed()), order(words));
});
