import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { buildIndex, type CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Filters } from '../request/filters.ts';
import { narrowedProducts } from '../request/narrowed-products.ts';
import { catalogueOf, type Row, randomOf } from '../testing/shops.ts';
import { type Facet, facetsInSteps, readableName } from './facets.ts';

const random = randomOf(11);
const rows = Array.from({ length: 600 }, (_, i): Row => {
  const type = ['Boots', 'Sandals', 'Hats'][i % 3]!;
  const colour = ['red', 'Red', 'blue', 'green'][Math.floor(random() * 4)]!;
  const brand = ['Ala', 'Bero', 'Cima', 'Dune'][Math.floor(random() * 4)]!;
  return {
    id: `p${i}`,
    title: `${colour} ${type} ${i}`,
    type,
    brand,
    manufacturer: `${brand} Ltd.`,
    colour,
    price: 5 + Math.floor(random() * 500) / 2,
    heel: type === 'Hats' ? undefined : Math.floor(random() * 90),
    size: 36 + Math.floor(random() * 8),
    path: ['Home > Shoes > Boots', 'Home > Shoes > Sandals', 'Home > Accessories > Hats'][i % 3]!,
    sku: `SKU-${i}`,
    care: `Wash it by hand at ${20 + (i % 5)} degrees, and do not dry it in a machine, ever.`,
    made: 'Portugal',
    lining: i === 7 ? 'wool' : undefined,
    seasonCode: i % 2 ? 'summer' : 'winter',
  };
});
const roles = { title: 'title', category: 'type', brand: 'brand', price: 'price' };
const index = buildIndex(catalogueOf(rows, { title: 'identifier', sku: 'identifier' }), roles);

const narrowed = (filters: Filters, of: CatalogueIndex = index) =>
  runToEnd(narrowedProducts(of, { filters }));
const facetsOf = (filters: Filters, most = 20, mostValues = 50): Facet[] =>
  runToEnd(facetsInSteps(index, narrowed(filters), most, mostValues));
const countOf = (filters: Filters): number => narrowed(filters).products?.length ?? rows.length;

