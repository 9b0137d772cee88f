import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { buildIndex } from './indexing/catalogue-index.ts';
import { emptyModel } from './learning/empty-model.ts';
import { train } from './learning/train.ts';
import { rankProducts, rerank } from './rerank.ts';
import { catalogueOf, NOON, session, shopOf, sumOf } from './testing/shops.ts';

const shop = shopOf(200);
const nothing = buildIndex(catalogueOf([]), {});
const request = { index: shop, model: emptyModel(), now: NOON + 60_000 };
const listed = Array.from({ length: 40 }, (_, k) => ({ id: `p${(k * 13) % 200}` }));
const ids = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);
const isBoots = (id: string): boolean => Number(id.slice(1)) % 4 === 0;

describe('a list that a caller sends', () => {
  const unknown = [undefined, session('device:mobile')];

  test('keeps its order without signals, and with a query that none of its products matches', () => {
    for (const profile of unknown) {
      const list = { ...request, products: listed, profile };
      for (const query of [undefined, '', ' ', 'xylophone']) {
        for (const { items, explanation } of [
          rankProducts({ ...list, query }),
          rerank({ ...list, query, strength: 0.5 }),
        ]) {
          assert.deepEqual(ids(items), ids(listed), query);
          assert.equal(explanation.personalised, false);
        }
      }
    }
  });

  test('is ordered by the query alone in a session that nobody has seen', () => {
    const isHat = (id: string): boolean => Number(id.slice(1)) % 4 === 2;
    const hats = ids(listed).filter(isHat);
    for (const profile of unknown) {
      const list = { ...request, products: listed, profile, query: 'hats' };
      for (const { items } of [rankProducts(list), rerank({ ...list, strength: 1 })]) {
        assert.deepEqual(ids(items).slice(0, hats.length).sort(), hats.toSorted());
        for (const { score, scoreBreakdown } of items) assert.equal(score, sumOf(scoreBreakdown));
        assert.equal(items[0].scoreBreakdown[0].signal, 'search:hats');
      }
      // The order of the caller has its share, too.
      const { items } = rerank({ ...list, strength: 0.5 });
      assert.ok(items.findIndex(({ id }) => id === 'p0') < items.findIndex(({ id }) => id === hats.at(-1)));
      assert.deepEqual(ids(rerank({ ...list, strength: 0 }).items), ids(listed));
    }
  });

  test('a query of a price or of what is not wanted alone orders it as well', () => {
    const isHat = (id: string): boolean => Number(id.slice(1)) % 4 === 2;
    const hats = ids(listed).filter(isHat).length;
    const priceOf = (id: string): number => Math.exp(request.index.logPrice[request.index.ids.find(id)!]);
    for (const profile of unknown) {
      const list = { ...request, products: listed, profile };
      const refused = ids(rankProducts({ ...list, query: 'not hats' }).items);
      assert.ok(refused.slice(-hats).every(isHat));
      const cheap = ids(rankProducts({ ...list, query: 'under 50' }).items);
      const within = ids(listed).filter((id) => priceOf(id) < 45).length;
      assert.ok(within > 0 && within < listed.length);
      assert.ok(cheap.slice(0, within).every((id) => priceOf(id) < 60));
    }
  });

  test('is ranked for the session by the stored attributes of its products', () => {
    const { items, explanation } = rankProducts({
      ...request,
      products: listed,
      profile: session('category_view:boots'),
    });
    const boots = listed.filter(({ id }) => isBoots(id)).length;
    assert.ok(ids(items).slice(0, boots).every(isBoots));
    assert.deepEqual(explanation, { personalised: true });
  });

  test('keeps the order of products that are tied', () => {
    const { items } = rankProducts({ ...request, products: listed, profile: session('category_view:boots') });
    assert.deepEqual(ids(items).filter(isBoots), ids(listed).filter(isBoots));
  });

  test('reads a title as a negation only in the language of the shop', () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({
      id: `p${i}`,
      title: `The tale of the knight ${i}`,
    }));
    const profile = session('category_view:comics');
    const search = (titles: readonly string[], query: string) => {
      const books = titles.map((title, k) => ({ id: `b${k}`, title }));
      const index = buildIndex(catalogueOf([...rows, ...books]), { title: 'title' });
      return ids(rankProducts({ ...request, index, products: books, profile, query }).items);
    };
    const comics = ['Frank Miller Ronin', 'Frank Miller Sin City', 'Frank Miller City Stories'];
    assert.deepEqual(search(comics, 'frank miller sin city'), ['b1', 'b2', 'b0']);
    assert.deepEqual(search(comics, 'city'), ['b1', 'b2', 'b0']);
  });

  test('excludes what the query negates, whatever was filtered before', () => {
    const products = ['red', 'red', 'blue', 'green'].map((colour, k) => ({
      id: `a${k}`,
      attributes: { colour },
    }));
    const profile = session('attribute_filter:colour=red');
    const asked = { ...request, index: nothing, products, profile };
    assert.deepEqual(ids(rankProducts(asked).items), ['a0', 'a1', 'a2', 'a3']);
    const { items } = rankProducts({ ...asked, query: 'not red' });
    assert.deepEqual(ids(items), ['a2', 'a3', 'a0', 'a1']);
    const told = items.flatMap(({ scoreBreakdown }) => scoreBreakdown.map(({ signal }) => signal));
    assert.ok(!told.some((signal) => signal.includes('colour=red')), told.join());
  });

  test('has no price where no column is named as one, whatever comes without a name', () => {
    const products = ['a', 'b'].map((id, k) => ({ id, attributes: { '': k === 0 ? 0 : 15 } }));
    const profile = session('price_filter:10-20');
    const { items, explanation } = rankProducts({ ...request, index: nothing, products, profile });
    assert.deepEqual(ids(items), ['a', 'b']);
    assert.deepEqual(explanation, { personalised: false, reason: 'no_matching_attributes' });
  });

  test('assigns no column to a role that the catalogue declares absent', () => {
    const rows = [1, 2, 3, 4].map((n) => ({ id: `p${n}`, type: n % 2 ? 'Boots' : 'Hats' }));
    const products = rows.map(({ id, type }) => ({ id, attributes: { type } }));
    const profile = session('category_view:hats');
    const of = (category: string | null) => {
      const index = buildIndex(catalogueOf(rows), { category });
      return rankProducts({ ...request, index, products, profile });
    };
    assert.deepEqual(ids(of('type').items), ['p2', 'p4', 'p1', 'p3']);
    assert.deepEqual(of(null).explanation, { personalised: false, reason: 'no_matching_attributes' });
  });

  test('needs no catalogue: the sent attributes are enough', () => {
    const products = [
      { id: 'a', attributes: { category: 'Hats', price: 20 } },
      { id: 'b', attributes: { category: 'Boots', price: '£75.00' } },
      { id: 'c', attributes: { category: 'Boots', price: 300, available: false } },
      { id: 'd', attributes: { category: ['Boots', 'Sale'], price: 80 } },
    ];
    const { items } = rankProducts({
      ...request,
      index: nothing,
      products,
      profile: session('category_view:boots', 'price_filter:70-90'),
    });
    assert.deepEqual(new Set(ids(items).slice(0, 2)), new Set(['b', 'd']));
    assert.equal(items.at(-1)!.id, 'c');
    assert.equal(items.at(-1)!.available, false);
  });

  test('lets sent attributes win over the catalogue', () => {
    const products = [{ id: 'p1' }, { id: 'p2', attributes: { type: 'boots' } }, { id: 'p3' }];
    const { items } = rankProducts({ ...request, products, profile: session('category_view:boots') });
    assert.equal(items[0].id, 'p2');
  });

  test('is ranked by viewed products, also by those that are not in the list', () => {
    const { items } = rankProducts({ ...request, products: listed, profile: session('product_view:p4') });
    assert.ok(isBoots(items[0].id));
    assert.ok(!ids(listed).includes('p4'));
  });

  test('is ranked by the current query as by a search: by its words, negations and price', () => {
    const products = [
      { id: 'leather', attributes: { title: 'Leather boots', price: 30 } },
      { id: 'dear', attributes: { title: 'Canvas boots', price: 300 } },
      { id: 'cheap', attributes: { title: 'Canvas boots', price: '30.0000' } },
    ];
    const profile = session('sort:newest');
    const ranked = (query: string) => rankProducts({ ...request, index: nothing, products, profile, query });
    assert.deepEqual(ids(ranked('boots not leather').items), ['dear', 'cheap', 'leather']);
    assert.deepEqual(ids(ranked('boots under £50').items), ['leather', 'cheap', 'dear']);
    const { items } = ranked('boots without leather under £50');
    assert.equal(items[0].id, 'cheap');
    assert.ok(
      items[0].scoreBreakdown.some(
        ({ signal, matched }) => /^search:/.test(signal) && matched === 'price_filter:-50',
      ),
    );
  });

  test('is ranked by price without a catalogue, and beyond the prices of one', () => {
    const products = [
      { id: 'a', attributes: { price: 900 } },
      { id: 'b', attributes: { price: 600 } },
      { id: 'c', attributes: { price: 300 } },
    ];
    const profile = session('price_filter:500-700');
    for (const index of [nothing, shop]) {
      assert.equal(rankProducts({ ...request, index, products, profile }).items[0].id, 'b');
    }
  });

  test('puts a product that cannot be bought in any of its variants last', () => {
    const products = [
      { id: 'none', attributes: { stock: [0, 0], title: 'boots' } },
      { id: 'some', attributes: { stock: [0, 12], title: 'hats' } },
    ];
    const profile = session('search:boots');
    const { items } = rankProducts({ ...request, index: nothing, products, profile });
    assert.deepEqual(
      items.map(({ id, available }) => [id, available]),
      [
        ['some', undefined],
        ['none', false],
      ],
    );
  });

  const INLINE_NAMES = [
    {
      title: 'titel',
      price: 'Preis',
      category: 'Kategorie',
      stock: 'verfügbar',
      gone: 'derzeit ausverkauft',
    },
    { title: 'titre', price: 'prix', category: 'catégorie', stock: 'disponibilité', gone: 'en rupture' },
    { title: 'título', price: 'precio', category: 'categoría', stock: 'disponible', gone: 'no' },
    { title: '商品名', price: '価格', category: 'カテゴリ', stock: '在庫', gone: '在庫切れ' },
    { title: 'productName', price: 'salePrice', category: 'category', stock: 'inStock', gone: false },
  ];
  for (const { title, price, category, stock, gone } of INLINE_NAMES) {
    test(`is ranked by ${price}, ${category} and ${stock}, without a catalogue`, () => {
      const products = [
        { id: 'gone', attributes: { [title]: 'boots', [price]: 600, [category]: 'boots', [stock]: gone } },
        { id: 'dear', attributes: { [title]: 'hat for boots', [price]: 900, [category]: 'hats' } },
        { id: 'near', attributes: { [title]: 'boots', [price]: 620, [category]: 'boots' } },
      ];
      const order = (...signals: string[]) =>
        ids(rankProducts({ ...request, index: nothing, products, profile: session(...signals) }).items);
      assert.deepEqual(order('price_filter:500-700'), ['near', 'dear', 'gone']);
      assert.deepEqual(order('category_view:boots'), ['near', 'dear', 'gone']);
    });
  }

  test('treats values that differ in case as one', () => {
    const products = ['Red', 'blue', 'red'].map((colour, i) => ({ id: `${i}`, attributes: { colour } }));
    const profile = session('attribute_filter:colour=red');
    assert.deepEqual(ids(rankProducts({ ...request, index: nothing, products, profile }).items), [
      '0',
      '2',
      '1',
    ]);
  });

  test('does not depend on sent attributes that the session gives no evidence about', () => {
    const profile = session('product_view:p0', 'attribute_filter:shoe-size=38', 'search:leather boots');
    const products = listed.map(({ id }, k) => ({
      id,
      attributes: { 'Shoe Size': 36 + (k % 5), heel: k % 3 },
    }));
    const touched = { id: 'p0', attributes: { heel: 1 } };
    const more = [...products, touched].map(({ id, attributes }, k) => ({
      id,
      attributes: id === 'p0' ? attributes : { ...attributes, [`more ${k}`]: k, 'of all': k % 2 },
    }));
    assert.deepEqual(
      rankProducts({ ...request, profile, products: more }),
      rankProducts({ ...request, profile, products: [...products, touched] }),
    );
    // It does depend on those that the session filters.
    for (const told of ['Shoe Size', 'heel']) {
      const without = products.map(({ id, attributes }) => ({
        id,
        attributes: { ...attributes, [told]: null },
      }));
      assert.notDeepEqual(
        rankProducts({ ...request, profile, products: [...without, touched] }),
        rankProducts({ ...request, profile, products: [...products, touched] }),
        told,
      );
    }
  });

  test('matches the words of the session with sent titles', () => {
    const products = [
      { id: 'x', attributes: { title: 'Garden chair' } },
      { id: 'y', attributes: { title: 'Walking boots of leather' } },
    ];
    const { items } = rankProducts({
      ...request,
      index: nothing,
      products,
      profile: session('search:leather boot'),
    });
    assert.equal(items[0].id, 'y');
    assert.equal(items[0].scoreBreakdown[0].factor, 'keyword');
  });
});

