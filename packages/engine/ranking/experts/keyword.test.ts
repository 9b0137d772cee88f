import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildIndex } from '../catalogue-index.ts';
import { emptyModel } from '../model.ts';
import { rank } from '../rank.ts';
import { catalogueOf, NOON, ROLES, session } from '../testing.ts';

test('a word that thousands of products have counts for each of them, in the first ranking too', () => {
  const rows = Array.from({ length: 5_000 }, (_, i) => ({
    id: `p${i}`,
    title: i < 4_000 ? 'boots' : 'hats',
  }));
  const index = buildIndex(catalogueOf(rows), ROLES);
  const profile = session('search:boots');
  const { items } = rank({ index, model: emptyModel(), profile, now: NOON, limit: 4_000 });
  assert.deepEqual(
    items.map(({ id }) => id),
    rows.slice(0, 4_000).map(({ id }) => id),
  );
  assert.equal(new Set(items.map(({ score }) => score)).size, 1);
});

test('a match at a price that was not asked for comes after those at one that was', () => {
  const dear = { title: 'Sofa', price: 4_000 };
  const cheap = { title: 'Sofa with cushion, chaise longue and storage', price: 800 };
  const other = { title: 'Lamp', price: 500 };
  const rows = Array.from({ length: 400 }, (_, i) => ({
    id: `p${i}`,
    ...(i < 10 ? dear : i < 20 ? cheap : other),
  }));
  const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
  const firstFor = (...signals: readonly string[]) => {
    const profile = session(...signals);
    const { items } = rank({ index, model: emptyModel(), profile, now: NOON, limit: 20 });
    return items.map(({ id }) => rows.find((row) => row.id === id)!.price);
  };
  const prices = [dear.price, cheap.price].map((price) => Array<number>(10).fill(price));
  assert.deepEqual(firstFor('search:sofa'), prices.flat());
  assert.deepEqual(firstFor('search:sofa', 'price_filter:0-1000'), prices.toReversed().flat());
  assert.deepEqual(firstFor('price_filter:0-1000', 'search:sofa'), prices.toReversed().flat());
});
