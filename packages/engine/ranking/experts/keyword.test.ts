import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import { catalogueOf, NOON, ROLES, session, withoutVariants } from '../testing/shops.ts';

test('a word that thousands of products have counts for each of them, in the first ranking too', () => {
  const rows = Array.from({ length: 5_000 }, (_, i) => ({
    id: `p${i}`,
    title: i < 4_000 ? 'boots' : 'hats',
  }));
  const index = withoutVariants(buildIndex(catalogueOf(rows), ROLES));
  const profile = session('search:boots');
  const { items } = rank({ index, model: emptyModel(), profile, now: NOON, limit: 4_000 });
  assert.deepEqual(
    items.map(({ id }) => id),
    rows.slice(0, 4_000).map(({ id }) => id),
  );
  assert.equal(new Set(items.map(({ score }) => score)).size, 1);
});

test('a match outside of the price range ranks behind matches inside', () => {
  const dear = { title: 'Sofa', price: 4_000 };
  const cheap = { title: 'Sofa with cushion, chaise longue and storage', price: 800 };
  const other = { title: 'Lamp', price: 500 };
  const rows = Array.from({ length: 400 }, (_, i) => ({
    id: `p${i}`,
    ...(i < 10 ? dear : i < 20 ? cheap : other),
  }));
  const index = withoutVariants(buildIndex(catalogueOf(rows, { title: 'text' }), ROLES));
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

test('a match that violates a filter ranks behind those that meet it, in any order of signals', () => {
  const other = { title: 'Police', year: 1999 };
  const asked = { title: 'Police station with helicopter, cars and prison', year: 2015 };
  const rows = Array.from({ length: 400 }, (_, i) => ({
    id: `p${i}`,
    ...(i < 10 ? other : i < 20 ? asked : { title: 'Castle', year: 2015 - (i % 3) }),
  }));
  const index = withoutVariants(buildIndex(catalogueOf(rows, { title: 'text', year: 'category' }), ROLES));
  const firstFor = (...signals: readonly string[]) => {
    const profile = session(...signals);
    const { items } = rank({ index, model: emptyModel(), profile, now: NOON, limit: 20 });
    return items.map(({ id }) => rows.find((row) => row.id === id)!.title);
  };
  const titles = [other.title, asked.title].map((title) => Array<string>(10).fill(title));
  assert.deepEqual(firstFor('search:police'), titles.flat());
  assert.deepEqual(firstFor('search:police', 'attribute_filter:year=2015'), titles.toReversed().flat());
  assert.deepEqual(firstFor('attribute_filter:year=2015', 'search:police'), titles.toReversed().flat());
});

test('a value in a query does not filter other matches', () => {
  const rows = Array.from({ length: 400 }, (_, i) => ({
    id: `p${i}`,
    title: i < 20 ? 'Police' : 'Castle',
    kind: i < 10 ? 'Police' : i < 20 ? 'Swamp Police' : 'Castle',
    year: i < 10 ? 1999 : 2015,
  }));
  const index = withoutVariants(
    buildIndex(catalogueOf(rows, { title: 'text', kind: 'category', year: 'category' }), ROLES),
  );
  const profile = session('search:police', 'attribute_filter:kind=Police', 'attribute_filter:year=2015');
  const { items } = rank({ index, model: emptyModel(), profile, now: NOON, limit: 10 });
  assert.ok(items.every(({ id }) => Number(id.slice(1)) >= 10 && Number(id.slice(1)) < 20));
});

test('the signal shows only the searched words that the product has', () => {
  const titles = ['Harry Potter', 'Tolkien', 'Harry Tolkien', 'Sugar-free Harry', 'Atlas'];
  const rows = Array.from({ length: 100 }, (_, i) => ({ id: `p${i}`, title: titles[Math.min(i, 4)] }));
  const index = withoutVariants(buildIndex(catalogueOf(rows, { title: 'text' }), ROLES));
  const profile = session('search:harry potter no sugar', 'search:tolkien');
  const { items } = rank({ index, model: emptyModel(), profile, now: NOON, limit: 100 });
  const told = new Map(
    items.map(({ id, scoreBreakdown }) => [
      id,
      scoreBreakdown.find(({ factor }) => factor === 'keyword')?.signal,
    ]),
  );
  assert.equal(told.get('p0'), 'search:harry potter');
  assert.equal(told.get('p1'), 'search:tolkien');
  assert.equal(told.get('p2'), 'search:harry tolkien');
  assert.equal(told.get('p3'), 'search:harry without sugar');
  assert.equal(told.get('p4'), undefined);
});