describe('the current query', () => {
  const products = [
    { id: 'x', attributes: { title: 'Boots of wool' } },
    { id: 'y', attributes: { title: 'Boots of leather' } },
    { id: 'z', attributes: { title: 'Boots', leather: true } },
  ];
  const asked = (query: string, index = nothing) =>
    rankProducts({ ...request, index, products, profile: session('sort:newest'), query });

  test('ranks excluded products last', () => {
    assert.deepEqual(ids(asked('boots without wool').items).at(-1), 'x');
    assert.equal(asked('not leather').items[0].id, 'x');
  });

  test('finds affirmed values by the name of their column', () => {
    assert.deepEqual(new Set(ids(asked('leather').items).slice(0, 2)), new Set(['y', 'z']));
  });

  test('is ignored when it is blank', () => {
    for (const query of ['', '  '])
      assert.deepEqual(
        asked(query),
        rankProducts({ ...request, index: nothing, products, profile: session('sort:newest') }),
      );
  });
});

const sentValue = fc.oneof(
  fc.constantFrom('red', 'Red', 'boots', '0', '-5', '1.234,56', '', 'sold out', '靴', '🎁', null, true),
  fc.integer({ min: -5, max: 1000 }),
  fc.array(fc.constantFrom('red', '', 5, false), { maxLength: 3 }),
);
const sentProduct = fc.record({
  id: fc.nat(50).map((n) => `p${n}`),
  attributes: fc.dictionary(
    fc.constantFrom(
      'colour',
      'Colour',
      'price',
      'available',
      'type',
      'title',
      'constructor',
      '__proto__',
      '',
    ),
    sentValue,
  ),
});
const doings = fc.array(
  fc.constantFrom(
    'search:red boots not wool under £50',
    'attribute_filter:colour=red',
    'attribute_filter:constructor=red',
    'category_view:boots',
    'price_filter:0-0',
    'price_filter:60-150',
    'product_view:p8',
    'dismiss:p3',
  ),
  { minLength: 1, maxLength: 6 },
);

