import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoggedSignal } from '../storage/ports.ts';
import { hasWords, visitsOf } from './history.ts';

const MINUTE = 60_000;

/** A log of these signals, a minute apart unless a pause is given. */
function logOf(
  ...signals: readonly (readonly [type: string, value: string, minutes?: number])[]
): LoggedSignal[] {
  let at = 1_700_000_000_000;
  return signals.map(([type, value, minutes = 1], i) => {
    at += minutes * MINUTE;
    return { sequence: i + 1, type, value, at };
  });
}

test('half an hour of silence begins another visit', () => {
  const visits = visitsOf(logOf(['product_view', 'a'], ['product_view', 'b'], ['product_view', 'c', 31]));
  assert.deepEqual(
    visits.map(({ steps }) => steps.map(({ item }) => item)),
    [['a', 'b'], ['c']],
  );
});

test('a step carries what the shopper had said before it, and nothing of what came later', () => {
  const log = logOf(
    ['product_view', 'a'],
    ['category_view', 'boots'],
    ['product_view', 'b'],
    ['price_filter', '50-100'],
    ['product_view', 'c'],
  );
  const [a, b, c] = visitsOf(log, { withWords: true })[0]!.steps;
  assert.equal(a!.before, undefined);
  assert.deepEqual(
    b!.before?.interests.category.map(({ name }) => name),
    ['boots'],
  );
  assert.equal(b!.before?.priceFilter, undefined);
  assert.equal(c!.before?.priceFilter?.max, 100);
  assert.deepEqual(
    c!.before?.products.map(({ id }) => id),
    ['a', 'b'],
  );
});

test('words are told from looks', () => {
  assert.equal(hasWords(logOf(['product_view', 'a'], ['device', 'mobile'])), false);
  for (const [type, value] of [
    ['search', 'boots'],
    ['category_view', 'boots'],
    ['brand_view', 'acme'],
    ['attribute_filter', 'colour=red'],
    ['price_filter', '1-2'],
  ] as const) {
    assert.equal(hasWords(logOf(['product_view', 'a'], [type, value])), true, type);
  }
});
