import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { apply, audit, CatalogueError, createShop, FilterError, SignalError, verify } from './index.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const CSV = 'id,title,category,price\na,Red boots,boots,80\nb,Blue boots,boots,200\nc,Straw hat,hats,30\n';
const PRODUCTS = [
  { id: 'a', title: 'Red boots', category: 'boots', price: 80 },
  { id: 'b', title: 'Blue boots', category: 'boots', price: 200 },
  { id: 'c', title: 'Straw hat', category: 'hats', price: 30 },
];

describe('grading', () => {
  it('refuses a file that cannot be read, with its line', () => {
    assert.throws(() => audit('id,colour\n"1,red\n'), CatalogueError);
  });

  it('takes no id as an attribute', () => {
    const attributesOf = (csv: string, id: string) =>
      audit(csv, { id }).attributes.map(({ attribute }) => attribute);
    assert.deepEqual(attributesOf('colour,SKU\nred,1\nblue,2\n,3\n', 'SKU'), ['colour']);
  });

  it('gives objects, whatever they are gathered in, the answer of their CSV', () => {
    const rows = [40, 41, 42, 40, 41, 42].map((size, n) => ({
      id: `p${n}`,
      size,
      colour: ['red', 'blue', undefined][n % 3],
    }));
    const csv = ['id,size,colour', ...rows.map(({ id, size, colour = '' }) => `${id},${size},${colour}`)];
    const expected = audit(csv.join('\n'));
    assert.deepEqual(audit(rows), expected);
    assert.deepEqual(audit(new Map(rows.map((row) => [row.id, row])).values()), expected);
  });

  it('reads nested objects and lists as an export in JSON', () => {
    const nested = PRODUCTS.map(({ id }, n) => ({
      id,
      options: [{ name: 'Colour', value: ['red', 'blue', 'straw'][n] }],
      size: { cm: n },
    }));
    assert.deepEqual(
      audit(nested)
        .attributes.map(({ attribute }) => attribute)
        .sort(),
      ['Colour', 'size.cm'],
    );
  });

  it('grades a claim against what changed', () => {
    const before = 'id,colour\n1,red\n2,\n3,blue\n4,\n';
    const { claims } = verify(before, before, { repairs: [{ attribute: 'colour' }] });
    assert.deepEqual(
      claims?.map(({ verdict, cellsFilled }) => [verdict, cellsFilled]),
      [['unchanged', 0]],
    );
  });

  it('writes the answers of a sheet into the file, and nothing else', () => {
    const { csv } = apply('id;colour\r\nA1;\r\nA2;red\r\n', 'product_id,attribute,value\nA1,colour,green\n');
    assert.equal(csv, 'id;colour\r\nA1;green\r\nA2;red\r\n');
  });
});

