import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildIndex } from '../../indexing/catalogue-index.ts';
import { emptyModel } from '../../learning/empty-model.ts';
import { rank } from '../../rank.ts';
import { rerank } from '../../rerank.ts';
import { catalogueOf, NOON, ROLES, session } from '../../testing/shops.ts';
import { sessionQueryOf } from '../session-query.ts';
import { withoutPartedLetters } from './parted-letters.ts';

const TITLES = [
  'iPhone case',
  'Phone case',
  'USB cable',
  'Steel cable',
  'Alive plant',
  'T-shirt',
  'Coffee pod',
  'Robot film',
  'iRobot',
  'Opera glass',
];
const rows = TITLES.map((title, k) => ({ id: `p${k}`, title }));
const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
const joined = (search: string): string => withoutPartedLetters(search, index.terms);

test('letters typed apart are put back where the catalogue knows the whole', () => {
  assert.equal(joined('i phone case under $300'), 'iphone case under $300');
  assert.equal(joined('black I-Phone, new'), 'black iphone, new');
  assert.equal(joined('u s b cable'), 'usb cable');
  assert.equal(joined('u s b'), 'usb');
  assert.equal(joined('i robot'), 'irobot');
});

test('others stay as they are', () => {
  for (const [search, why] of [
    ['a live plant', 'an article'],
    ['o pera glass', 'another article'],
    ['t shirt', 'a letter that is no stop word'],
    ['size s hirt', 'a size'],
    ['i pod', 'a whole that nothing has'],
    ['x y z', 'a row that nothing has'],
    ['u s', 'two letters'],
    ['i robot film', 'the other words stand with the parts alone'],
    ['i (phone)', 'brackets between'],
    ['iphone', 'no letter'],
    ['i', 'no word behind it'],
    ['', 'nothing'],
  ]) {
    assert.equal(joined(search), search, why);
  }
});

test('a search has at most four letters put back, and long rows are not looked up', () => {
  let looked = 0;
  const terms = {
    ...index.terms,
    find: (stem: string) => {
      looked++;
      return index.terms.find(stem);
    },
  };
  const many = withoutPartedLetters('i phone '.repeat(6), terms);
  assert.equal(many.match(/iphone/g)?.length, 4);
  assert.ok(looked < 200, String(looked));
  looked = 0;
  assert.equal(withoutPartedLetters('b '.repeat(20_000), terms), 'b '.repeat(20_000));
  assert.equal(looked, 0);
});

test('the search finds the whole, with the query, after the search, and in a list', () => {
  const ask = { index, model: emptyModel(), now: NOON };
  const first = (query: string | undefined, profile: ReturnType<typeof session> | undefined) =>
    rank({ ...ask, profile, query, limit: 2 }).items.map(({ id }) => TITLES[Number(id.slice(1))]);
  assert.equal(first('i phone case', undefined)[0], 'iPhone case');
  assert.equal(first(undefined, session('search:i phone case'))[0], 'iPhone case');
  assert.equal(first(undefined, session('search:u s b cable'))[0], 'USB cable');
  const { words } = sessionQueryOf(session('search:i phone case under $300'), NOON, undefined, index);
  assert.deepEqual(
    words.map(({ name }) => name),
    ['iphon', 'case'],
    'a price is no word',
  );
  const products = rows.toReversed().map(({ id, title }) => ({ id, title, attributes: { title } }));
  const { items } = rerank({ ...ask, profile: session('search:i phone case'), products, strength: 1 });
  assert.equal(items[0].id, 'p0');
});
