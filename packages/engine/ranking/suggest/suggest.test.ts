import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { train } from '../learning/train.ts';
import { judge } from '../request/judgement.ts';
import { catalogueOf, NOON, ROLES, type Row, rowsOf, session, sumOf } from '../testing/shops.ts';
import type { Roles } from '../types.ts';
import { buildCompletions } from './build-completions.ts';
import { findsProducts } from './products-found.ts';
import { suggest } from './suggest.ts';

/** The index and the completions of a catalogue. */
function shopWith(rows: readonly Row[], roles: Roles = ROLES) {
  const catalogue = catalogueOf(rows, { title: 'text', sku: 'identifier' });
  const index = buildIndex(catalogue, roles);
  return { index, completions: buildCompletions(catalogue, index) };
}

const request = { ...shopWith(rowsOf(120)), model: emptyModel(), now: NOON + 1000, limit: 8 };
const texts = (suggestions: readonly { readonly query: string }[]): string[] =>
  suggestions.map(({ query }) => query);

test('suggestions follow the session, and their breakdowns add up', () => {
  const boots = suggest({ ...request, profile: session('category_view:boots') });
  assert.equal(boots[0].query, 'boots');
  for (const { score, scoreBreakdown } of boots) {
    assert.ok(score > 0 && Math.abs(sumOf(scoreBreakdown) - score) < 1e-9);
  }
  assert.equal(suggest({ ...request, profile: session('category_view:hats') })[0].query, 'hats');
});

test('the weights of a suggestion are shares of the mixture, for any prefix', () => {
  const queries = [{ query: 'red boots', sessions: 9 }];
  for (const profile of [undefined, session('category_view:boots', 'attribute_filter:colour=red')]) {
    for (const query of [undefined, 're', 'black scarves']) {
      const found = suggest({ ...request, profile, query, queries, limit: 500 });
      assert.ok(found.length > 0);
      for (const { scoreBreakdown } of found) {
        const weights = scoreBreakdown.map(({ weight }) => weight);
        assert.ok(weights.reduce((sum, weight) => sum + weight, 0) < 1 + 1e-9, `${query}: ${weights}`);
      }
    }
  }
});

test('a suggestion shows the signals that support it', () => {
  const profile = session('category_view:boots', 'attribute_filter:colour=red');
  const [best] = suggest({ ...request, profile });
  const signals = best!.scoreBreakdown.map(({ factor, signal }) => `${factor} ${signal}`);
  assert.ok(signals.includes('category category_view:boots'), signals.join());
  assert.ok(
    signals.some((factor) => factor.startsWith('attribute attribute_filter:colour=')),
    signals.join(),
  );
  assert.ok(signals.includes('prior catalogue'), signals.join());
});

test('suggestions continue the typed prefix', () => {
  const found = texts(suggest({ ...request, profile: session('brand_view:bero'), query: 'be' }));
  assert.ok(found.length > 1);
  assert.ok(found.every((query) => /\bbe/i.test(query)));
  assert.ok(found.some((query) => /^Bero \w+$/.test(query)));
  assert.deepEqual(suggest({ ...request, profile: undefined, query: 'zzz' }), []);
});

test('queries of fewer than five sessions are never shown', () => {
  const queries = [
    { query: 'wool boots', sessions: 5 },
    { query: 'red sandals', sessions: 4 },
  ];
  const found = suggest({ ...request, profile: undefined, limit: 500, queries });
  const sentByOthers = found.filter(({ scoreBreakdown }) =>
    scoreBreakdown.some(({ signal }) => signal.startsWith('searched_by')),
  );
  assert.deepEqual(texts(sentByOthers), ['wool boots']);
  assert.ok(Math.abs(found.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-9);
});

test('the same words are suggested in one order only, and another suggestion fills the place', () => {
  const profile = session('category_view:boots', 'attribute_filter:colour=red');
  const queries = ['boots red', 'red boots', 'wool boots'].map((query, k) => ({ query, sessions: 9 - k }));
  const found = texts(suggest({ ...request, profile, limit: 500, queries }));
  assert.equal(found.filter((query) => query.split(' ').sort().join(' ') === 'boots red').length, 1);
  assert.equal(suggest({ ...request, profile, limit: 8, queries }).length, 8);
});

test('a title is completed from any of its words, the first one before the others', () => {
  const shop = shopWith([
    { id: 'a', title: 'MacBook Air 13 inch laptop', type: 'Laptops' },
    { id: 'b', title: 'Sleeve MacBook 13', type: 'Sleeves' },
    { id: 'c', title: 'Galaxy Book', type: 'Laptops' },
  ]);
  const found = suggest({ ...request, ...shop, profile: undefined, query: 'macb' });
  assert.deepEqual(
    found.map(({ query, type, productId }) => [query, type, productId]),
    [
      ['MacBook Air 13 inch laptop', 'product', 'a'],
      ['Sleeve MacBook 13', 'product', 'b'],
    ],
  );
  const mistyped = suggest({ ...request, ...shop, profile: undefined, query: 'makbook ai' });
  assert.deepEqual(texts(mistyped), ['MacBook Air 13 inch laptop']);
});

test('a suggestion of several products names none of them', () => {
  const shop = shopWith([
    { id: 'a', title: 'Trail Runner (size 42)', type: 'Shoes' },
    { id: 'b', title: 'Trail Runner (size 43)', type: 'Shoes' },
  ]);
  const [found] = suggest({ ...request, ...shop, profile: undefined, query: 'trail' });
  assert.equal(found!.type, 'product');
  assert.equal(found!.productId, undefined);
});

test('before anything is typed, popular categories come first, and products only where there is nothing else', () => {
  const found = suggest({ ...request, profile: undefined });
  assert.deepEqual(
    found.slice(0, 4).map(({ type }) => type),
    Array(4).fill('category'),
  );
  assert.ok(found.every(({ type }) => type !== 'product'));
  const { category: _, brand: __, ...roles } = ROLES;
  const titles = shopWith(
    [
      { id: 'a', title: 'Oak Table' },
      { id: 'b', title: 'Pine Table' },
    ],
    roles,
  );
  assert.deepEqual(texts(suggest({ ...request, ...titles, profile: undefined })).sort(), [
    'Oak Table',
    'Pine Table',
  ]);
});

test('phrases take half of a list while anything else is left', () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({
    id: `p${i}`,
    title: `Boots ${'abcdefghijklmnopqrst'[i % 20]}${'xyz'[Math.floor(i / 20)]}`,
    type: i % 10 === 0 ? 'Hats' : 'Boots',
    colour: ['Red', 'Blue', 'Green', 'Black', 'White', 'Brown'][i % 6],
  }));
  const found = suggest({ ...request, ...shopWith(rows), profile: undefined, query: 'boots', limit: 6 });
  assert.equal(found.length, 6);
  assert.equal(found.filter(({ type }) => type === 'phrase').length, 3);
});

