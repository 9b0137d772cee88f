import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { facetsInSteps } from '../facets/facets.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import type { Filters } from '../request/filters.ts';
import { narrowedProducts } from '../request/narrowed-products.ts';
import { rankProducts } from '../rerank.ts';
import { catalogueOf, NOON, ROLES, session } from '../testing/shops.ts';

const SIZES = ['s', 'm', 'l', 'xl'];
/** Ten hoodies in four sizes and two colours each, forty caps without variants, and one that is hidden. */
const rows = [
  ...Array.from({ length: 80 }, (_, i) => ({
    id: `h${i}`,
    title: `Hoodie ${'ABCDEFGHIJ'[Math.floor(i / 8)]}`,
    type: 'hoodies',
    brand: ['Ala', 'Bero'][Math.floor(i / 8) % 2],
    size: SIZES[i % 4],
    colour: i % 8 < 4 ? 'red' : 'blue',
    price: 40 + Math.floor(i / 8) + (i % 4),
    stock: i === 0 ? 'out of stock' : 'in stock',
    status: 'active',
  })),
  ...Array.from({ length: 41 }, (_, i) => ({
    id: `c${i}`,
    title: `Cap ${i}`,
    type: 'caps',
    brand: 'Cima',
    colour: ['red', 'green'][i % 2],
    price: 10 + i,
    stock: 'in stock',
    status: i === 40 ? 'draft' : 'active',
  })),
];
const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
const request = { index, model: emptyModel(), now: NOON + 60_000, limit: 200, diversity: 0 };
const isHoodie = (id: string): boolean => id.startsWith('h');
const familyOf = (id: string): string => (isHoodie(id) ? `h${Math.floor(Number(id.slice(1)) / 8)}` : id);
const countOf = (value: string, attribute: string, filters: Filters = {}): number | undefined => {
  const narrowed = runToEnd(narrowedProducts(index, { filters }));
  return runToEnd(facetsInSteps(index, narrowed, 30, 50))
    .find((facet) => facet.attribute === attribute)
    ?.values?.find((one) => one.value === value)?.count;
};

describe('the variants of one product', () => {
  test('take one place, which says how many more there are', () => {
    const { items, total } = rank({ ...request, profile: undefined });
    assert.equal(total, 50);
    assert.equal(items.length, 50);
    assert.equal(new Set(items.map(({ id }) => familyOf(id))).size, 50);
    for (const { id, variants } of items) assert.equal(variants, isHoodie(id) ? 7 : undefined);
  });

  test('take one place in a varied list, also where nothing is sold out', () => {
    const inStock = rows.map((row) => ({ ...row, stock: 'in stock' }));
    for (const some of [rows, inStock]) {
      const varied = {
        ...request,
        index: buildIndex(catalogueOf(some, { title: 'text' }), ROLES),
        diversity: 1,
      };
      for (const profile of [undefined, session('product_view:h13')]) {
        const { items, total } = rank({ ...varied, profile });
        assert.deepEqual(
          [total, items.length, new Set(items.map(({ id }) => familyOf(id))).size],
          [50, 50, 50],
        );
      }
    }
  });

  test('show the one that is searched for', () => {
    const { items } = rank({
      ...request,
      profile: session('attribute_filter:size=xl', 'attribute_filter:colour=blue'),
    });
    const hoodies = items.filter(({ id }) => isHoodie(id));
    assert.deepEqual(new Set(hoodies.map(({ id }) => Number(id.slice(1)) % 8)), new Set([7]));
    const found = rank({ ...request, profile: undefined, query: 'blue hoodie xl' });
    assert.equal(Number(found.items[0].id.slice(1)) % 8, 7);
  });

  test('show one that can be bought before one that is sold out', () => {
    const { items } = rank({ ...request, profile: undefined });
    assert.ok(items.some(({ id }) => id === 'h1') && !items.some(({ id }) => id === 'h0'));
    const small = rank({ ...request, profile: undefined, filters: { size: 's', colour: 'red' } });
    assert.equal(small.items.at(-1)?.id, 'h0');
  });

  test('show the cheapest in a list that is sorted by price, lowest first', () => {
    const { items } = rank({ ...request, profile: session('sort:price_desc') });
    const hoodies = items.filter(({ id }) => isHoodie(id));
    assert.ok(hoodies.every(({ id }) => Number(id.slice(1)) % 4 === 3));
    const prices = items.map(({ id }) => rows.find((row) => row.id === id)!.price);
    assert.deepEqual(
      prices,
      [...prices].sort((a, b) => b - a),
    );
  });

  test('stay the same over the pages of a list', () => {
    const profile = session('product_view:h13', 'product_view:c3');
    const whole = rank({ ...request, profile }).items.map(({ id }) => id);
    const paged = [0, 7, 14, 21, 28, 35, 42, 49].flatMap((offset) =>
      rank({ ...request, profile, offset, limit: 7 }).items.map(({ id }) => id),
    );
    assert.deepEqual(paged, whole);
    assert.ok(whole.includes('h13'));
  });

  test('count only as far as they meet the filters', () => {
    const { items, total } = rank({
      ...request,
      profile: undefined,
      filters: { colour: 'red', type: 'hoodies' },
    });
    assert.equal(total, 10);
    assert.ok(items.every(({ variants }) => variants === 3));
  });

  test('are all left out once one of them was seen, where seen products are', () => {
    const { items } = rank({ ...request, profile: session('product_view:h13'), seen: 'exclude' });
    assert.ok(!items.some(({ id }) => familyOf(id) === 'h1'));
  });

  test('do not follow the one that was bought or dismissed; another size may follow a removed one', () => {
    for (const [signal, aside] of [
      ['purchase:h13', 'bought'],
      ['dismiss:h13', 'dismissed'],
      ['cart_remove:h13', undefined],
    ] as const) {
      const { items } = rank({ ...request, profile: session(signal) });
      assert.equal(items.find(({ id }) => familyOf(id) === 'h1')?.aside, aside, signal);
    }
  });

  test('count once in a sidebar, which counts what a filter finds', () => {
    for (const [attribute, value, filters] of [
      ['colour', 'red', { colour: 'red' }],
      ['size', 'xl', { size: 'xl' }],
      ['type', 'hoodies', { type: 'hoodies' }],
    ] as const) {
      const { total } = rank({ ...request, profile: undefined, filters });
      assert.equal(countOf(value, attribute), total, attribute);
    }
    assert.equal(countOf('red', 'colour', { size: 'xl' }), 10);
    const narrowed = runToEnd(narrowedProducts(index, {}));
    const price = runToEnd(facetsInSteps(index, narrowed, 30, 50)).find(
      ({ attribute }) => attribute === 'price',
    )!;
    for (const { min, max, count } of price.buckets!) {
      assert.equal(rank({ ...request, profile: undefined, filters: { price: { min, max } } }).total, count);
    }
  });

  test('all keep their places in a list that the caller sends, hidden ones too', () => {
    const products = ['h0', 'h1', 'h2', 'c40'].map((id) => ({ id }));
    const { items } = rankProducts({
      ...request,
      limit: undefined,
      profile: session('product_view:h1'),
      products,
    });
    assert.equal(items.length, 4);
    assert.ok(items.every(({ variants }) => variants === undefined));
  });
});

test('a list of the catalogue has no product that is not sold by itself', () => {
  for (const more of [{}, { category: 'caps' }, { filters: { brand: 'Cima' } }, { query: 'cap 40' }]) {
    const { items } = rank({ ...request, profile: session('product_view:c40'), ...more });
    assert.ok(items.length >= 40 && !items.some(({ id }) => id === 'c40'));
  }
});
