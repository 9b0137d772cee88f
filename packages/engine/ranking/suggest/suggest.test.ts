import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { train } from '../learning/train.ts';
import { emptyModel } from '../model/empty-model.ts';
import { catalogueOf, NOON, ROLES, session, shopOf, sumOf } from '../testing/shops.ts';
import { suggest } from './suggest.ts';

const request = { index: shopOf(120), model: emptyModel(), now: NOON + 1000, limit: 8 };
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
  assert.ok(found.some((query) => /^bero \w+$/.test(query)));
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
  for (const limit of [1, 8]) {
    assert.deepEqual(texts(suggest({ ...request, profile, limit, queries })), found.slice(0, limit));
  }
});

/** Ten types by ten brands, most of them black, all of them new. */
const broad = buildIndex(
  catalogueOf(
    Array.from({ length: 200 }, (_, i) => ({
      type: `kind${String.fromCharCode(97 + (i % 10))}`,
      brand: `maker${String.fromCharCode(97 + (Math.floor(i / 10) % 10))}`,
      colour: i % 7 === 0 ? 'red' : 'black',
      state: 'new',
    })),
  ),
  ROLES,
);

test('a broad value is combined with a category, and a value of all products is not suggested', () => {
  const suggested = (query?: string) =>
    texts(suggest({ ...request, index: broad, profile: undefined, limit: 500, query }));
  const all = suggested();
  assert.ok(all.includes('black kinda') && all.includes('kinda') && all.includes('makera'));
  assert.ok(!all.includes('black') && !all.includes('new'));
  assert.ok(suggested('black').length >= 8);
  for (const query of suggested('black k')) assert.match(query, /^black kind/);
});

test('placeholders for unknown values are not suggested', () => {
  const materials = ['Not specified', 'unspecified', 'Not Applicable', 'N/A', 'unknown', 'wool', 'no sugar'];
  const rows = Array.from({ length: 70 }, (_, i) => ({
    type: i % 2 ? 'boots' : 'hats',
    material: materials[i % materials.length],
  }));
  const index = buildIndex(catalogueOf(rows), ROLES);
  const found = texts(suggest({ ...request, index, profile: undefined, limit: 500 }));
  assert.deepEqual(found.toSorted(), [
    'boots',
    'hats',
    'no sugar boots',
    'no sugar hats',
    'wool boots',
    'wool hats',
  ]);
});

test('a value is suggested alone where the catalogue has no categories', () => {
  const { category: _, ...roles } = ROLES;
  const index = buildIndex(
    catalogueOf(Array.from({ length: 40 }, (_, i) => ({ colour: i % 4 ? 'black' : 'red' }))),
    roles,
  );
  assert.deepEqual(texts(suggest({ ...request, index, profile: undefined })).sort(), ['black', 'red']);
});

test('a rare value is found by its prefix, with its category', () => {
  const rare = buildIndex(
    catalogueOf(
      Array.from({ length: 400 }, (_, i) => ({
        type: i % 2 ? 'boots' : 'hats',
        fabric: i < 300 ? `fabric${i % 100}` : 'zibeline',
      })).map((row, i) => (i === 399 ? { ...row, fabric: 'qiviut' } : row)),
    ),
    ROLES,
  );
  assert.deepEqual(texts(suggest({ ...request, index: rare, profile: undefined, query: 'qiv' })), [
    'qiviut boots',
  ]);
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

test('equal values of two attributes are one suggestion, and all scores add up to 1', () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({
    colour: ['Navy', 'Red'][i % 2],
    collection: ['navy', 'Spring', 'Fall'][i % 3],
  }));
  const index = buildIndex(catalogueOf(rows.map((row, i) => ({ id: `p${i}`, ...row }))), {});
  const found = suggest({ ...request, index, profile: undefined, limit: 500 });
  assert.equal(texts(found).filter((query) => /navy/i.test(query)).length, 1);
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

test('a category of a single Chinese or Japanese character is suggested, a size of one letter is not', () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({ id: `p${i}`, type: i % 2 ? '靴' : '鞄', size: 'M' }));
  const index = buildIndex(catalogueOf(rows), { category: 'type' });
  assert.deepEqual(texts(suggest({ ...request, index, profile: undefined })).sort(), ['鞄', '靴'].sort());
});