test('whatever is sent, factors are probabilities with a signal, and scores add up to 1', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(sentProduct, { selector: ({ id }) => id, minLength: 1, maxLength: 12 }),
      doings,
      fc.constantFrom(shop, nothing),
      (products, signals, index) => {
        const { items } = rankProducts({ ...request, index, products, profile: session(...signals) });
        const factors = items.flatMap(({ scoreBreakdown }) => scoreBreakdown);
        for (const { factor, signal, weight, value } of factors) {
          const isAgainst = factor === 'dismissed' || factor === 'constraint';
          assert.ok(
            (isAgainst ? weight > -1 : weight >= 0 && weight <= 1) && value >= 0 && value <= 1 + 1e-9,
            `${signal} ${weight} ${value}`,
          );
          assert.doesNotMatch(signal, /^$|:$|undefined|NaN/);
        }
        assert.ok(Math.abs(sumOf(factors) - 1) < 1e-9);
      },
    ),
  );
});

test('the adjacency signal names a product by its id that is neither in the list nor in the history', () => {
  const walk = Array.from({ length: 60 }, (_, s) => ({
    steps: [0, 1, 2].map((k) => ({
      item: `p${100 + ((s + k) % 60)}`,
      at: NOON - 1e9 + s * 60_000 + k * 1000,
    })),
  }));
  const { items } = rankProducts({
    ...request,
    model: train(walk, { index: shop }),
    products: [{ id: 'p30' }, { id: 'p8' }, { id: 'p60' }],
    profile: session('product_view:p7'),
  });
  const signals = items.flatMap(({ scoreBreakdown }) => scoreBreakdown.map(({ signal }) => signal));
  assert.deepEqual(
    signals.filter((signal) => signal.startsWith('listed_near:')),
    ['listed_near:p7'],
  );
});

