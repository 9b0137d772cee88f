import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestValue } from './nearest-value.ts';

test('the nearest text is found by letters left out, added, changed or swapped', () => {
  const known = ['linen', 'cotton', 'polyester', 'wool'];
  assert.equal(nearestValue('lnen', known), 'linen');
  assert.equal(nearestValue('coton', known), 'cotton');
  assert.equal(nearestValue('polyestre', known), 'polyester');
  assert.equal(nearestValue('woll', known), 'wool');
  assert.equal(nearestValue('silk', known), undefined);
});

test('short words are near only with one slip, long ones with up to three', () => {
  assert.equal(nearestValue('rad', ['red']), 'red');
  assert.equal(nearestValue('rot', ['red']), undefined);
  assert.equal(nearestValue('stainless stel', ['stainless steel']), 'stainless steel');
  assert.equal(nearestValue('taniles stee', ['stainless steel']), undefined);
  assert.equal(nearestValue('staniles stee', ['stainless steel']), 'stainless steel');
});

test('sentences are compared with nothing', () => {
  const text = 'a'.repeat(100);
  assert.equal(nearestValue(`${text.slice(1)}b`, [text]), text);
  assert.equal(nearestValue(`${text}b`, [text]), undefined);
});
