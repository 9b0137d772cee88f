import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from './nearest.ts';

test('the nearest text is found by letters left out, added, changed or swapped', () => {
  const known = ['linen', 'cotton', 'polyester', 'wool'];
  assert.equal(nearest('lnen', known), 'linen');
  assert.equal(nearest('coton', known), 'cotton');
  assert.equal(nearest('polyestre', known), 'polyester');
  assert.equal(nearest('woll', known), 'wool');
  assert.equal(nearest('silk', known), undefined);
});

test('short words are near only with one slip, long ones with up to three', () => {
  assert.equal(nearest('rad', ['red']), 'red');
  assert.equal(nearest('rot', ['red']), undefined);
  assert.equal(nearest('stainless stel', ['stainless steel']), 'stainless steel');
  assert.equal(nearest('taniles stee', ['stainless steel']), undefined);
  assert.equal(nearest('staniles stee', ['stainless steel']), 'stainless steel');
});
