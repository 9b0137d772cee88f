import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { runToEnd } from '../primitives/run-to-end.ts';
import { buildIndex, type CatalogueIndex } from './indexing/catalogue-index.ts';
import { emptyModel } from './learning/empty-model.ts';
import { type RankRequest, rank } from './rank.ts';
import { DEGREES, judge } from './request/judgement.ts';
import { rankProducts } from './rerank.ts';
import { catalogueOf, NOON, ROLES, type Row, session, sumOf } from './testing/shops.ts';
import type { RankedItem, Ranking } from './types.ts';

/** Kinds of things and colours in several languages: a shop is of one of them. */
const LANGUAGES = [
  { kinds: ['boot', 'rain jacket', 'night light', 'hat'], colours: ['red', 'black'], women: 'women' },
  { kinds: ['Stiefel', 'Regenjacke', 'Lampe', 'Hut'], colours: ['rot', 'schwarz'], women: 'Damen' },
  { kinds: ['bottes', 'veste', 'lampe', 'chapeau'], colours: ['rouge', 'noir'], women: 'femme' },
] as const;

const product = fc.record({
  language: fc.nat(LANGUAGES.length - 1),
  kind: fc.nat(3),
  colour: fc.nat(1),
  size: fc.integer({ min: 36, max: 41 }),
  brand: fc.constantFrom('Nova', 'Ala', 'Bero'),
  price: fc.integer({ min: 5, max: 200 }),
  model: fc.integer({ min: 100, max: 120 }),
  stock: fc.constantFrom('yes', 'yes', 'yes', 'no'),
  saysWhom: fc.boolean(),
});

/** A shop of products with ids, SKUs, models, variants by size, stock and, in some, words of another language. */
const shop = fc.array(product, { minLength: 4, maxLength: 40 }).map((products) => {
  const rows = products.map((each, k): Row => {
    const { kinds, colours, women } = LANGUAGES[each.language];
    const whom = each.saysWhom ? `${women} ` : '';
    return {
      id: `p${k}`,
      title: `${each.brand} ${whom}${kinds[each.kind]} ${each.model}`,
      type: kinds[each.kind],
      brand: each.brand,
      colour: colours[each.colour],
      size: each.size,
      price: each.price,
      sku: `SK-${each.model}-${k}`,
      item_group_id: `g${each.kind}${each.model}`,
      stock: each.stock,
    };
  });
  return buildIndex(catalogueOf(rows, { title: 'text', sku: 'identifier' }), ROLES);
});

const words = LANGUAGES.flatMap(({ kinds, colours, women }) => [...kinds, ...colours, women]);
const query = fc.oneof(
  fc.constantFrom(...words),
  fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words)).map((both) => both.join(' ')),
  fc.tuple(fc.constantFrom(...words), fc.integer({ min: 35, max: 42 })).map(([a, n]) => `${a} size ${n}`),
  fc.integer({ min: 35, max: 42 }).map((n) => `size ${n}`),
  fc.tuple(fc.constantFrom(...words), fc.integer({ min: 5, max: 200 })).map(([a, n]) => `${a} under ${n}`),
  fc.constantFrom('nova', 'brand nova', 'boot without black', 'xqzzk', 'xqzzk boot', '?!', 'the'),
);
const id = fc.nat(45).map((k) => `p${k}`);
const signal = fc.oneof(
  fc
    .tuple(fc.constantFrom('product_view', 'cart_add', 'cart_remove', 'purchase', 'dismiss'), id)
    .map((s) => s.join(':')),
  fc.constantFrom(...words).map((word) => `search:${word}`),
  fc.constantFrom('rain jacket', 'boot', 'Hut').map((kind) => `category_view:${kind}`),
  fc.constantFrom(
    'attribute_filter:size=38',
    'attribute_filter:colour=red',
    'brand_view:Ala',
    'price_filter:-60',
  ),
  fc.constantFrom('sort:price_asc', 'sort:size_desc'),
);
const visit = fc
  .array(signal, { maxLength: 8 })
  .map((signals) => (signals.length === 0 ? undefined : session(...signals)));

const whole = { model: emptyModel(), now: NOON + 60_000, limit: 100 };
const listOf = (index: CatalogueIndex, more: Partial<RankRequest>): Ranking =>
  rank({ ...whole, index, profile: undefined, ...more });

const tierOf = ({ scoreBreakdown }: RankedItem): number =>
  scoreBreakdown.reduce((sum, { tier = 0 }) => sum + tier, 0);
