import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceOf } from './price-value.ts';

test('zero and negative amounts are no prices', () => {
  for (const label of ['0', '0.00', '-5', 'free']) assert.equal(priceOf({ label }), Number.NaN);
});