describe('a shop', () => {
  const first = (shop = createShop(PRODUCTS), session = 'v') => shop.rank({ session, limit: 1 }).items[0];

  it('moves what a shopper does to the front, and breaks the score down', () => {
    for (const products of [PRODUCTS, CSV, new TextEncoder().encode(CSV)]) {
      const shop = createShop(products);
      shop.track('hats', { type: 'category_view', value: 'hats' });
      shop.track('boots', [
        { type: 'category_view', value: 'boots' },
        { type: 'price_filter', value: '150-250' },
      ]);
      assert.equal(first(shop, 'hats').id, 'c');
      assert.equal(first(shop, 'boots').id, 'b');
      const { score, scoreBreakdown } = first(shop, 'boots');
      const sum = scoreBreakdown.reduce((all, { contribution }) => all + contribution, 0);
      assert.ok(Math.abs(sum - score) < 1e-9);
    }
  });

  it('is the same for whoever it was told nothing of', () => {
    const shop = createShop(PRODUCTS);
    shop.track('other', { type: 'category_view', value: 'hats' });
    for (const session of [undefined, 'stranger']) {
      const { items, explanation } = shop.rank({ ...(session && { session }) });
      assert.equal(items.length, PRODUCTS.length);
      assert.equal(explanation.personalised, false);
    }
  });

  it('goes on from what was tracked, and uses signals of a request for its list alone', () => {
    const shop = createShop(PRODUCTS);
    const asked = shop.rank({ session: 'v', signals: [{ type: 'category_view', value: 'hats' }], limit: 1 });
    assert.equal(asked.items[0].id, 'c');
    assert.equal(shop.rank({ session: 'v' }).explanation.personalised, false);
  });

  it('finds what is searched for, and says how it was read', () => {
    const { items, matched, query } = createShop(PRODUCTS).search('strraw hat');
    assert.deepEqual([items.map(({ id }) => id)[0], matched], ['c', 1]);
    assert.equal(query?.read, 'straw hat');
  });

  it('orders the results of another engine, ids or products', () => {
    const shop = createShop(PRODUCTS);
    shop.track('v', { type: 'category_view', value: 'hats' });
    const { items } = shop.rerank(['a', { id: 'c' }], { session: 'v', strength: 1 });
    assert.deepEqual(
      items.map(({ id, previousRank }) => [id, previousRank]),
      [
        ['c', 2],
        ['a', 1],
      ],
    );
    assert.deepEqual(
      shop.rerank(['a', 'c'], { session: 'v', strength: 0 }).items.map(({ id }) => id),
      ['a', 'c'],
    );
  });

  it('suggests what is typed', () => {
    const [{ query, type }] = createShop(PRODUCTS).suggest('bo');
    assert.deepEqual([query, type], ['boots', 'category']);
  });

  it('learns from what it tracked what shoppers go to next', () => {
    const products = Array.from({ length: 40 }, (_, n) => ({ id: `p${n}`, title: `Thing ${n}` }));
    const shop = createShop(products);
    for (let n = 0; n < 60; n++) {
      shop.track(
        `v${n}`,
        ['p7', 'p23'].map((value, k) => ({ type: 'product_view', value, at: NOW + n * 1e5 + k * 1e4 })),
        NOW + n * 1e5 + 1e4,
      );
    }
    const after = () => {
      const { items } = shop.rank({ signals: [{ type: 'product_view', value: 'p7' }], limit: 40 });
      return items.findIndex(({ id }) => id === 'p23');
    };
    const before = after();
    shop.train();
    assert.ok(after() < before && after() <= 1, `p23 at ${before}, then ${after()}`);
    assert.equal(createShop(products, { model: shop.model }).rank().items.length, 20);
  });

  it('replaces, adds and removes products, whatever the session has seen', () => {
    const shop = createShop(PRODUCTS);
    shop.track('v', { type: 'category_view', value: 'hats' });
    shop.update([
      { id: 'c', title: 'Straw hat', category: 'garden' },
      { id: 'd', title: 'Felt hat', category: 'hats' },
    ]);
    assert.equal(shop.size, 4);
    assert.equal(first(shop).id, 'd');
    shop.remove(['d', 'nobody']);
    assert.deepEqual(
      shop
        .rank({})
        .items.map(({ id }) => id)
        .sort(),
      ['a', 'b', 'c'],
    );
  });

  it('keeps its products where an update cannot be read', () => {
    const shop = createShop(PRODUCTS);
    assert.throws(() => shop.update('id,title\n"x,broken\n'), CatalogueError);
    assert.equal(shop.size, 3);
  });

  it('refuses products that have no ids, which no signal could name, and keeps its own', () => {
    const unnamed = 'maker,model\nA,One\nA,One\nB,Two\nB,Two\n';
    assert.throws(() => createShop(unnamed), { code: 'no_id_column' });
    const shop = createShop(PRODUCTS);
    assert.throws(() => shop.update(unnamed), { code: 'no_id_column' });
    assert.equal(shop.size, 3);
  });

  it('forgets the sessions that were used longest ago', () => {
    const shop = createShop(PRODUCTS, { sessions: 2 });
    for (const session of ['one', 'two', 'three'])
      shop.track(session, { type: 'category_view', value: 'hats' });
    const personalised = (session: string) => shop.rank({ session }).explanation.personalised;
    assert.deepEqual(['one', 'two', 'three'].map(personalised), [false, true, true]);
  });

  it('leaves columns of costs out', () => {
    const shop = createShop('id,title,purchase_cost\n1,Boots,20\n2,Hat,10\n');
    assert.throws(() => shop.rank({ filters: { purchase_cost: 20 } }), FilterError);
  });

  it('warns of what it does not know, and counts it', () => {
    const shop = createShop(PRODUCTS);
    const codes = (warnings: readonly { readonly code: string }[]) => warnings.map(({ code }) => code);
    assert.deepEqual(
      codes(
        shop.track('v', [
          { type: 'bought', value: 'a' },
          { type: 'category_view', value: 'boot' },
        ]).warnings,
      ),
      ['unrecognised_type', 'unknown_category'],
    );
    assert.deepEqual(codes(shop.rank({ category: 'shoes' }).warnings), ['unknown_category']);
    assert.deepEqual(codes(shop.rank({ filters: { category: 'shoes' } }).warnings), ['unknown_value']);
    assert.deepEqual(codes(shop.rank({ session: 'v' }).warnings), []);
  });

  it('refuses a signal that cannot be read with its place and the remedy, and keeps none of them', () => {
    const shop = createShop(PRODUCTS);
    assert.throws(
      () =>
        shop.track('v', [
          { type: 'category_view', value: 'hats' },
          { type: 'price_filter', value: 'cheap' },
        ]),
      { name: 'SignalError', message: /signals\[1\]\.value/ },
    );
    assert.equal(shop.rank({ session: 'v' }).explanation.personalised, false);
    assert.ok(new SignalError('x') instanceof Error);
  });

  it('lets interests fade by the times that it is told', () => {
    const shop = createShop(PRODUCTS);
    const weight = (now: number) =>
      shop
        .rank({ session: 'v', now })
        .items[0].scoreBreakdown.filter(({ factor }) => factor === 'category')
        .reduce((all, { contribution }) => all + contribution, 0);
    shop.track('v', { type: 'category_view', value: 'hats', at: NOW }, NOW);
    assert.ok(weight(NOW + 30 * 86_400_000) < weight(NOW));
  });
});