const matchOf = ({ scoreBreakdown }: RankedItem) => scoreBreakdown.find(({ factor }) => factor === 'match');
const degreeOf = (item: RankedItem): string | undefined => matchOf(item)?.matched;

/** Law R5, and R4: places follow from what breakdowns list. */
function assertExplained({ items }: Pick<Ranking, 'items'>): void {
  for (const [at, item] of items.entries()) {
    assert.ok(Math.abs(sumOf(item.scoreBreakdown) - item.score) < 1e-9);
    if (at === 0) continue;
    const before = items[at - 1];
    const [tier, earlier] = [tierOf(item), tierOf(before)];
    assert.ok(earlier <= tier, `tier ${earlier} of ${before.id} before ${tier} of ${item.id}`);
    assert.ok(earlier < tier || before.score >= item.score - 1e-12, `${before.id} before ${item.id}`);
    const standsBack = ({ aside, available }: RankedItem) => aside !== undefined || available === false;
    if (standsBack(before) && matchOf(before)?.tier === matchOf(item)?.tier)
      assert.ok(standsBack(item), item.id);
  }
}

describe('in every shop and session', () => {
  test('what meets a query comes before what does not, and one judgement counts, lists and orders it', () => {
    fc.assert(
      fc.property(shop, visit, query, (index, profile, query) => {
        const { items, matched = 0, near = 0 } = listOf(index, { profile, query });
        const { degrees, matches } = runToEnd(judge(index, query))!;
        const judged = items.map(({ id }) => degrees[index.ids.find(id)!]);
        assert.deepEqual(judged, judged.toSorted());
        assert.deepEqual(
          judged.map((degree) => DEGREES[degree]),
          items.map(degreeOf),
        );
        assert.equal(matched > 0, matches.length > 0);
        // A variant that stands for others may meet more than they do.
        assert.equal(judged.filter((degree) => degree < 2).length, matched);
        const alone = listOf(index, { profile, query, unmatched: 'exclude' });
        assert.equal(alone.matched, matched);
        assert.equal(alone.total, matched > 0 ? matched : near);
        assert.equal(alone.items.length, alone.total);
      }),
      { numRuns: 150 },
    );
  });

  test('places follow from tiers and scores, and contributions add up, with a query, a sort, filters or none', () => {
    const asked = fc.record({
      query: fc.option(query, { nil: undefined }),
      filters: fc.constantFrom({}, { colour: 'red' }, { price: { max: 90 } }),
      diversity: fc.constantFrom(0, 0.5, 1, undefined),
    });
    fc.assert(
      fc.property(shop, visit, asked, (index, profile, request) => {
        assertExplained(listOf(index, { profile, ...request }));
        const products = Array.from({ length: index.size }, (_, k) => ({ id: `p${k}` }));
        assertExplained(rankProducts({ ...whole, index, profile, products, query: request.query }));
      }),
      { numRuns: 150 },
    );
  });

  test('scores of a full list without variants add up to 1', () => {
    fc.assert(
      fc.property(shop, visit, fc.option(query, { nil: undefined }), (index, profile, query) => {
        const { items } = listOf({ ...index, family: undefined, listed: undefined }, { profile, query });
        const sum = items.reduce((total, { score }) => total + score, 0);
        assert.ok(Math.abs(sum - 1) < 1e-9, `${sum}`);
      }),
      { numRuns: 60 },
    );
  });
});

test('every score is a probability, however long ago words were searched for', () => {
  const titles = ['The night light', 'Lamp for the hall', 'Hall of the night', 'Light for a lamp', 'Hat'];
  const index = buildIndex(
    catalogueOf(
      titles.map((title, k) => ({ id: `p${k}`, title, type: 'Things', price: 10 + k })),
      { title: 'text' },
    ),
    ROLES,
  );
  const words = fc.constantFrom(
    'the',
    'for',
    'of',
    'a',
    'night',
    'light',
    'lamp',
    'hall',
    'not hat',
    'xqzzk',
  );
  const search = fc.array(words, { minLength: 1, maxLength: 5 }).map((all) => all.join(' '));
  fc.assert(
    fc.property(
      fc.array(search, { maxLength: 3 }),
      fc.option(search, { nil: undefined }),
      fc.nat(50),
      (searches, query, years) => {
        const profile = session(...searches.map((text) => `search:${text}`));
        const now = NOON + years * 365 * 24 * 3_600_000;
        for (const { score } of listOf(index, { profile, query, now }).items) {
          assert.ok(score >= 0 && score <= 1, `${score}`);
        }
      },
    ),
    {
      numRuns: 300,
      examples: [
        [['hall a'], undefined, 10],
        [['hall'], 'not hat not hat lamp', 7],
      ],
    },
  );
});

