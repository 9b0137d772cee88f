import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { emptyModel } from '../model/empty-model.ts';
import { rank } from '../rank.ts';
import { rerank } from '../rerank.ts';
import { catalogueOf, NOON, ROLES, session } from '../testing/shops.ts';
import { withoutPartedLetters } from './parted-letters.ts';

const TITLES = [
  'iPhone case',
  'Phone case',
  'USB cable',
  'Steel cable',
  'Alive plant',
  'T-shirt',
  'Coffee pod',
];
const rows = TITLES.map((title, k) => ({ id: `p${k}`, title }));
const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
const told = (search: string): string => withoutPartedLetters(search, index.terms);

test('letters typed apart are put back where the catalogue knows the whole', () => {
  assert.equal(told('i phone case under $300'), 'iphone case under $300');
  assert.equal(told('black I-Phone, new'), 'black iphone, new');
  assert.equal(told('u s b cable'), 'usb cable');
});

test('others stay as they are', () => {
  // An article, two letters that are no stop words, and wholes that nothing has.
  for (const search of [
    'a live plant',
    't shirt',
    'i pod',
    'u s b',
    'x y z',
    'iphone',
    'i',
    '',
    'hi phone',
  ]) {
    assert.equal(told(search), search === 'u s b' ? 'usb' : search, search);
  }
});

test('the search finds the whole, with the query, after the search, and in a list', () => {
  const ask = { index, model: emptyModel(), now: NOON };
  const first = (query: string | undefined, profile: ReturnType<typeof session> | undefined) =>
    rank({ ...ask, profile, query, limit: 2 }).items.map(({ id }) => TITLES[Number(id.slice(1))]);
  assert.equal(first('i phone case', undefined)[0], 'iPhone case');
  assert.equal(first(undefined, session('search:i phone case'))[0], 'iPhone case');
  assert.equal(first(undefined, session('search:u s b cable'))[0], 'USB cable');
  const products = rows.toReversed().map(({ id, title }) => ({ id, title, attributes: { title } }));
  const { items } = rerank({ ...ask, profile: session('search:i phone case'), products, strength: 1 });
  assert.equal(items[0].id, 'p0');
});
