import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, beforeAndAfter, bits, counted, fold, listed, moved } from './wording.ts';

test('answerability is never rounded up to a grade that it does not reach', () => {
  assert.equal(answered(0.8999), '89.9 %');
  assert.equal(answered(0.9), '90 %');
  assert.equal(answered(0.99999), '99.9 %');
  assert.equal(answered(1), '100 %');
  assert.equal(answered(0), '0 %');
});

test('bits that are there are not rounded to nothing', () => {
  assert.equal(bits(0), '0.00');
  assert.equal(bits(0.001), '<0.01');
  assert.equal(moved(-0.001), '−<0.01');
  assert.equal(moved(0.84), '+0.84');
  assert.equal(moved(0), '0.00');
});

test('bits before and after differ as shown by what moved as shown', () => {
  const shown = (before: number, after: number) => beforeAndAfter({ before, after, moved: after - before });
  assert.deepEqual(shown(1.144, 0.996), ['1.14', '0.99']);
  assert.deepEqual(shown(0.644, 1.204), ['0.64', '1.20']);
  assert.deepEqual(shown(0.5, 0.5), ['0.50', '0.50']);
  assert.deepEqual(shown(0, 0.004), ['0.00', '<0.01']);
  assert.deepEqual(shown(0.006, 0), ['0.01', '0.00']);
});

test('a shelf shrinks by a factor in as many places as help', () => {
  assert.equal(fold(4.93), '4.9-fold');
  assert.equal(fold(9.96), '10-fold');
  assert.equal(fold(77.7), '78-fold');
  assert.equal(fold(2694), '2,694-fold');
});

test('lists name the first and count the others', () => {
  assert.equal(listed(['a']), 'a');
  assert.equal(listed(['a', 'b']), 'a and b');
  assert.equal(listed(['a', 'b', 'c', 'd', 'e']), 'a, b, c and 2 more');
  assert.equal(listed(['a', 'b', 'c'], 3, 'or'), 'a, b or c');
  assert.equal(counted(1, 'product'), '1 product');
  assert.equal(counted(1200, 'shelf', 'shelves'), '1,200 shelves');
});
