import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyProfile, foldAll } from '../../session/profile/fold.ts';
import { readProfile } from '../../session/profile/read-profile.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import { catalogueOf, NOON, ROLES, rowsOf } from '../testing/shops.ts';
import { searchReader, withValues } from './parsed-query.ts';

const index = withValues(buildIndex(catalogueOf(rowsOf(120), { title: 'text' }), ROLES), [
  { attribute: 'type', value: 'boots', role: 'category' },
  { attribute: 'brand', value: 'Bero', role: 'brand' },
  { attribute: 'colour', value: 'red' },
]);

/** The factors of the first product after signals. */
function factorsAfter(...signals: readonly (readonly [type: string, value: string])[]) {
  const log = signals.map(([type, value], k) => {
    return { type, value, at: NOON + k * 1000 };
  });
  const profile = readProfile(foldAll(emptyProfile(NOON), log), searchReader(index));
  const { items } = rank({ index, model: emptyModel(), profile, now: NOON + 9000, limit: 1 });
  return Object.fromEntries(
    items[0]!.scoreBreakdown.map(({ factor, signal, matched }) => [factor, { signal, matched }]),
  );
}

test('what is read out of a search is shown as that search, with what of it the product has', () => {
  const text = 'red Bero boots under 80';
  const factors = factorsAfter(['search', text]);
  assert.deepEqual(factors.category, { signal: `search:${text}`, matched: 'type=boots' });
  assert.deepEqual(factors.brand, { signal: `search:${text}`, matched: 'brand=Bero' });
  assert.deepEqual(factors.attribute, { signal: `search:${text}`, matched: 'colour=red' });
  assert.deepEqual(factors.price, { signal: `search:${text}`, matched: 'price_filter:-80' });
});

test('signals that were sent keep their names', () => {
  const factors = factorsAfter(
    ['category_view', 'boots'],
    ['brand_view', 'Bero'],
    ['attribute_filter', 'colour=red'],
    ['price_filter', '0-80'],
  );
  assert.deepEqual(factors.category, { signal: 'category_view:boots', matched: undefined });
  assert.deepEqual(factors.brand, { signal: 'brand_view:Bero', matched: undefined });
  assert.deepEqual(factors.attribute, { signal: 'attribute_filter:colour=red', matched: undefined });
  assert.match(factors.price!.signal, /^price_filter:0?-80$/);
});

test('the latest of a search and a filter that say the same names the evidence', () => {
  assert.equal(
    factorsAfter(['search', 'boots'], ['category_view', 'boots']).category!.signal,
    'category_view:boots',
  );
  assert.equal(
    factorsAfter(['category_view', 'boots'], ['search', 'boots']).category!.signal,
    'search:boots',
  );
});

test('words that the catalogue writes in another way are kept as they were typed', () => {
  const { keyword } = factorsAfter(['search', 'Leather BOOT']);
  assert.deepEqual(keyword, { signal: 'search:leather boots', matched: 'Leather BOOT' });
});

test('the query of a request is shown as a search, too', () => {
  const { items } = rank({
    index,
    model: emptyModel(),
    profile: undefined,
    now: NOON,
    limit: 1,
    query: 'boots under 80',
  });
  const price = items[0]!.scoreBreakdown.find(({ factor }) => factor === 'price');
  assert.equal(price?.signal, 'search:boots under 80');
  assert.equal(price?.matched, 'price_filter:-80');
});
