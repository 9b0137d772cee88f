import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { catalogueOf, session } from '../testing/shops.ts';
import { FilterError, type Filters } from './filters.ts';
import { narrowedProducts } from './narrowed-products.ts';

const rows = Array.from({ length: 400 }, (_, i) => ({
  id: `p${i}`,
  title: `thing ${i}`,
  Type: ['Clothing > Hoodies', 'Clothing > Jeans', "Women's Boots", 'Hats'][i % 4]!,
  maker: ['Ala', 'ala', 'Bero', 'Cima & Co'][Math.floor(i / 4) % 4]!,
  cost: 10 + i / 4,
  stock: i % 10 === 0 ? 'out of stock' : 'in stock',
  'Screen size': 20 + (i % 9),
  weight: 100 + i,
  wireless: i % 3 === 0 ? 'yes' : 'no',
  notes: ['<30', 'C++', 'C', '30'][i % 4]!,
}));
const roles = { title: 'title', category: 'Type', brand: 'maker', price: 'cost', availability: 'stock' };
const index = buildIndex(catalogueOf(rows, { title: 'identifier' }), roles);

const left = (filters: Filters, more = {}) => {
  const { products, unknown } = runToEnd(narrowedProducts(index, { filters, ...more }));
  const rest = products === undefined ? rows : [...products].map((product) => rows[product]!);
  return { rest, unknown };
};
const assertLeft = (filters: Filters, keeps: (row: (typeof rows)[number]) => boolean): void => {
  const { rest, unknown } = left(filters);
  const expected = rows.filter(keeps);
  assert.ok(expected.length > 0 && expected.length < rows.length, 'the filter divides');
  assert.deepEqual(rest, expected);
  assert.deepEqual(unknown, []);
};
const refusal = (filters: Filters): string => {
  try {
    left(filters);
  } catch (error) {
    assert.ok(error instanceof FilterError);
    return error.message;
  }
  throw new Error('It was not refused.');
};

