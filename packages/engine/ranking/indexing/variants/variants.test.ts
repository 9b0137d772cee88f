import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { catalogueOf, ROLES, type Row } from '../../testing/shops.ts';
import { buildIndex } from '../catalogue-index.ts';
import { packIndex, unpackIndex } from '../packed-index.ts';
import { variantsOf } from './variants.ts';

const read = (rows: readonly Row[]) => {
  const catalogue = catalogueOf(rows, { title: 'text' });
  const index = buildIndex(catalogue, ROLES);
  return variantsOf(catalogue, ROLES, index.logPrice);
};
/** The ids of each family of variants. */
const familiesOf = (rows: readonly Row[]): string[] => {
  const families: string[][] = [];
  read(rows).family?.forEach((family, product) => {
    if (family < 0) return;
    families[family] ??= [];
    families[family].push(String(rows[product].id));
  });
  return families.map((family) => family.join(' '));
};
const listedOf = (rows: readonly Row[]): string[] => {
  const { listed } = read(rows);
  return [...(listed ?? rows.keys())].map((product) => String(rows[product].id));
};
const hoodie = { title: 'Hoodie', type: 'tops', brand: 'Ala', price: 40 };

describe('variants of one product are', () => {
  test('rows that share a group, whatever they are called', () => {
    const rows = ['Hoodie red', 'Sweater, blue', 'Hoodie red'].map((title, i) => ({
      ...hoodie,
      id: `p${i}`,
      title,
      item_group_id: i < 2 ? 'g1' : 'g2',
    }));
    assert.deepEqual(familiesOf(rows), ['p0 p1']);
  });

  test('a parent and the rows that name it, by its id or its article number', () => {
    const rows = [
      { id: '741', sku: 'tee', title: 'Tee' },
      { id: '742', sku: 'tee-red', title: 'Red', parent: 'id:741' },
      { id: '743', sku: 'tee-blue', title: 'Blue', parent: 'tee' },
      { id: '744', sku: 'cap', title: 'Cap' },
    ];
    assert.deepEqual(familiesOf(rows), ['741 742 743']);
  });

  test('a configurable product and the rows that its variations list', () => {
    const rows = [
      { id: 'h-s', title: 'Small one' },
      { id: 'h-m', title: 'Middle one' },
      { id: 'h', title: 'Hoodie', configurable_variations: 'sku=h-s,size=S|sku=h-m,size=M' },
      { id: 'b', title: 'Belt' },
    ];
    assert.deepEqual(familiesOf(rows), ['h-s h-m h']);
  });

  test('products of one title, brand and category', () => {
    const others = [{}, {}, { brand: 'Bero' }, { type: 'kids' }, { title: 'Hoodie Pro' }];
    assert.deepEqual(familiesOf(others.map((other, i) => ({ ...hoodie, id: `p${i}`, ...other }))), ['p0 p1']);
  });

  test('titles that differ by the size or colour that a column records, and by nothing else', () => {
    const rows = [
      { id: 'a', title: 'Hoodie-XS-Dark Red', size: 'XS', color: 'Dark Red' },
      { id: 'b', title: 'Hoodie-M-Black', size: 'M', color: 'Black' },
      { id: 'c', title: 'Hoodie-L-Zip', size: 'L', color: 'Black' },
      { id: 'd', title: 'Hoodie 2-M', size: 'M', color: 'Black' },
    ].map((row) => ({ ...hoodie, ...row }));
    assert.deepEqual(familiesOf(rows), ['a b']);
    // Without a column of colours, "red" and "black" may be what two products are.
    assert.deepEqual(familiesOf(rows.map(({ size, color, ...row }) => row)), []);
  });

  test('no titles that are a size or a colour only', () => {
    const shades = ['s0', 's1'].map((id) => ({ ...hoodie, id, title: 'Ivory', color: 'Ivory' }));
    assert.deepEqual(familiesOf(shades), []);
  });

  test('no products of a series that another text tells apart by more than numbers', () => {
    const texts = ['Shelf unit, 80x30 cm', 'Shelf unit, 120x30 cm', 'TV bench, 120x40 cm'];
    const rows = texts.map((short_description, i) => ({ ...hoodie, id: `p${i}`, short_description }));
    assert.deepEqual(familiesOf(rows), ['p0 p1']);
  });

  test('no products of one title that a fact tells apart, but those that differ in a measure', () => {
    const differingIn = (column: string, ...values: (string | number | undefined)[]) =>
      familiesOf(values.map((value, i) => ({ ...hoodie, id: `p${i}`, [column]: value })));
    assert.deepEqual(differingIn('Pieces', 120, 340, 120), ['p0 p2']);
    assert.deepEqual(differingIn('year', 2009, 2013, 2013), ['p1 p2']);
    assert.deepEqual(differingIn('packaging', 'box', undefined, 'bag'), ['p0 p1']);
    for (const column of [
      'width',
      'ounces',
      'rating',
      'old price',
      'Farbe (product.metafields.shopify.color)',
    ]) {
      assert.deepEqual(differingIn(column, 12, 16, 20), ['p0 p1 p2'], column);
    }
  });

  test('no titles of a series whose prices are more than twice as high', () => {
    const priced = (...prices: number[]) =>
      familiesOf(prices.map((price, i) => ({ ...hoodie, id: `p${i}`, price })));
    assert.deepEqual(priced(100, 200), ['p0 p1']);
    assert.deepEqual(priced(100, 201), []);
    assert.deepEqual(priced(300, 100, 199, 350), ['p0 p3', 'p1 p2']);
  });

  test('as they were after the index was packed', () => {
    const rows = ['a', 'b', 'c'].map((id) => ({ ...hoodie, id, title: id === 'c' ? 'Cap' : 'Hoodie' }));
    const hidden = [...rows, { ...hoodie, id: 'd', title: 'Belt', status: 'draft' }];
    const index = buildIndex(catalogueOf(hidden, { title: 'text' }), ROLES);
    assert.deepEqual([...index.family!], [0, 0, -1, -1]);
    assert.deepEqual([...index.listed!], [0, 1, 2]);
    const { family, listed } = unpackIndex(structuredClone(packIndex(index)));
    assert.deepEqual([family, listed], [index.family, index.listed]);
  });
});

