import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSignals, SIGNAL_TYPES } from '@decidable/engine/session';
import { attributeFilter, dwell, otherSignal, priceFilter } from '../src/signals.ts';
import type { Signal, SignalValues } from '../src/types.ts';

const NOW = Date.UTC(2026, 0, 31, 12);

const EXAMPLES: { readonly [Type in keyof SignalValues]: readonly SignalValues[Type][] } = {
  category_view: ['boots'],
  product_view: ['sku-1', 17],
  brand_view: ['North'],
  search: ['red lamp'],
  price_filter: ['60-150', '10.50-20', '-60', '60-'],
  attribute_filter: ['colour=red'],
  sort: ['price_asc'],
  compare: ['sku-1'],
  wishlist_add: ['sku-1'],
  cart_add: ['sku-1'],
  cart_remove: ['sku-1'],
  purchase: ['sku-1'],
  dwell: ['sku-1:12'],
  dismiss: ['sku-1'],
  device: ['mobile', 'tablet', 'desktop', 'bot', 'other'],
  referrer: ['direct', 'internal', 'search', 'social', 'email', 'paid', 'other:blog.example'],
  time_of_day: ['21:45+02:00'],
};

/** What the service says of a signal; it takes whole numbers as their text. */
function readingOf({ type, value, at }: Signal) {
  const raw = { type, ...(value !== undefined && { value: `${value}` }), ...(at !== undefined && { at }) };
  return parseSignals([raw], NOW);
}

test('the types of signals are those of the service, and it takes each of their values', () => {
  assert.deepEqual(Object.keys(EXAMPLES).sort(), Object.keys(SIGNAL_TYPES).sort());
  for (const [type, values] of Object.entries(EXAMPLES)) {
    for (const value of values) {
      const reading = readingOf({ type, value } as Signal);
      assert.ok(reading.ok && reading.unrecognised.length === 0, `${type}:${value}`);
    }
  }
});

test('the helpers write what the service reads', () => {
  const written = [
    priceFilter({ min: 10.5, max: 20 }),
    priceFilter({ max: 60 }),
    priceFilter({ min: 60 }),
    attributeFilter('colour', 'red'),
    attributeFilter('wireless', true),
    dwell(17, 12.5),
  ];
  assert.deepEqual(
    written.map(({ value }) => value),
    ['10.5-20', '-60', '60-', 'colour=red', 'wireless=true', '17:12.5'],
  );
  for (const signal of written) assert.ok(readingOf(signal).ok, String(signal.value));
  const other = readingOf(otherSignal('quiz', 'b'));
  assert.deepEqual(other.ok && other.unrecognised, ['quiz']);
});

test('a helper that is given nothing usable throws nothing: the service says what is wrong', () => {
  for (const signal of [priceFilter(null as never), priceFilter({}), attributeFilter('', 'red')])
    assert.equal(readingOf(signal).ok, false);
});
