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
