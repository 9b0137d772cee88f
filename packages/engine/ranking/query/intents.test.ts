import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { readSynonyms, type SynonymRule } from '../indexing/synonyms.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import { rankProducts } from '../rerank.ts';
import { catalogueOf, NOON, ROLES, type Row, titledShop } from '../testing/shops.ts';
import { withoutIntents } from './intents.ts';

const rows: readonly Row[] = Array.from({ length: 24 }, (_, k) => ({
  id: `p${k}`,
  title: `${['Nova', 'Ala', 'New Balance'][k % 3]} running ${k % 2 === 0 ? 'shoe' : 'sock'} ${100 + k}`,
  type: k % 2 === 0 ? 'Shoes' : 'Socks',
  colour: ['red', 'blue', 'black', 'green'][k % 4],
  size: 36 + (k % 5),
  gender: ['women', 'men', 'unisex'][k % 3],
  rating: 1 + ((k * 7) % 40) / 10,
  added: `2025-0${1 + (k % 9)}-10`,
  price: 20 + ((k * 37) % 100),
  list_price: 60,
}));
const kinds = { title: 'text', added: 'date', list_price: 'number' } as const;
const ROLES_HERE = { ...ROLES, availability: undefined };
const withDates = (given: readonly Row[]) => {
  const catalogue = catalogueOf(given, kinds);
  const attributes = catalogue.attributes.map((attribute) =>
    attribute.name === 'added'
      ? {
          ...attribute,
          values: attribute.values.map(({ label }) => ({ label, number: Date.parse(label) / 86_400_000 })),
        }
      : attribute,
  );
  return buildIndex({ ...catalogue, attributes }, ROLES_HERE);
};
const index = withDates(rows);
const rowOf = ({ id }: { readonly id: string }) =>
  rows[Number(id.slice(1))] as Record<string, number | string>;
const listOf = (query: string) =>
  rank({ profile: undefined, index, model: emptyModel(), now: NOON, limit: 50, query });
const asked = (query: string, of = index) =>
  withoutIntents(query, of).intents.map(({ name, typed }) => `${name}: ${typed}`);

describe('a word of intent', () => {
  test('orders what meets the rest of the search by the column that answers it, and says so', () => {
    for (const [query, column, direction] of [
      ['cheapest running shoe', 'price', 1],
      ['best rated running shoe', 'rating', -1],
      ['newest running shoe', 'added', -1],
    ] as const) {
      const { items, matched, query: read } = listOf(query);
      assert.equal(matched, 12, query);
      const values = items.slice(0, 12).map((item) => rowOf(item)[column]);
      const sorted = values.toSorted((a, b) => (a < b ? -direction : a > b ? direction : 0));
      assert.deepEqual(values, sorted, query);
      const [{ typed, attribute, order }] = read!.asked!;
      assert.ok(query.startsWith(typed));
      assert.deepEqual([attribute, order], [column, direction === 1 ? 'ascending' : 'descending']);
      const told = items[0].scoreBreakdown.find(({ factor }) => factor === 'order')!;
      assert.equal(told.signal, `search:${query}`);
      assert.equal(told.matched, `${typed}: ${column}_${direction === 1 ? 'asc' : 'desc'}`);
    }
  });

  test('that is no superlative puts a quarter of what meets the search first', () => {
    const { items } = listOf('cheap running shoe');
    const prices = items.slice(0, 12).map((item) => Number(rowOf(item).price));
    assert.ok(Math.max(...prices.slice(0, 3)) <= Math.min(...prices.slice(3)));
    assert.ok(Math.max(...prices.slice(0, 6)) <= Math.min(...prices.slice(6)));
  });

  test('limits the list where it names what is reduced, and for whom', () => {
    const reduced = listOf('running shoe on sale');
    assert.equal(
      reduced.matched,
      rows.filter(({ type, price }) => type === 'Shoes' && Number(price) < 60).length,
    );
    for (const item of reduced.items.slice(0, reduced.matched)) assert.ok(Number(rowOf(item).price) < 60);
    for (const query of ['running shoe for her', 'running shoe gift for my mum', "women's running shoe"]) {
      const { items, matched } = listOf(query);
      const whom = items.slice(0, matched).map((item) => rowOf(item).gender);
      assert.deepEqual([...new Set(whom)].sort(), ['unisex', 'women'], query);
    }
    assert.deepEqual(listOf('running shoe for her').query?.asked, [{ typed: 'for her', read: 'women' }]);
  });

  test('is an ordinary word where nothing answers it, or a product is called so', () => {
    const plain = titledShop(['Running shoe', 'Running sock']);
    for (const query of ['cheap shoe', 'best rated shoe', 'new shoe', 'shoe on sale', 'shoe for her']) {
      assert.deepEqual(asked(query, plain), [], query);
    }
    assert.deepEqual(asked('new balance shoe'), []);
    assert.deepEqual(asked('new shoe'), ['new: new']);
    const books = withDates([...rows, { id: 'p24', title: 'Cheap', type: 'Books', price: 9 }]);
    assert.deepEqual(asked('cheap', books), []);
    assert.deepEqual(asked('cheapest book', books), ['cheapest: cheapest']);
  });

  test('is what the shop says by its synonyms', () => {
    const withRules = (...rules: SynonymRule[]) => ({
      ...index,
      terms: { ...index.terms, synonyms: runToEnd(readSynonyms(rules, index.terms)) },
    });
    assert.deepEqual(asked('cheap shoe', withRules({ words: ['cheap'], finds: ['cheap'] })), []);
    assert.deepEqual(asked('cheap shoe', withRules({ words: ['cheap'], finds: ['flimsy'] })), []);
    assert.deepEqual(asked('thrifty shoe', withRules({ words: ['thrifty'], finds: ['cheap'] })), [
      'cheap: thrifty',
    ]);
  });

  test('counts in lists that a caller sends, too', () => {
    const products = rows.map(({ id }) => ({ id: String(id) }));
    const request = { profile: undefined, index, model: emptyModel(), now: NOON, products };
    const { items, query } = rankProducts({ ...request, query: 'cheapest running shoe' });
    const prices = items.slice(0, 12).map((item) => Number(rowOf(item).price));
    assert.deepEqual(
      prices,
      prices.toSorted((a, b) => a - b),
    );
    assert.equal(query?.asked?.[0].attribute, 'price');
  });
});