describe('a filter', () => {
  test('takes attributes and values in any case, and as handles', () => {
    for (const name of ['Screen size', 'screen SIZE', 'screen-size', 'screen_size']) {
      assertLeft({ [name]: 27 }, (row) => row['Screen size'] === 27);
    }
    for (const value of ["Women's Boots", "women's boots", 'womens-boots']) {
      assertLeft({ Type: value }, ({ Type }) => Type === "Women's Boots");
    }
  });

  test('takes every spelling of a value', () => {
    for (const value of ['Ala', 'ALA', ' ala ']) {
      assertLeft({ maker: value }, ({ maker }) => maker.toLowerCase() === 'ala');
    }
  });

  test('takes category, brand, price and availability by the names of their roles', () => {
    assertLeft({ category: 'hats' }, ({ Type }) => Type === 'Hats');
    assertLeft({ brand: 'cima-co' }, ({ maker }) => maker === 'Cima & Co');
    assertLeft({ price: { min: 20, max: 30.25 } }, ({ cost }) => cost >= 20 && cost <= 30.25);
    assertLeft({ cost: { max: 30.25 } }, ({ cost }) => cost <= 30.25);
    for (const yes of [true, 'yes', 'true']) {
      assertLeft({ availability: yes }, ({ stock }) => stock === 'in stock');
    }
    assertLeft({ stock: false }, ({ stock }) => stock !== 'in stock');
  });

  test('accepts any of several values, and all filters must hold', () => {
    assertLeft({ Type: ['Hats', "Women's Boots"] }, ({ Type }) => !Type.startsWith('Clothing'));
    assertLeft(
      { category: ['Hats', "Women's Boots"], wireless: true, price: [{ max: 20 }, { min: 90, max: 100 }] },
      ({ Type, wireless, cost }) =>
        !Type.startsWith('Clothing') && wireless === 'yes' && (cost <= 20 || (cost >= 90 && cost <= 100)),
    );
    assertLeft({ Type: ['Hats', "Women's Boots"], category: 'hats' }, ({ Type }) => Type === 'Hats');
  });

  test('takes the beginning of a path for all below it', () => {
    assertLeft({ category: 'Clothing' }, ({ Type }) => Type.startsWith('Clothing'));
    assertLeft({ category: 'jeans' }, ({ Type }) => Type.endsWith('Jeans'));
  });

  test('tests numbers exactly, although the column is binned', () => {
    const weight = index.columns.find(({ name }) => name === 'weight')!;
    assert.ok(weight.ends !== undefined && weight.ends.length < 20, 'it is binned');
    assertLeft({ weight: { min: 213, max: 217 } }, (row) => row.weight >= 213 && row.weight <= 217);
    assertLeft({ weight: 213 }, (row) => row.weight === 213);
    assertLeft({ weight: ['213', '>=490'] }, (row) => row.weight === 213 || row.weight >= 490);
    assertLeft({ weight: { min: 499 } }, (row) => row.weight === 499);
  });

  test('takes ranges of a column of few numbers', () => {
    assertLeft({ 'screen size': { min: 26 } }, (row) => row['Screen size'] >= 26);
    assertLeft({ 'screen size': '21-23' }, (row) => row['Screen size'] >= 21 && row['Screen size'] <= 23);
  });

  test('leaves products out that have no value', () => {
    const some = catalogueOf(
      rows.map(({ id, weight }, i) => ({
        id,
        colour: i % 2 ? 'red' : undefined,
        weight: i % 3 ? weight : undefined,
      })),
    );
    const of = buildIndex(some, {});
    const count = (filters: Filters) => runToEnd(narrowedProducts(of, { filters })).products!.length;
    assert.equal(count({ colour: 'red' }), 200);
    assert.equal(count({ weight: { min: 0 } }), rows.filter((_, i) => i % 3).length);
  });

  test('of a value that no product has leaves nothing, and says so', () => {
    const { rest, unknown } = left({ category: ['Hat', 'Gloves'] });
    assert.deepEqual(rest, []);
    assert.deepEqual(
      unknown.map(({ field, value }) => [field, value]),
      [
        ['filters.category', 'Hat'],
        ['filters.category', 'Gloves'],
      ],
    );
    assert.equal(left({ category: ['Hats', 'Gloves'] }).rest.length, 100);
  });

  test('of an unknown attribute is refused with the nearest known one', () => {
    assert.match(
      refusal({ 'scren size': 27 }),
      /^filters\.scren size is no attribute .* Did you mean Screen size\?$/,
    );
    assert.match(
      refusal({ zzz: 1 }),
      /^filters\.zzz is no attribute .* It has, for example, category, brand, price/,
    );
    // Titles and other texts are none.
    assert.match(refusal({ title: 'thing 1' }), /^filters\.title is no attribute/);
  });

  test('of a range that is empty, strange or of names is refused', () => {
    assert.match(refusal({ price: { min: 2, max: 1 } }), /^filters\.price has a min above its max/);
    assert.match(refusal({ price: { from: 2 } as object }), /^filters\.price is a range with a field "from"/);
    assert.match(refusal({ maker: { min: 2 } }), /^filters\.maker has names such as "Ala", not numbers/);
    assert.match(refusal({ stock: 'tomorrow' }), /^filters\.stock must be true or false/);
  });

  test('does not take another value for the one that is named', () => {
    for (const value of ['<30', 'C++', 'C', '30'])
      assertLeft({ notes: value }, ({ notes }) => notes === value);
  });
});

test('a category and what the session has met narrow a catalogue as filters do', () => {
  const profile = session('product_view:p3', 'cart_add:p7', 'product_view:gone');
  const ids = (more: object) => left({}, more).rest.map(({ id }) => id);
  assert.deepEqual(
    ids({ category: 'hats', seen: 'exclude', profile }),
    rows.filter(({ id, Type }) => Type === 'Hats' && id !== 'p3' && id !== 'p7').map(({ id }) => id),
  );
  assert.equal(ids({ category: 'hats', seen: 'keep', profile }).length, 100);
  assert.equal(ids({ seen: 'exclude' }).length, 400);
});
