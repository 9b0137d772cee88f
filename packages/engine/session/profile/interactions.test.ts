import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogueTraits, InteractionKind, ProductInteraction } from '../types.ts';
import { emptyProfile, foldAll } from './fold.ts';
import { INTERACTION_KINDS, interactionStrength, looksOf } from './interactions.ts';
import { readProfile } from './read-profile.ts';

const strengthOf = (
  touch: InteractionKind,
  more: Partial<ProductInteraction> = {},
  now = 0,
  step = 1,
): number => interactionStrength({ id: 'a', touch, at: 0, step: 1, ...more }, now, step);

test('buying, carting, wishing and comparing say more than looking; removing and dismissing say nothing for it', () => {
  for (const kind of ['compared', 'wished', 'carted', 'bought'] as const)
    assert.ok(strengthOf(kind) > strengthOf('viewed'), kind);
  for (const kind of ['removed', 'dismissed'] as const) assert.equal(strengthOf(kind), 0, kind);
});

test('reading makes a look worth more, up to twice as much', () => {
  const view = strengthOf('viewed');
  const read = (dwellSeconds: number) => strengthOf('viewed', { dwellSeconds });
  assert.ok(read(10) > view && read(20) > read(10));
  assert.equal(read(30), 2 * view);
  assert.equal(read(3_000), 2 * view);
});

test('an interaction fades in time and by later signals', () => {
  assert.ok(strengthOf('viewed', {}, 60_000) < strengthOf('viewed'));
  assert.ok(strengthOf('viewed', {}, 0, 3) < strengthOf('viewed', {}, 0, 2));
});

test('looks are interactions that speak for products which the catalogue knows', () => {
  const catalogue: CatalogueTraits = {
    product: (id) => (id === 'unknown' ? undefined : { traits: [] }),
    find: () => undefined,
    priceRank: () => undefined,
  };
  const folded = foldAll(
    emptyProfile(0),
    ['product_view:a', 'product_view:unknown', 'dismiss:b', 'cart_add:c'].map((signal, k) => {
      const [type, value] = signal.split(':');
      return { type, value, at: k };
    }),
  );
  const profile = readProfile(folded);
  assert.deepEqual(
    looksOf(profile, 10, catalogue).map(({ touched }) => touched.id),
    ['a', 'c'],
  );
  assert.deepEqual(looksOf(profile, 10, undefined), []);
});

test('only what speaks for a product takes its dismissal back', () => {
  const log = { viewed: 'product_view', compared: 'compare', wished: 'wishlist_add', carted: 'cart_add' };
  for (const [kind, type] of Object.entries(log)) {
    const { dismissed } = foldAll(emptyProfile(0), [
      { type: 'dismiss', value: 'a', at: 0 },
      { type, value: 'a', at: 1 },
    ]);
    assert.equal(dismissed.length === 0, INTERACTION_KINDS[kind as InteractionKind].wants, kind);
  }
});
