import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceOf } from './price-value.ts';

test('what is free or costs less than nothing has no price', () => {
  for (const label of ['0', '0.00', '-5', 'free']) assert.equal(priceOf({ label }), Number.NaN);
});