test('after a search what has all its words, and nothing that it excludes, comes before what lacks one', () => {
  const WORDS = ['oak', 'green', 'round', 'small', 'steel'];
  const some = fc.subarray(WORDS, { minLength: 1 });
  fc.assert(
    fc.property(
      fc.array(some, { minLength: 2, maxLength: 20 }),
      some,
      fc.boolean(),
      (titles, asked, without) => {
        const rows = titles.map((words, k) => ({
          id: `p${k}`,
          title: `${words.join(' ')} lamp`,
          type: 'Things',
        }));
        const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
        const [first, ...others] = asked;
        const excluded = without && others.length > 0 ? first : undefined;
        const wanted = excluded === undefined ? asked : others;
        const text = `${wanted.join(' ')}${excluded === undefined ? '' : ` not ${excluded}`}`;
        const { items } = listOf({ ...index, family: undefined }, { profile: session(`search:${text}`) });
        const hasAll = items.map(({ id }) => {
          const words = titles[Number(id.slice(1))];
          return wanted.every((word) => words.includes(word)) && !words.includes(excluded ?? '');
        });
        assert.deepEqual(hasAll, hasAll.toSorted().reverse(), text);
      },
    ),
    { numRuns: 300 },
  );
});

test('after a search for a quantity, what no column measures is decided by its words', () => {
  const amount = fc.constantFrom(8, 16, 32, 64);
  fc.assert(
    fc.property(fc.array(amount, { minLength: 2, maxLength: 15 }), amount, (sizes, asked) => {
      const rows = [...sizes, asked].flatMap((size, k) => [
        { id: `d${k}`, title: `Drive ${'ABCDEFGHIJKLMNOP'[k]}`, capacity_gb: size },
        { id: `m${k}`, title: `Memory ${'ABCDEFGHIJKLMNOP'[k]} ${size} GB` },
      ]);
      const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
      const { items } = listOf(
        { ...index, family: undefined },
        { profile: session(`search:memory ${asked}gb`) },
      );
      const meant = sizes.filter((size) => size === asked).length + 1;
      for (const { id } of items.slice(0, meant)) {
        assert.deepEqual([id[0], [...sizes, asked][Number(id.slice(1))]], ['m', asked]);
      }
    }),
    { numRuns: 100 },
  );
});

test('a sold-out product that is searched for is first, and in an open list behind what lies in the cart', () => {
  const rows = ['Espresso machine', 'Coffee beans', 'Milk frother', 'Coffee grinder'].map((title, k) => ({
    id: `b${k}`,
    title,
    type: k === 2 ? 'Coffee' : 'Things',
    stock: k === 2 ? 'no' : 'yes',
  }));
  const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
  const [first] = listOf(index, { query: 'milk frother' }).items;
  assert.deepEqual([first.id, first.available], ['b2', false]);
  const { items } = listOf(index, { profile: session('product_view:b1', 'cart_add:b1') });
  assert.deepEqual(
    items.slice(-2).map(({ id, aside, available }) => [id, aside, available]),
    [
      ['b1', 'in_cart', undefined],
      ['b2', undefined, false],
    ],
  );
});

test('an older filter orders the matches of a query and adds none', () => {
  const rows = Array.from({ length: 60 }, (_, k) => ({
    id: `p${k}`,
    title: `${k % 3 === 0 ? 'Rain jacket' : 'Running shoe'} ${k}`,
    type: k % 3 === 0 ? 'Jackets' : 'Shoes',
    size: k % 3 === 0 ? ['S', 'M'][k % 2] : ['11', '12'][k % 2],
  }));
  const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
  const request = { index, ...whole, query: 'rain jacket' };
  for (const filter of ['size=12', 'size=M']) {
    const { items, matched } = rank({ ...request, profile: session(`attribute_filter:${filter}`) });
    assert.equal(matched, 20);
    const jackets = items.slice(0, 20).map(({ id }) => rows[Number(id.slice(1))]);
    assert.ok(jackets.every(({ type }) => type === 'Jackets'));
    if (filter === 'size=M') assert.ok(jackets.slice(0, 10).every(({ size }) => size === 'M'));
  }
});