describe('reranking', () => {
  test('at strength 0 keeps the order of the caller, whatever the session prefers', () => {
    const profile = session('category_view:boots', `dismiss:${listed[0].id}`);
    const scored = listed.map(({ id }, k) => ({ id, score: k }));
    for (const products of [listed, scored]) {
      const { items, explanation } = rerank({ ...request, products, profile, strength: 0 });
      assert.deepEqual(ids(items), ids(listed));
      assert.deepEqual(explanation, { personalised: false });
    }
  });

  test('at strength 1 applies the order of the session', () => {
    const profile = session('category_view:boots', 'product_view:p8');
    assert.deepEqual(
      ids(rerank({ ...request, products: listed, profile, strength: 1 }).items),
      ids(rankProducts({ ...request, products: listed, profile }).items),
    );
  });

  test('states the previous rank of each result, drops none, and ranks dismissed ones last', () => {
    const profile = session('category_view:boots', `dismiss:${listed[0].id}`);
    const { items } = rerank({ ...request, products: listed, profile, strength: 0.5 });
    assert.deepEqual(new Set(ids(items)), new Set(ids(listed)));
    for (const { id, previousRank } of items) assert.equal(listed[previousRank - 1].id, id);
    assert.equal(items.at(-1)!.id, listed[0].id);
  });

  test('blends the relevance of the caller with the scores of the session', () => {
    const products = [
      { id: 'p1', score: 9 },
      { id: 'p2', score: 3 },
      { id: 'p4', score: 0 },
    ];
    const { items } = rerank({
      ...request,
      products,
      profile: session('category_view:sandals'),
      strength: 0.25,
    });
    const first = items.find(({ id }) => id === 'p1')!;
    const relevance = first.scoreBreakdown[0];
    assert.deepEqual(
      [relevance.factor, relevance.signal, relevance.weight, relevance.value],
      ['relevance', 'score:9', 0.75, 0.75],
    );
  });

  test('breaks every score down, over a thousand results too', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(2000), { minLength: 1, maxLength: 1000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (numbers, strength) => {
          const products = numbers.map((n) => ({ id: `p${n}` }));
          const { items } = rerank({
            ...request,
            products,
            strength,
            profile: session('product_view:p4', 'brand_view:ala'),
          });
          assert.equal(items.length, products.length);
          let total = 0;
          for (const { score, scoreBreakdown } of items) {
            assert.ok(Math.abs(sumOf(scoreBreakdown) - score) < 1e-9);
            total += score;
          }
          assert.ok(Math.abs(total - 1) < 1e-9);
        },
      ),
      { numRuns: 15 },
    );
  });
});
