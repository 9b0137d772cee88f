import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyProfile, foldAll } from '@decidable/engine/session';
import { notChosen } from './choices.ts';

const NOON = Date.UTC(2026, 2, 4, 12);
const MINUTE = 60_000;

/** What was not chosen in a session that was ranked after its first signals, all of them a minute apart. */
function notChosenOf(before: readonly string[], after: readonly string[], minutes = 1): string[] {
  const log = [...before, ...after].map((signal, k) => {
    const [type, value] = signal.split(' ');
    return { sequence: k + 1, type: type!, value: value!, at: NOON + k * minutes * MINUTE };
  });
  const profile = foldAll(emptyProfile(NOON), log.slice(0, before.length));
  return [...notChosen(profile, log, NOON + (before.length - 1) * minutes * MINUTE)];
}

test('what is done with the product at hand is no choice of it', () => {
  for (const deed of ['cart_add a', 'wishlist_add a', 'compare a', 'purchase a', 'dwell a:30'])
    assert.deepEqual(notChosenOf(['product_view a'], [deed]), ['a'], deed);
});

test('to go back to a product is a choice of it', () => {
  assert.deepEqual(notChosenOf(['product_view a', 'product_view b'], ['product_view a']), ['b']);
  assert.deepEqual(notChosenOf(['product_view a', 'product_view b'], ['cart_add a']), ['b']);
  assert.deepEqual(notChosenOf(['product_view a'], ['product_view a']), []);
});

test('a checkout chooses nothing that the session had met, and all that it had not', () => {
  const met = ['product_view a', 'cart_add a', 'product_view b'];
  assert.deepEqual(notChosenOf(met, ['purchase a', 'purchase b', 'purchase c']), ['a', 'b']);
});

test('half an hour after the ranking nothing is a choice from it any more', () => {
  assert.deepEqual(notChosenOf(['product_view a'], ['product_view a'], 30), []);
  assert.deepEqual(notChosenOf(['product_view a'], ['product_view a'], 31), ['a']);
});
