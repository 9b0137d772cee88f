import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { interpret, readTable, recogniseRoles } from '../../catalogue/index.ts';
import { emptyProfile, foldAll } from '../../session/profile/fold.ts';
import { readProfile } from '../../session/profile/read-profile.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { violatesConstraints } from '../query/constraints.ts';
import { searchReader } from '../query/parsed-query.ts';
import { sessionQueryOf } from '../query/session-query.ts';
import { rank } from '../rank.ts';
import { rankProducts } from '../rerank.ts';
import { NOON } from '../testing/shops.ts';

/** 480 screens of 120 sizes, two to eight of a size: far more than the column has bins. */
const sizeOf = (i: number): number => 20 + ((i * 7) % 120) / 4;
const products = Array.from({ length: 480 }, (_, i) => ({ id: `p${i}`, size: sizeOf(i), price: 100 + i }));
const csv = [
  'id;title;type;screen_size;price',
  ...products.map(
    ({ id, size, price }, i) => `${id};Panel ${i};${['Monitor', 'Television'][i % 2]};${size};${price}`,
  ),
].join('\n');
const catalogue = interpret(readTable(csv));
const index = buildIndex(catalogue, recogniseRoles(catalogue));
const readSearch = searchReader(index);
const sizes = new Map(products.map(({ id, size }) => [id, size]));
const model = emptyModel();

function ranked(type: string, value: string, limit = 8) {
  const profile = readProfile(foldAll(emptyProfile(NOON), [{ type, value, at: NOON }]), readSearch);
  return rank({ profile, index, model, now: NOON, limit });
}

const sizesOf = ({ items }: ReturnType<typeof ranked>): number[] => items.map(({ id }) => sizes.get(id)!);

describe('a named size of a binned column', () => {
  test('is separated from the other sizes of its bin', () => {
    for (const [{ items }, shown] of [
      // All of that size are televisions: of monitors, one of 27 inch comes first.
      [ranked('search', '27.25 inch television', 4), 'search:27.25 inch television screen_size=27.25'],
      [ranked('attribute_filter', 'screen_size=27.25', 4), 'attribute_filter:screen_size=27.25'],
    ] as const) {
      for (const { id, scoreBreakdown } of items) {
        assert.equal(sizes.get(id), 27.25);
        assert.ok(
          scoreBreakdown.some(({ signal, matched }) => [signal, matched].filter(Boolean).join(' ') === shown),
          shown,
        );
      }
    }
  });

  test('may be a range, with one end or two, and in another unit', () => {
    const within = (list: readonly number[], from: number, to: number): boolean =>
      list.every((size) => from <= size && size <= to);
    assert.ok(within(sizesOf(ranked('search', 'monitor under 21 inch')), 20, 21));
    assert.ok(within(sizesOf(ranked('attribute_filter', 'screen_size=>=48')), 48, 50));
    assert.ok(within(sizesOf(ranked('attribute_filter', 'screen_size=30.1-30.6')), 30.1, 30.6));
    assert.ok(within(sizesOf(ranked('attribute_filter', 'screen-size=76.5-77.8 cm')), 30.1, 30.65));
    assert.ok(within(sizesOf(ranked('attribute_filter', 'screen_size=<20.5')), 20, 20.25));
  });

  test('is read from the query of a list, and applies to sent attributes', () => {
    const profile = readProfile(foldAll(emptyProfile(NOON), [{ type: 'sort', value: 'newest', at: NOON }]));
    const list = products.slice(0, 200).map(({ id }) => ({ id }));
    const sent = { id: 'new', attributes: { title: 'Panel', screen_size: '27.25 in' } };
    const { items } = rankProducts({
      profile,
      index,
      model,
      now: NOON,
      products: [...list, sent],
      query: 'panel of 27.25 inch',
      limit: 3,
    });
    const expected = list.filter(({ id }) => sizes.get(id) === 27.25).map(({ id }) => id);
    assert.ok(expected.length > 0 && expected.length <= 3);
    for (const id of expected) assert.ok(items.some((item) => item.id === id));
  });

  test('does not change the order for a query without a unit', () => {
    const plain = readProfile(foldAll(emptyProfile(NOON), [{ type: 'search', value: 'panel 27', at: NOON }]));
    assert.deepEqual(
      ranked('search', 'panel 27'),
      rank({ profile: plain, index, model, now: NOON, limit: 8 }),
    );
  });
});