test('every suggestion finds something when it is searched for', () => {
  for (const query of [undefined, 'b', 'le', 'wool', 'red bo']) {
    for (const { query: text } of suggest({ ...request, profile: undefined, query, limit: 50 })) {
      assert.ok(findsProducts(text, request.index), text);
    }
  }
});

test('queries of others that fit the session come first', () => {
  const queries = [
    { query: 'leather sandals', sessions: 50 },
    { query: 'wool hats', sessions: 40 },
    { query: 'gift card', sessions: 45 },
  ];
  const sent = (profile: ReturnType<typeof session> | undefined) =>
    suggest({ ...request, profile, limit: 500, queries })
      .filter(({ scoreBreakdown }) => scoreBreakdown.some(({ signal }) => signal.startsWith('searched_by')))
      .map(({ query }) => query);
  assert.deepEqual(sent(undefined), ['leather sandals', 'wool hats'], 'no product is a gift card');
  assert.equal(sent(session('category_view:hats'))[0], 'wool hats');
});

test('all scores add up to 1', () => {
  const found = suggest({ ...request, profile: session('category_view:boots'), limit: 500, query: 'bo' });
  assert.ok(Math.abs(found.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-9);
});

test('a session with a device only gets the suggestions of an empty session', () => {
  const model = train(
    Array.from({ length: 200 }, (_, s) => ({
      steps: [{ item: `p${s % 2 === 0 ? 4 : 6}`, at: NOON - 1e9 + s * 60_000 }],
      context: { device: s % 2 === 0 ? ('mobile' as const) : ('desktop' as const) },
    })),
    { index: request.index },
  );
  const suggested = (profile: ReturnType<typeof session> | undefined) =>
    suggest({ ...request, model, profile });
  assert.deepEqual(suggested(session('device:mobile')), suggested(undefined));
  assert.notDeepEqual(
    suggested(session('device:mobile', 'sort:newest')),
    suggested(session('device:desktop', 'sort:newest')),
  );
});

test('a category of a single Chinese or Japanese character is suggested', () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({ id: `p${i}`, type: i % 2 ? '靴' : '鞄', size: 'M' }));
  const shop = shopWith(rows, { category: 'type' });
  assert.deepEqual(texts(suggest({ ...request, ...shop, profile: undefined })).sort(), ['鞄', '靴'].sort());
});

describe('what no completion says, but a search finds', () => {
  const THINGS = ['sofa', 'bedside table', 'wardrobe', 'floor lamp'];
  const shop = shopWith(
    Array.from({ length: 40 }, (_, k) => ({
      id: `p${k}`,
      title: `${['Oak', 'Elm', 'Ash', 'Fir', 'Yew'][k % 5]} ${THINGS[k % 4]} ${['Nova', 'Alto'][k < 20 ? 0 : 1]}`,
      type: THINGS[k % 4],
      brand: ['Ala', 'Bero'][k % 2],
      sku: `KT-INS${100 + k}-DRE`,
      price: 10 + k,
    })),
  );
  const found = (query: string) => suggest({ ...request, ...shop, profile: undefined, query });

  test('is suggested by another name of the thing, whole or half typed', () => {
    assert.equal(found('couch')[0].query, 'sofa');
    assert.equal(found('nightst')[0].query, 'bedside table');
    assert.equal(found('nightstand')[0].query, 'bedside table');
    assert.ok(texts(found('oak nightst')).some((text) => /oak bedside table/i.test(text)));
  });

  test('is suggested by what a product is numbered by', () => {
    for (const query of ['KT-INS107-DRE', 'kt-ins107', 'INS107-DRE']) {
      const [first, ...others] = found(query);
      assert.equal(first.productId, 'p7', query);
      assert.deepEqual(others, [], query);
    }
  });

  test('is no suggestion where a search finds nothing either', () => {
    assert.deepEqual(found('zzzz'), []);
    const words = fc.constantFrom(
      'couch',
      'nightstand',
      'oak',
      'sofa',
      'KT-INS107-DRE',
      'bero',
      'lamp',
      'qx',
    );
    const typed = fc
      .tuple(fc.array(words, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 20 }))
      .map(([each, length]) => each.join(' ').slice(0, length));
    fc.assert(
      fc.property(typed, (query) => {
        for (const suggestion of found(query)) {
          const matches = runToEnd(judge(shop.index, suggestion.query))?.matches;
          assert.ok(matches !== undefined && matches.length > 0, `${query}: ${suggestion.query}`);
        }
      }),
    );
  });
});
