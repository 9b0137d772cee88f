import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { buildIndex } from './indexing/catalogue-index.ts';
import { emptyModel } from './learning/empty-model.ts';
import { type RankRequest, rank, steadyTime } from './rank.ts';
import { rankProducts, rerank } from './rerank.ts';
import { catalogueOf, NOON, ROLES, session, shopOf, sumOf, titledShop } from './testing/shops.ts';
import type { RankedItem } from './types.ts';

const shop = shopOf(3_000);
const request = { index: shop, model: emptyModel(), now: NOON + 60_000, limit: 20, profile: undefined };
const priceOf = (id: string): number => 10 + ((Number(id.slice(1)) * 37) % 190);
const typeOf = (id: string): string => ['boots', 'sandals', 'hats', 'scarves'][Number(id.slice(1)) % 4]!;
const colourOf = (id: string): string =>
  ['red', 'blue', 'black', 'green', 'white'][Math.floor(Number(id.slice(1)) / 5) % 5]!;
const idsOf = (items: readonly RankedItem[]): string[] => items.map(({ id }) => id);

const adds = ({ items }: { readonly items: readonly RankedItem[] }): void => {
  for (const { score, scoreBreakdown } of items) assert.ok(Math.abs(sumOf(scoreBreakdown) - score) < 1e-9);
};

describe('a query of the request', () => {
  test('orders the list in a session that nobody has seen, and claims no personalisation', () => {
    const ranking = rank({ ...request, query: 'red wool scarves under 60' });
    assert.ok(idsOf(ranking.items).every((id) => typeOf(id) === 'scarves'));
    assert.deepEqual(ranking.explanation, { personalised: false, reason: 'session_not_found' });
    assert.match(ranking.items[0]!.scoreBreakdown.map(({ signal }) => signal).join(), /scarves/);
    adds(ranking);
  });

  test('is what the session is about now, whatever it was about before', () => {
    const profile = session('search:leather boots', 'product_view:p0');
    const { items, explanation } = rank({ ...request, profile, query: 'hats' });
    assert.ok(idsOf(items).filter((id) => typeOf(id) === 'hats').length >= 18);
    assert.equal(explanation.personalised, true);
  });

  test('is later than every category that the session named', () => {
    const profile = session('category_view:boots');
    for (const query of ['hats', 'red hats']) {
      const types = idsOf(rank({ ...request, profile, query }).items).map(typeOf);
      assert.deepEqual(new Set(types), new Set(['hats']), query);
    }
  });

  test('that is blank changes nothing', () => {
    const profile = session('category_view:boots');
    assert.deepEqual(rank({ ...request, profile, query: '  ' }), rank({ ...request, profile }));
  });
});

/** A filter that leaves few candidates, which are indexed, and one that leaves many, which are not. */
const FILTERS: readonly [name: string, filters: RankRequest['filters'], keeps: (id: string) => boolean][] = [
  [
    'few candidates',
    { type: 'hats', price: { max: 80 } },
    (id) => typeOf(id) === 'hats' && priceOf(id) <= 80,
  ],
  [
    'many candidates',
    { colour: ['red', 'blue', 'black'] },
    (id) => ['red', 'blue', 'black'].includes(colourOf(id)),
  ],
];