describe('facets', () => {
  test('are of the attributes that divide the products: no texts, ids, constants and repetitions', () => {
    const names = facetsOf({}).map(({ attribute }) => attribute);
    assert.deepEqual(names.slice(0, 3), ['type', 'price', 'brand']);
    assert.deepEqual(new Set(names.slice(3)), new Set(['colour', 'heel', 'size', 'seasonCode']));
  });

  test('are as many as are asked for, and always those that are filtered by', () => {
    assert.deepEqual(facetsOf({}, 0), []);
    assert.deepEqual(
      facetsOf({}, 2).map(({ attribute }) => attribute),
      ['type', 'price'],
    );
    const filtered = facetsOf({ lining: 'wool', colour: 'red' }, 1).map(({ attribute }) => attribute);
    assert.deepEqual(new Set(filtered), new Set(['lining', 'colour']));
  });

  test('of a whole catalogue are kept, and those of a part are not taken for them', () => {
    const whole = facetsOf({});
    assert.equal(facetsOf({}), whole);
    const afresh = { ...index };
    assert.deepEqual(runToEnd(facetsInSteps(afresh, narrowed({}, afresh), 20, 50)), whole);
    assert.notDeepEqual(facetsOf({ colour: 'red' }), whole);
    assert.equal(facetsOf({}, 1).length, 1);
    assert.ok(facetsOf({}, 20, 2).every(({ values = [] }) => values.length <= 2));
    assert.deepEqual(facetsOf({}), whole);
  });

  test('count what a filter by each of their values finds, beside the other filters', () => {
    const filter = fc.record(
      {
        colour: fc.constantFrom('red', 'blue', ['blue', 'green']),
        type: fc.constantFrom('Boots', ['Boots', 'Hats']),
        price: fc.constantFrom({ min: 50 }, { min: 20, max: 120 }),
        heel: fc.constantFrom({ max: 40 }, [{ max: 10 }, { min: 60, max: 70 }]),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(filter, (filters) => {
        for (const { attribute, values = [], buckets = [], products, min, max } of facetsOf(
          filters as Filters,
        )) {
          const with_ = (value: Filters[string]) => countOf({ ...(filters as Filters), [attribute]: value });
          for (const { value, count } of values) assert.equal(with_(value), count, `${attribute} ${value}`);
          for (const { count, ...range } of buckets)
            assert.equal(with_(range), count, `${attribute} ${range.min}`);
          if (buckets.length > 0) {
            assert.equal(
              buckets.reduce((sum, { count }) => sum + count, 0),
              products,
            );
            assert.deepEqual([buckets[0]!.min, buckets.at(-1)!.max], [min, max]);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('of an attribute that is filtered by show its other values, and which are selected', () => {
    const colour = facetsOf({ colour: 'blue', type: 'Boots' }).find(
      ({ attribute }) => attribute === 'colour',
    )!;
    assert.deepEqual(
      new Set(colour.values!.map(({ value }) => value.toLowerCase())),
      new Set(['red', 'blue', 'green']),
    );
    assert.deepEqual(
      colour.values!.filter(({ selected }) => selected).map(({ value }) => value),
      ['blue'],
    );
    assert.equal(colour.products, countOf({ type: 'Boots' }));
  });

  test('list a value once that is written in two ways', () => {
    const { values } = facetsOf({}).find(({ attribute }) => attribute === 'colour')!;
    assert.equal(values!.filter(({ value }) => value.toLowerCase() === 'red').length, 1);
  });

  test('list the most frequent values, a selected one however rare, and say how many are left', () => {
    const size = facetsOf({ colour: 'green' }, 20, 2).find(({ attribute }) => attribute === 'colour')!;
    assert.equal(size.values!.length, 2);
    assert.equal(size.more, 1);
    assert.ok(size.values!.some(({ value, selected }) => value === 'green' && selected));
  });

  test('list few numbers one by one in their order, and many in ranges', () => {
    const facets = facetsOf({});
    const size = facets.find(({ attribute }) => attribute === 'size')!;
    assert.deepEqual(
      size.values!.map(({ value }) => value),
      ['36', '37', '38', '39', '40', '41', '42', '43'],
    );
    const heel = facets.find(({ attribute }) => attribute === 'heel')!;
    assert.equal(heel.values, undefined);
    assert.equal(heel.buckets!.length, 5);
    assert.equal(heel.products, 400);
  });

  test('list paths by the first level in which they differ', () => {
    const byPath = buildIndex(catalogueOf(rows.map(({ id, path }) => ({ id, path }))), { category: 'path' });
    const listed = (category?: string) => {
      const narrow = runToEnd(narrowedProducts(byPath, { category }));
      return runToEnd(facetsInSteps(byPath, narrow, 5, 50))[0]?.values;
    };
    assert.deepEqual(listed(), [
      { value: 'Shoes', count: 400 },
      { value: 'Accessories', count: 200 },
    ]);
    for (const name of ['shoes', 'home-shoes', 'Home > Shoes']) {
      assert.deepEqual(
        listed(name)?.map(({ value }) => value),
        ['Shoes > Boots', 'Shoes > Sandals'],
        name,
      );
    }
    assert.equal(listed('boots'), undefined);
  });

  test('list an accepted path however rare it is, and values that begin with a sign as they are', () => {
    const many = Array.from({ length: 18 }, (_, i) => ({
      id: `p${i}`,
      path: `${'ABCDEFGHI'[i % 9]} > x`,
      age: `> ${i % 3} years`,
    }));
    const shop = buildIndex(catalogueOf([...many, { id: 'z', path: 'Z > x', age: '> 1 years' }]), {
      category: 'path',
    });
    const filters = { path: 'Z' };
    const narrow = runToEnd(narrowedProducts(shop, { filters }));
    const found = runToEnd(facetsInSteps(shop, narrow, 5, 5));
    const [paths] = found;
    assert.deepEqual(
      paths?.values?.filter(({ selected }) => selected === true).map(({ value }) => value),
      ['Z'],
    );
    const age = runToEnd(facetsInSteps(shop, runToEnd(narrowedProducts(shop, {})), 5, 5)).find(
      ({ attribute }) => attribute === 'age',
    );
    assert.deepEqual(age?.values?.map(({ value }) => value).sort(), ['> 0 years', '> 1 years', '> 2 years']);
  });

  test('of nothing are none, but for those that are filtered by', () => {
    assert.deepEqual(
      facetsOf({ type: 'Boots', lining: 'silk' }).map(({ attribute }) => attribute),
      ['type', 'lining'],
    );
  });
});

test('names of columns are made readable', () => {
  assert.equal(readableName('base_colour'), 'Base colour');
  assert.equal(readableName('screenSize'), 'Screen size');
  assert.equal(readableName('USB ports'), 'USB ports');
  assert.equal(readableName('größe'), 'Größe');
});
