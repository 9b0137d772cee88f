import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret, readTable, recogniseRoles } from '../../catalogue/index.ts';
import { emptyProfile, foldAll } from '../../session/profile/fold.ts';
import { readProfile } from '../../session/profile/read-profile.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { priceEnds } from '../indexing/price-scale.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import { NOON } from '../testing/shops.ts';
import { priceConstraintOf } from './price-constraint.ts';

/** Prices from 300 to 2,680. */
const priceOf = (i: number): number => 300 + 10 * i;
const rows = Array.from({ length: 239 }, (_, i) => `p${i};Camera ${i};${priceOf(i)};kind ${i % 5}`);
const catalogue = interpret(readTable(['id;title;price;kind', ...rows].join('\n')));
const index = buildIndex(catalogue, recogniseRoles(catalogue));
const model = emptyModel();

const after = (filter: string) =>
  readProfile(
    foldAll(emptyProfile(NOON), [{ type: 'attribute_filter', value: `price=${filter}`, at: NOON }]),
  );
const read = (filter: string, ends: readonly number[]) =>
  priceConstraintOf({ priceFilter: undefined, interests: after(filter).interests }, 'price', ends);

const FILTERS: readonly (readonly [filter: string, range: { min?: number; max?: number }])[] = [
  ['1000-2000', { min: 1000, max: 2000 }],
  ['1,000-2,000', { min: 1000, max: 2000 }],
  ['1.000-2.000', { min: 1000, max: 2000 }],
  ['1 000 - 2 000', { min: 1000, max: 2000 }],
  ['1.000,00 € – 2.000,00 €', { min: 1000, max: 2000 }],
  ['$1,000..$2,000', { min: 1000, max: 2000 }],
  ['1000 to 2000 usd', { min: 1000, max: 2000 }],
  ['between 1,000 and 2,000', { min: 1000, max: 2000 }],
  ['<=1,299.50', { max: 1299.5 }],
  ['<=1.299,50', { max: 1299.5 }],
  ['under 450', { max: 450 }],
  ['..450 €', { max: 450 }],
  ['>2,600', { min: 2600 }],
  ["≥ 2'600 CHF", { min: 2600 }],
  ['2,600..', { min: 2600 }],
  ['2600+', { min: 2600 }],
  ['at least 2,600', { min: 2600 }],
  ['1,299.50', { min: 1299.5, max: 1299.5 }],
];

for (const [filter, range] of FILTERS) {
  test(`a filter of the price column reads "${filter}" as ${JSON.stringify(range)}`, () => {
    const { at: _, step: __, ...found } = read(filter, priceEnds(index.scale))!;
    assert.deepEqual(found, range);
  });
}

test('prices with three decimals are read as such in a shop that has them', () => {
  const dinars = priceEnds({ lowest: Math.log(0.25), width: 0.01 });
  const { min, max } = read('1.250-2,500', dinars)!;
  assert.deepEqual([min, max], [1.25, 2.5]);
});

test('a filter of the price column ranks products in its range first', () => {
  const { items } = rank({ profile: after('1,000-2,000'), index, model, now: NOON, limit: 50 });
  const prices = items.map(({ id }) => priceOf(Number(id.slice(1))));
  assert.ok(
    prices.every((price) => 1000 * 0.99 <= price && price <= 2000 * 1.01),
    prices.join(' '),
  );
});

test('a filter of the price column without a range is ignored', () => {
  for (const filter of ['cheap', '10-5', 'rrp']) {
    assert.equal(read(filter, priceEnds(index.scale)), undefined);
    const { explanation } = rank({ profile: after(filter), index, model, now: NOON, limit: 5 });
    assert.deepEqual(explanation, { personalised: false, reason: 'no_matching_attributes' }, filter);
  }
});
