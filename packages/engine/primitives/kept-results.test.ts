import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptResults } from './kept-results.ts';

test('a result is made once for each owner, and again after as many others as are kept', () => {
  const resultOf = keptResults<object, { text: string }>(2);
  const made: string[] = [];
  const make = (text: string) => {
    made.push(text);
    return { text };
  };
  const [one, other] = [{}, {}];
  assert.equal(resultOf(one, 'a', make), resultOf(one, 'a', make));
  assert.deepEqual(resultOf(other, 'a', make), { text: 'a' });
  assert.deepEqual(made, ['a', 'a']);
  for (const text of ['b', 'c', 'a']) resultOf(one, text, make);
  assert.deepEqual(made, ['a', 'a', 'b', 'c', 'a']);
});