describe('words on both sides of "or"', () => {
  test('are enough each, within an attribute and beside the name of its column', () => {
    const shoes = rows.filter(({ type }) => type === 'Shoes');
    const is = (test: (row: Row) => boolean): string[] =>
      shoes.flatMap((row) => (test(row) ? [`${row.id}`] : [])).sort();
    for (const [query, expected] of [
      ['red or black shoe', is(({ colour }) => colour === 'red' || colour === 'black')],
      ['shoe size 36 or 38', is(({ size }) => size === 36 || size === 38)],
    ] as const) {
      const { items, matched } = listOf(query);
      const found = items.slice(0, matched).map(({ id }) => id);
      assert.deepEqual(found.toSorted(), expected, query);
    }
  });

  test('are both meant where a title says them so', () => {
    const shop = titledShop(['Trick or treat bag', 'Magic trick', 'Dog treat']);
    assert.deepEqual(withoutIntents('trick or treat', shop).alternatives, []);
    assert.deepEqual(withoutIntents('magic or dog', shop).alternatives, [['magic', 'dog']]);
  });
});

describe('a range without a currency', () => {
  test('is of prices where nothing else in the catalogue has its numbers', () => {
    assert.deepEqual(listOf('running shoe 50-90').query?.price, { min: 50, max: 90 });
    const { items, matched = 0 } = listOf('running shoe 50-90');
    assert.ok(matched > 0);
    for (const item of items.slice(0, matched)) {
      const price = Number(rowOf(item).price);
      assert.ok(price >= 50 && price <= 90);
    }
    for (const query of ['shoe 36-38', 'shoe 90-50', 'shoe 5000-9000', 'rope 50-90 cm', 'x-50-90']) {
      assert.equal(listOf(query).query?.price, undefined, query);
    }
  });
});

test('in every catalogue a search is read whatever it is, and what is taken out stands in it', () => {
  const word = fc.constantFrom(
    ...[
      'cheap',
      'cheapest',
      'new',
      'or',
      'for',
      'her',
      'mum',
      'gift',
      'on',
      'sale',
      'best',
      'rated',
      'shoe',
      'red',
      '50-90',
      '?!',
      'naïve',
    ],
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 7 }), (words) => {
      const query = words.join(' ');
      const { text, intents } = withoutIntents(query, index);
      for (const { typed } of intents) assert.ok(query.includes(typed), typed);
      assert.deepEqual(
        withoutIntents(text.replaceAll('$', ''), index).intents.filter(({ typed }) => !text.includes(typed)),
        [],
      );
      assert.equal(listOf(query).items.length > 0, true);
    }),
  );
});