describe('a list leaves out', () => {
  const rows = (column: string, ...values: readonly (string | number)[]) =>
    values.map((value, i) => ({ id: `p${i}`, title: `Thing ${i}`, price: 5, [column]: value }));

  test('what a column says shoppers do not see', () => {
    for (const [column, shown, hidden] of [
      ['visibility', 'Catalog, Search', 'Not Visible Individually'],
      ['Catalog visibility', 'visible', 'hidden'],
      ['Status', 'active', 'draft'],
      ['product_online', 1, 2],
      ['Published', 1, -1],
      ['visible', 'true', 'false'],
    ] as const) {
      assert.deepEqual(listedOf(rows(column, shown, hidden, shown)), ['p0', 'p2'], column);
    }
  });

  test('nothing by a column that hides all, by a title, or by another column', () => {
    assert.deepEqual(listedOf(rows('status', 'draft', 'draft')), ['p0', 'p1']);
    assert.deepEqual(listedOf(rows('title', 'Gift wrap', 'Shipping', 'Boot')), ['p0', 'p1', 'p2']);
    assert.deepEqual(listedOf(rows('order status', 'active', 'draft')), ['p0', 'p1']);
    assert.deepEqual(listedOf([...rows('status', 'draft'), ...rows('visible', 'false')]), ['p0', 'p0']);
  });

  test('parents without a price whose variants have one, and says how many', () => {
    const variable = { id: 'tee', title: 'Tee', type: 'variable' };
    const variant = { id: 'red', title: 'Tee, red', type: 'variation', parent: 'tee', price: 9 };
    const simple = { id: 'cap', title: 'Cap', type: 'simple', price: 5 };
    assert.deepEqual(listedOf([variable, variant, simple]), ['red', 'cap']);
    assert.equal(read([variable, variant, simple]).parents, 1);
    assert.deepEqual(listedOf([{ ...variable, price: 9 }, variant, simple]), ['tee', 'red', 'cap']);
    assert.deepEqual(listedOf([variable, { ...variant, price: undefined }, simple]), ['tee', 'red', 'cap']);
    assert.deepEqual(listedOf([variable, simple]), ['tee', 'cap']);
  });

  test('no parent whose variants are hidden', () => {
    const parent = {
      id: 'h',
      title: 'Hoodie',
      visibility: 'Catalog, Search',
      configurable_variations: 'sku=hs',
    };
    const child = { id: 'hs', title: 'Hoodie S', price: 9, visibility: 'Not Visible Individually' };
    assert.deepEqual(listedOf([parent, child]), ['h']);
  });
});
