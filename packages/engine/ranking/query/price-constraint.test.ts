import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NamedInterest } from '../../session/types.ts';
import { priceConstraintOf } from './price-constraint.ts';

const interests = { category: [], brand: [], keyword: [], negatedKeyword: [] };
/** The price range after filters by name, one per second, and a price filter at second `ownAt`. */
function latest(filters: readonly string[], ownAt?: number, column: string | null = 'Price') {
  const attribute = filters.map(
    (name, k): NamedInterest => ({ name, short: 1, long: 1, at: 1_000 * (k + 1), step: k + 1 }),
  );
  const priceFilter = ownAt === undefined ? undefined : { min: 1, max: 2, at: 1_000 * ownAt, step: 0 };
  const found = priceConstraintOf({ priceFilter, interests: { ...interests, attribute } }, column);
  return found && [found.min, found.max];
}

test('a filter that names the price column is a price filter, with one end or two', () => {
  assert.deepEqual(latest(['price=20-40']), [20, 40]);
  assert.deepEqual(latest(['price=<=40']), [undefined, 40]);
  assert.deepEqual(latest(['price=>=20']), [20, undefined]);
  assert.deepEqual(latest(['price=€20-€40']), [20, 40]);
});

test('the latest of several ranges applies', () => {
  assert.deepEqual(latest(['price=20-40', 'price=5-10']), [5, 10]);
  assert.deepEqual(latest(['price=20-40'], 2), [1, 2]);
  assert.deepEqual(latest(['price=20-40'], 0), [20, 40]);
});

test('filters of other columns, and values that are no range, do not constrain prices', () => {
  assert.equal(latest(['width=20-40', 'price=cheap']), undefined);
  assert.equal(latest(['price=20-40'], undefined, null), undefined);
});