describe('filters', () => {
  for (const [name, filters, keeps] of FILTERS) {
    test(`leave out what does not meet them, and scores add up to 1 over the rest: ${name}`, () => {
      const met = Array.from({ length: shop.size }, (_, i) => `p${i}`).filter(keeps);
      for (const profile of [
        undefined,
        session('category_view:hats', 'product_view:p2', 'price_filter:20-60'),
      ]) {
        const ranking = rank({ ...request, profile, filters, limit: 3_000 });
        assert.equal(ranking.total, met.length);
        assert.deepEqual(new Set(idsOf(ranking.items)), new Set(met));
        assert.ok(Math.abs(ranking.items.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-9);
        adds(ranking);
        for (const { scoreBreakdown } of ranking.items) {
          for (const { weight, value, tier } of scoreBreakdown) {
            if (tier !== undefined) continue;
            assert.ok(weight > 0 && weight <= 1 + 1e-12 && value >= 0 && value <= 1 + 1e-12);
          }
        }
      }
    });
  }

  test('keep the order of the whole catalogue where many products meet them', () => {
    const profile = session('category_view:hats', 'product_view:p2');
    const all = rank({ ...request, profile, limit: 3_000 });
    const [, filters, keeps] = FILTERS[1]!;
    const { items } = rank({ ...request, profile, filters, limit: 3_000 });
    assert.deepEqual(idsOf(items), idsOf(all.items).filter(keeps));
  });

  test('that nothing meets leave an empty list', () => {
    const profile = session('category_view:hats');
    const { items, total, explanation } = rank({ ...request, profile, filters: { colour: 'purple' } });
    assert.deepEqual([items, total], [[], 0]);
    assert.deepEqual(explanation, { personalised: false, reason: 'no_matching_attributes' });
  });
});

describe('pages', () => {
  const signals = fc.array(
    fc.constantFrom(
      'category_view:hats',
      'product_view:p2',
      'search:red boots',
      'dismiss:p4',
      'sort:price_asc',
    ),
    { maxLength: 5 },
  );
  const filtered = fc.constantFrom(undefined, ...FILTERS.map(([, filters]) => filters));

  test('of a list neither repeat nor skip a product, minutes apart', () => {
    fc.assert(
      fc.property(signals, filtered, fc.integer({ min: 1, max: 40 }), (sent, filters, limit) => {
        const profile = session(...sent);
        const whole = rank({ ...request, profile, filters, limit: 3_000 });
        const paged: RankedItem[] = [];
        for (let offset = 0; offset < 5 * limit; offset += limit) {
          const { items, total } = rank({
            ...request,
            profile,
            filters,
            limit,
            offset,
            now: request.now + offset * 1000,
          });
          assert.equal(total, whole.total);
          paged.push(...items);
        }
        assert.deepEqual(idsOf(paged), idsOf(whole.items).slice(0, 5 * limit));
        assert.deepEqual(
          paged.map(({ rank: place }) => place),
          paged.map((_, i) => i + 1),
        );
      }),
      { numRuns: 30 },
    );
  });

  test('behind the last product are empty', () => {
    assert.deepEqual(rank({ ...request, offset: 3_000 }).items, []);
    assert.equal(rank({ ...request, offset: 2_999 }).items.length, 1);
  });

  test('are of one time until a quarter of an hour after the last signal, then of the next', () => {
    const profile = session('category_view:hats');
    const { lastSeenAt } = profile;
    const quarter = 15 * 60_000;
    assert.equal(steadyTime(profile, lastSeenAt + quarter - 1), lastSeenAt);
    assert.equal(steadyTime(profile, lastSeenAt + quarter), lastSeenAt + quarter);
    assert.equal(steadyTime(profile, lastSeenAt - 5), lastSeenAt - 5);
    assert.equal(steadyTime(undefined, 7), 7);
  });
});

describe('the matches of a query', () => {
  const matchedBy = (query: string, more: Partial<RankRequest> = {}) => {
    const kept = rank({ ...request, ...more, query, limit: 3_000 });
    const only = rank({ ...request, ...more, query, limit: 3_000, unmatched: 'exclude' });
    assert.equal(only.matched, kept.matched);
    if (kept.matched !== 0) assert.equal(only.total, kept.matched);
    return { matched: kept.matched, ids: idsOf(only.items), total: kept.total };
  };
  const countOf = (isMatch: (id: string) => boolean): number =>
    Array.from({ length: 3_000 }, (_, i) => `p${i}`).filter(isMatch).length;

  test('have all of its words, the price limit, and nothing that it excludes', () => {
    const cases: readonly [query: string, isMatch: (id: string) => boolean][] = [
      ['red scarves', (id) => typeOf(id) === 'scarves' && colourOf(id) === 'red'],
      ['scarves under 60', (id) => typeOf(id) === 'scarves' && priceOf(id) <= 60],
      ['scarves not red', (id) => typeOf(id) === 'scarves' && colourOf(id) !== 'red'],
      ['under 60', (id) => priceOf(id) <= 60],
      ['red scarfs', (id) => typeOf(id) === 'scarves' && colourOf(id) === 'red'],
    ];
    for (const [query, isMatch] of cases) {
      const { matched, ids, total } = matchedBy(query);
      assert.equal(matched, countOf(isMatch), query);
      assert.ok(ids.every(isMatch), query);
      assert.equal(total, 3_000);
    }
  });

  test('are those that meet the filters, whether few are left or many', () => {
    for (const [name, filters, keeps] of FILTERS) {
      const { matched, ids } = matchedBy('red', { filters });
      assert.equal(
        matched,
        countOf((id) => keeps(id) && colourOf(id) === 'red'),
        name,
      );
      assert.ok(
        ids.every((id) => keeps(id) && colourOf(id) === 'red'),
        name,
      );
    }
  });

  test('are none where the catalogue lacks a word, and then what has others is listed', () => {
    const { matched, ids } = matchedBy('red scarves xylophone');
    assert.equal(matched, 0);
    assert.equal(
      ids.length,
      countOf((id) => typeOf(id) === 'scarves' || colourOf(id) === 'red'),
    );
    assert.equal(typeOf(ids[0]!), 'scarves');
  });

  test('and what is near are none for words that mean nothing', () => {
    for (const query of ['xqzzk', 'xqzzk wvvbf', '?!']) {
      const { items, total, matched, near } = rank({ ...request, query, unmatched: 'exclude' });
      assert.deepEqual({ items, total, matched, near }, { items: [], total: 0, matched: 0, near: 0 });
      assert.equal(rank({ ...request, query }).total, 3_000, 'a list that keeps the rest has all');
    }
  });

  test('are not counted where nothing is searched for', () => {
    assert.equal(rank({ ...request, profile: session('search:red scarves') }).matched, undefined);
    assert.equal(rank({ ...request, query: ' ' }).matched, undefined);
  });
});

test('products that the session has met are left out where the request says so', () => {
  const profile = session('product_view:p0', 'product_view:p4', 'cart_add:p8');
  const { items, total } = rank({ ...request, profile, seen: 'exclude', limit: 3_000 });
  assert.equal(total, 2_997);
  for (const id of ['p0', 'p4', 'p8']) assert.ok(!idsOf(items).includes(id));
  assert.equal(rank({ ...request, profile, seen: 'keep' }).total, 3_000);
});

test('without an explanation the scores are the same to the last bit, and there is no breakdown', () => {
  const profile = session('category_view:hats', 'product_view:p2', 'purchase:p6', 'dismiss:p10');
  const products = Array.from({ length: 60 }, (_, i) => ({ id: `p${i * 3}` }));
  const of = (explain: boolean) => [
    rank({ ...request, profile, explain, limit: 100 }),
    rank({ ...request, profile, explain, filters: FILTERS[1]![1], limit: 100 }),
    rankProducts({ ...request, profile, products, explain }),
    rerank({ ...request, profile, products, strength: 0.4, explain }),
    rerank({ ...request, profile: undefined, products, strength: 1, explain }),
  ];
  const short = of(false);
  for (const [i, { items, ...rest }] of of(true).entries()) {
    const { items: shortItems, ...shortRest } = short[i]!;
    assert.deepEqual(shortRest, rest);
    assert.ok(items.every(({ scoreBreakdown }) => scoreBreakdown.length > 0));
    assert.deepEqual(
      shortItems,
      items.map((item) => ({ ...item, scoreBreakdown: [] })),
    );
  }
});

describe('a list that the shopper sorts', () => {
  const sorted = (...signals: string[]) => rank({ ...request, profile: session(...signals), limit: 3_000 });
  const inOrder = (numbers: readonly number[], direction: number): void => {
    for (let i = 1; i < numbers.length; i++) assert.ok(direction * (numbers[i]! - numbers[i - 1]!) >= 0);
  };

  test('shows what was asked for in that order, and the rest in that order behind it', () => {
    for (const [order, direction] of [
      ['price_asc', 1],
      ['price-high-to-low', -1],
    ] as const) {
      const ranking = sorted('category_view:hats', 'attribute_filter:colour=red', `sort:${order}`);
      const asked = (id: string) => typeOf(id) === 'hats' && colourOf(id) === 'red';
      const count = ranking.items.filter(({ id }) => asked(id)).length;
      assert.ok(count > 100);
      const [first, rest] = [ranking.items.slice(0, count), ranking.items.slice(count)];
      assert.ok(first.every(({ id }) => asked(id)));
      for (const part of [first, rest])
        inOrder(
          part.map(({ id }) => priceOf(id)),
          direction,
        );
      adds(ranking);
      assert.deepEqual(
        ranking.items[0]!.scoreBreakdown.slice(0, 2).map(({ factor, signal }) => [factor, signal]),
        [
          ['match', 'asked'],
          ['order', `sort:${order}`],
        ],
      );
      assert.deepEqual(ranking.explanation, { personalised: true });
    }
  });

  test('orders equal values by their scores', () => {
    const { items } = sorted('product_view:p2', 'sort:price_asc');
    for (let i = 1; i < items.length; i++) {
      if (priceOf(items[i]!.id) === priceOf(items[i - 1]!.id))
        assert.ok(items[i]!.score <= items[i - 1]!.score + 1e-12);
    }
  });

  test('has matches of the query first, within the price limit', () => {
    const { items } = rank({ ...request, profile: session('sort:price_asc'), query: 'wool hats under 50' });
    assert.ok(
      items.every(({ id }) => typeOf(id) === 'hats' && Number(id.slice(1)) % 3 === 2 && priceOf(id) <= 50),
    );
    inOrder(
      items.map(({ id }) => priceOf(id)),
      1,
    );
  });

  test('keeps what the shopper does not want, and what cannot be bought, behind', () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({
      id: `p${i}`,
      type: 'hats',
      price: 100 - i,
      stock: i === 29 ? 'no' : 'yes',
    }));
    const index = buildIndex(catalogueOf(rows), ROLES);
    const { items } = rank({ ...request, index, profile: session('sort:price_asc', 'dismiss:p28') });
    assert.equal(items[0]!.id, 'p27');
    const all = rank({
      ...request,
      index,
      limit: 30,
      profile: session('sort:price_asc', 'dismiss:p28'),
    }).items;
    assert.deepEqual(idsOf(all).slice(-2), ['p28', 'p29']);
  });

  test('is ranked again after a search, after another category, and an hour later', () => {
    const isSorted = (...signals: string[]) =>
      sorted(...signals).items[0]!.scoreBreakdown.some(({ factor }) => factor === 'order');
    assert.ok(isSorted('search:hats', 'sort:price_asc', 'product_view:p2'));
    assert.ok(!isSorted('sort:price_asc', 'search:hats'));
    assert.ok(!isSorted('sort:price_asc', 'category_view:hats'));
    const profile = session('sort:price_asc');
    const isSortedAt = (now: number) =>
      rank({ ...request, profile, now }).items[0]!.scoreBreakdown.some(({ factor }) => factor === 'order');
    assert.ok(isSortedAt(NOON + 60 * 60_000));
    assert.ok(!isSortedAt(NOON + 76 * 60_000));
  });

  test('is one of numbers of any column, and left as it is where the catalogue has none of that name', () => {
    const rows = Array.from({ length: 300 }, (_, i) => ({
      id: `p${i}`,
      rating: (i * 7) % 50,
      width: (i * 31) % 211,
    }));
    const index = buildIndex(catalogueOf(rows), {});
    const of = (order: string) => rank({ ...request, index, limit: 300, profile: session(`sort:${order}`) });
    inOrder(
      of('rating').items.map(({ id }) => rows[Number(id.slice(1))]!.rating),
      -1,
    );
    inOrder(
      of('width_asc').items.map(({ id }) => rows[Number(id.slice(1))]!.width),
      1,
    );
    const few = { filters: { rating: { max: 20 } }, profile: session('sort:width_asc') };
    const found = rank({ ...request, index, limit: 300, ...few }).items;
    assert.ok(found.length > 50 && found.length < 300);
    inOrder(
      found.map(({ id }) => rows[Number(id.slice(1))]!.width),
      1,
    );
    const products = [{ id: 'p0', width: 55.5 }, { id: 'p1' }, { id: 'p2' }, { id: 'p3', width: 500 }].map(
      ({ id, ...attributes }) => ({ id, attributes }),
    );
    const sent = rankProducts({ ...request, index, products, profile: session('sort:width_asc') });
    assert.deepEqual(idsOf(sent.items), ['p1', 'p0', 'p2', 'p3']);
    for (const order of ['relevance', 'newest', 'price_asc']) {
      assert.equal(of(order).items[0]!.scoreBreakdown[0]!.factor, 'prior');
    }
  });

  test('puts the newest first where the catalogue has dates, and products without one last', () => {
    const rows = Array.from({ length: 90 }, (_, i) => ({
      id: `p${i}`,
      added: i === 5 ? undefined : new Date(Date.UTC(2026, 0, 1 + ((i * 7) % 60))).toISOString().slice(0, 10),
    }));
    for (const size of [30, 90]) {
      const catalogue = catalogueOf(rows.slice(0, size), { added: 'date' });
      const [added] = catalogue.attributes;
      const dated = {
        ...added!,
        values: added!.values.map(({ label }) => ({ label, number: Date.parse(label) / 86_400_000 })),
      };
      const index = buildIndex({ ...catalogue, attributes: [dated] }, {});
      const { items } = rank({ ...request, index, limit: 90, profile: session('sort:newest') });
      const dates = items.map(({ id }) => Date.parse(rows[Number(id.slice(1))]!.added ?? '1970-01-01'));
      inOrder(dates, -1);
      assert.equal(items.at(-1)!.id, 'p5');
    }
  });

  test('is sorted in lists that the caller sends, too, but not at strength 0', () => {
    const products = Array.from({ length: 40 }, (_, i) => ({ id: `p${i}` }));
    const profile = session('sort:price_desc');
    for (const { items } of [
      rankProducts({ ...request, profile, products }),
      rerank({ ...request, profile, products, strength: 0.5 }),
    ]) {
      inOrder(
        items.map(({ id }) => priceOf(id)),
        -1,
      );
      adds({ items });
      assert.ok(items[0]!.scoreBreakdown.some(({ factor }) => factor === 'order'));
    }
    const { items } = rerank({ ...request, profile, products, strength: 0, limit: 40 });
    assert.deepEqual(
      idsOf(items),
      products.map(({ id }) => id),
    );
  });
});

test('a query at hand leads more than a search before', () => {
  const titles = ['Oak lamp', 'Oak table', 'Elm chair'];
  const weightOf = (sent: Partial<RankRequest>): number => {
    const { items } = rank({
      profile: undefined,
      index: titledShop(titles),
      model: emptyModel(),
      now: NOON,
      limit: 3,
      ...sent,
    });
    return items[0].scoreBreakdown.find(({ factor }) => factor === 'keyword')!.weight;
  };
  const ofQuery = weightOf({ query: 'lamp' });
  const ofSearch = weightOf({ profile: session('search:lamp') });
  assert.ok(ofQuery > 1.2 * ofSearch && ofQuery < 0.9, `${ofQuery} and ${ofSearch}`);
});