test('whatever sizes are named, breakdowns add up, scores are probabilities, and the ranking is the same again', () => {
  const number = fc.integer({ min: 60, max: 220 }).map((quarters) => quarters / 4);
  const signal = fc.oneof(
    number.map((size) => ({ type: 'search', value: `${size} inch panel` })),
    number.map((size) => ({ type: 'search', value: `monitor under ${size} inch` })),
    fc.tuple(number, number).map(([a, b]) => ({ type: 'attribute_filter', value: `screen_size=${a}-${b}` })),
    number.map((size) => ({ type: 'attribute_filter', value: `screen_size=>${size}` })),
    fc.nat(479).map((i) => ({ type: 'product_view', value: `p${i}` })),
  );
  fc.assert(
    fc.property(fc.array(signal, { minLength: 1, maxLength: 7 }), (signals) => {
      const profile = readProfile(
        foldAll(
          emptyProfile(NOON),
          signals.map((signal, k) => ({ ...signal, at: NOON + k })),
        ),
        readSearch,
      );
      const request = { profile, index, model, now: NOON + 10, limit: 480 };
      const { items } = rank(request);
      let all = 0;
      for (const { score, scoreBreakdown } of items) {
        const sum = scoreBreakdown.reduce((total, { contribution }) => total + contribution, 0);
        assert.ok(Math.abs(sum - score) < 1e-9);
        all += score;
      }
      assert.ok(Math.abs(all - 1) < 1e-9);
      assert.deepEqual(rank(request).items, items);
    }),
    { numRuns: 60 },
  );
});

describe('a filter that names the price column', () => {
  const prices = new Map(products.map(({ id, price }) => [id, price]));
  /** Prices differ by less than a hundredth. */
  const allWithin = (list: readonly number[], from: number, to: number): boolean =>
    list.length === 20 && list.every((price) => from * 0.99 <= price && price <= to * 1.01);
  const pricesOf = (filter: string, ...others: readonly string[]): number[] => {
    const folded = foldAll(
      emptyProfile(NOON),
      [`price=${filter}`, ...others].map((value, k) => ({
        type: /^\d+-\d+$/.test(value) ? 'price_filter' : 'attribute_filter',
        value,
        at: NOON + k,
      })),
    );
    return rank({ profile: readProfile(folded), index, model, now: NOON + 10, limit: 20 }).items.map(
      ({ id }) => prices.get(id)!,
    );
  };

  test('is a price filter', () => {
    assert.ok(allWithin(pricesOf('150-180'), 150, 180));
    assert.ok(allWithin(pricesOf('<=130 €'), 100, 130));
    assert.ok(allWithin(pricesOf('>= 540'), 540, 579));
  });

  test('gives way to a later one', () => {
    assert.ok(allWithin(pricesOf('150-180', '300-330'), 300, 330));
    assert.ok(allWithin(pricesOf('150-180', 'Price=300-330'), 300, 330));
  });

  test('is ignored where it is no range of numbers', () => {
    const profile = readProfile(
      foldAll(emptyProfile(NOON), [{ type: 'attribute_filter', value: 'price=cheap', at: NOON }]),
    );
    const { explanation } = rank({ profile, index, model, now: NOON, limit: 5 });
    assert.deepEqual(explanation, { personalised: false, reason: 'no_matching_attributes' });
  });
});

test('a quantity that fits several columns abandons no product that has it in one of them', () => {
  const rows = Array.from({ length: 80 }, (_, i) => {
    const size = 2 ** (1 + (i % 5));
    return i % 2 === 0 ? `p${i};Card ${i};${size};` : `p${i};Board ${i};;${size}`;
  });
  const parts = interpret(readTable(['id;title;memory_gb;most_memory_gb', ...rows].join('\n')));
  const shop = buildIndex(parts, recogniseRoles(parts));
  const readSearch = searchReader(shop);
  const read = readSearch('16 gb');
  assert.deepEqual(
    read.matched.map(({ attribute, value }) => `${attribute}=${value}`),
    ['memory_gb=16', 'most_memory_gb=16'],
  );
  const folded = foldAll(emptyProfile(NOON), [
    { type: 'product_view', value: 'p8', at: NOON },
    { type: 'search', value: '16 gb', at: NOON + 1 },
  ]);
  const profile = readProfile(folded, readSearch);
  const violates = violatesConstraints(shop, sessionQueryOf(profile, NOON + 2, undefined, shop));
  // 8 and 13 have 16 gb, a card and a board; 2 has 8.
  const violations = [8, 13, 2].map((product) => violates(product, { step: 1 }));
  assert.deepEqual(violations, [false, false, true]);
});
