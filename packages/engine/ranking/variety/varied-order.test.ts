import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { train } from '../learning/train.ts';
import { rank } from '../rank.ts';
import { catalogueOf, NOON, ROLES, session } from '../testing/shops.ts';
import { UNKNOWN_VISITOR, VARIED_PLACES } from './varied-order.ts';

const KINDS = ['boots', 'hats', 'scarves', 'gloves', 'belts'];
/** A catalogue that is sorted by kind and by brand, as most exports are: 40 products of each of five kinds. */
const rows = Array.from({ length: 200 }, (_, i) => ({
  id: `p${i}`,
  title: `Product ${i}`,
  type: KINDS[Math.floor(i / 40)],
  brand: ['Ala', 'Bero', 'Cima', 'Dora'][Math.floor(i / 10) % 4],
  price: 10 + (i % 40),
}));
const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
const request = { index, model: emptyModel(), now: NOON + 60_000, limit: 20, profile: undefined };
const kindOf = (id: string): string => rows[Number(id.slice(1))].type;
const brandOf = (id: string): string => rows[Number(id.slice(1))].brand;
const kindsOf = (items: readonly { readonly id: string }[]): number =>
  new Set(items.map(({ id }) => kindOf(id))).size;

describe('a list for a visitor of whom nothing is known', () => {
  test('has all kinds, brands and parts of the prices on its first page', () => {
    const { items, explanation } = rank(request);
    assert.equal(explanation.diversity, UNKNOWN_VISITOR);
    assert.equal(kindsOf(items.slice(0, 5)), 5);
    assert.equal(new Set(items.map(({ id }) => brandOf(id))).size, 4);
    const prices = items.map(({ id }) => rows[Number(id.slice(1))].price);
    assert.ok(Math.min(...prices) < 20 && Math.max(...prices) >= 40);
  });

  test('begins with what is popular, and gives kinds places as they are popular', () => {
    const visits = Array.from({ length: 60 }, (_, s) => ({
      steps: [0, 1].map((k) => ({
        item: `p${s % 4 === 0 ? 90 + (s % 8) : (s + k) % 12}`,
        at: NOON - 1e8 + s * 60_000 + k,
      })),
    }));
    const { items } = rank({ ...request, model: train(visits, { index }) });
    const first = rank({ ...request, model: train(visits, { index }), diversity: 0 }).items[0];
    assert.equal(items[0].id, first.id);
    const counts = Map.groupBy(items.slice(0, 10), ({ id }) => kindOf(id));
    assert.ok(counts.get('boots')!.length > counts.get('scarves')!.length);
    assert.ok(counts.get('scarves')!.length > 0);
  });

  test('is in the order of its scores where the request says so, or anything is known', () => {
    for (const known of [
      { diversity: 0 },
      { query: 'product' },
      { profile: session('product_view:p50') },
      { profile: session('sort:price_asc'), diversity: 1 },
    ]) {
      const { items, explanation } = rank({ ...request, ...known });
      assert.equal(explanation.diversity, undefined);
      if (known.diversity === 0) assert.equal(kindsOf(items), 1);
    }
  });
});

describe('diversity', () => {
  const signal = fc.oneof(
    fc.nat(199).map((i) => `product_view:p${i}`),
    fc.constantFrom(...KINDS).map((kind) => `category_view:${kind}`),
  );
  const asked = fc.record({
    signals: fc.array(signal, { maxLength: 5 }),
    diversity: fc.double({ min: 0.01, max: 1, noNaN: true }),
  });

  test('changes places, not scores: each adds up to its breakdown, and no product is lost', () => {
    fc.assert(
      fc.property(asked, ({ signals, diversity }) => {
        const profile = signals.length === 0 ? undefined : session(...signals);
        const plain = rank({ ...request, limit: 200, profile, diversity: 0 });
        const varied = rank({ ...request, limit: 200, profile, diversity });
        const byId = (items: typeof plain.items) =>
          items
            .map(({ rank: _, scoreBreakdown, ...item }) => ({
              ...item,
              scoreBreakdown: scoreBreakdown.filter(({ factor }) => factor !== 'variety'),
            }))
            .sort((a, b) => a.id.localeCompare(b.id));
        assert.deepEqual(byId(varied.items), byId(plain.items));
        assert.deepEqual(varied.explanation, { ...plain.explanation, diversity });
        for (const { score, scoreBreakdown } of varied.items) {
          const sum = scoreBreakdown.reduce((total, { contribution }) => total + contribution, 0);
          assert.ok(Math.abs(sum - score) < 1e-9);
        }
        const rest = varied.items.slice(VARIED_PLACES).map(({ score }) => score);
        rest.forEach((score, i) => {
          assert.ok(i === 0 || rest[i - 1] >= score - 1e-12);
        });
      }),
      { numRuns: 30 },
    );
  });

  test('is the same over the pages of a list', () => {
    fc.assert(
      fc.property(asked, fc.integer({ min: 1, max: 90 }), ({ signals, diversity }, limit) => {
        const of = { ...request, profile: session(...signals), diversity };
        const whole = rank({ ...of, limit: 200 }).items;
        const paged: (typeof whole)[number][] = [];
        for (let offset = 0; offset < 200; offset += limit)
          paged.push(...rank({ ...of, offset, limit }).items);
        assert.deepEqual(paged, whole);
      }),
      { numRuns: 15 },
    );
  });

  test('brings more kinds the stronger it is, and what nothing speaks for last', () => {
    const profile = session('category_view:hats', 'product_view:p45', 'product_view:p90');
    const kinds = [0, 0.3, 1].map((diversity) => kindsOf(rank({ ...request, profile, diversity }).items));
    assert.deepEqual(
      kinds,
      kinds.toSorted((a, b) => a - b),
    );
    const { items } = rank({ ...request, profile, diversity: 1 });
    assert.equal(kindOf(items[0].id), 'hats');
  });

  test('puts nothing that cannot be bought before what can', () => {
    const stocked = rows.map((row, i) => ({ ...row, stock: i < 190 ? 'out of stock' : 'in stock' }));
    const shop = buildIndex(catalogueOf(stocked, { title: 'text' }), ROLES);
    const { items } = rank({ ...request, index: shop });
    assert.ok(items.slice(0, 10).every(({ available }) => available === undefined));
    assert.equal(items.length, 20);
  });

  test('varies what there is: brands where there is one kind, nothing where products do not differ', () => {
    const { items } = rank({ ...request, category: 'hats' });
    assert.equal(new Set(items.slice(0, 4).map(({ id }) => brandOf(id))).size, 4);
    const alike = buildIndex(
      catalogueOf(
        rows.map(({ id, title }) => ({ id, title })),
        { title: 'text' },
      ),
      ROLES,
    );
    const same = rank({ ...request, index: alike }).items.map(({ id }) => id);
    assert.deepEqual(
      same,
      rows.slice(0, 20).map(({ id }) => id),
    );
  });
});
