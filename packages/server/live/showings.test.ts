import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actOf } from './showings.ts';

test('an event is a purchase by the words of its name', () => {
  for (const name of [
    'purchase',
    'order',
    'order_completed',
    'orderPlaced',
    'Checkout Success',
    'item-bought',
  ]) {
    assert.deepEqual(actOf(name), { buys: true, clicks: true }, name);
  }
});

test('an event is a click by the words of its name', () => {
  for (const name of ['product_click', 'addToCart', 'add_to_wishlist', 'item selected', 'view']) {
    assert.deepEqual(actOf(name), { buys: false, clicks: true }, name);
  }
});

test('words that only contain such a word are neither', () => {
  for (const name of [
    'sort_order_changed',
    'reorder_hint',
    'border',
    'preview',
    'review_submitted',
    'checkout',
  ]) {
    assert.deepEqual(actOf(name), { buys: false, clicks: false }, name);
  }
});
