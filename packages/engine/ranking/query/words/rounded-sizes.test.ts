import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stem } from '../../../session/text/stemming.ts';
import { buildIndex } from '../../indexing/catalogue-index.ts';
import { withPlace } from '../../indexing/term-table.ts';
import { idfOf } from '../../indexing/text-relevance.ts';
import { emptyModel } from '../../learning/empty-model.ts';
import { rank } from '../../rank.ts';
import { catalogueOf, NOON, ROLES, titledShop } from '../../testing/shops.ts';
import { roundedSizes } from './rounded-sizes.ts';

const TITLES = [
  ...Array.from({ length: 6 }, (_, k) => `Slim laptop ${k + 1}00 13.3 inch`),
  'Small laptop 12.5 inch',
  'Wide laptop 13.9 inch',
  'Old laptop 12.4 inch',
  'Laptop sleeve 15 inch',
];
const index = titledShop(TITLES);
const { terms } = index;
const sizes = (number: string): string[] =>
  roundedSizes(number, undefined, terms)
    .map(({ stems }) => stems.join(' '))
    .sort();

test('a whole number also means the sizes of which it is the beginning or the nearest', () => {
  assert.deepEqual(sizes('13'), ['12.5 inch', '13.3 inch', '13.9 inch']);
  assert.deepEqual(sizes('12'), ['12.4 inch', '12.5 inch']);
});

test('a number has two digits, and no zero before them', () => {
  // Numbers stand first in the title, and inches second.
  const at = (place: number) => ({ items: [0], weights: [1], marks: [withPlace(0, place)] });
  const everything = { ...terms, find: (word: string) => at(word === 'inch' ? 2 : 1) };
  // Nine tenths of the number and five of the one before it, with a point and with a comma.
  for (const number of ['10', '99'])
    assert.equal(roundedSizes(number, undefined, everything).length, 28, number);
  for (const number of ['9', '100', '1.5', '013', 'x1']) {
    assert.deepEqual(roundedSizes(number, undefined, everything), [], number);
  }
});

test('sizes are in inches of the language of the shop', () => {
  const rows = Array.from({ length: 10 }, (_, k) => ({
    id: `p${k}`,
    title: `Notebook ${k}00 ${k === 0 ? '13.3' : '13,3'} Zoll`,
    text: `Ein leichtes Notebook mit einer Tasche für den Alltag ${k}`,
  }));
  const german = buildIndex(catalogueOf(rows, { title: 'text', text: 'text' }), ROLES).terms;
  assert.equal(german.language, 'deu');
  assert.deepEqual(
    roundedSizes('13', undefined, german).map(({ stems }) => stems.join(' ')),
    ['13.3 zoll', '13,3 zoll'],
  );
});

test('the word behind the number is their unit, and inches are none of another', () => {
  const titles = [
    'Refrigerator 27.2 cu ft',
    'Refrigerator 16.9 cu ft',
    'Laptop 15.6 inch 8 gb',
    'Laptop 14.1 inch',
    'Slim 14.1 laptop',
    'Shelf 39.9 inch, 20 cm deep',
  ];
  const shop = titledShop(titles).terms;
  const read = (number: string, typed: string) =>
    roundedSizes(number, { name: stem(typed), typed }, shop).map(({ stems }) => stems.join(' '));
  assert.deepEqual(read('27', 'cu'), ['27.2 cu']);
  assert.deepEqual(read('16', 'gb'), []);
  assert.deepEqual(read('40', 'cm'), []);
  assert.deepEqual(read('14', 'inch'), ['14.1 inch']);
  assert.deepEqual(read('14', 'laptop'), ['14.1 laptop', '14.1 inch']);
  for (const unit of ['ounces', 'gigabytes', 'packs', 'port']) assert.deepEqual(read('14', unit), [], unit);
});

test('shoes have no rounded sizes, whatever else is measured in inches', () => {
  const titles = ['Running shoe 9.5', 'Running shoe 10', 'Running shoe 10.5', 'Shoe box 14 inch'];
  const shop = titledShop(titles);
  const ask = { profile: undefined, index: shop, model: emptyModel(), now: NOON };
  const { items } = rank({ ...ask, query: 'running shoe 10', limit: 9 });
  const byKeyword = items.filter(({ scoreBreakdown }) =>
    scoreBreakdown.some(({ factor, signal }) => factor === 'keyword' && signal?.includes('10') === true),
  );
  assert.deepEqual(
    byKeyword.map(({ id }) => id),
    ['p1'],
  );
});

test('a size counts no more than the number itself, and .8 of its words where the catalogue lacks that', () => {
  const worthOf = (lookup: typeof terms): number => {
    const [{ stems, share }] = roundedSizes('13', undefined, lookup);
    const rarity = (stem: string) => idfOf(lookup.find(stem)!.items.length, lookup.products);
    return (share * (rarity(stems[0]) + rarity(stems[1]))) / rarity(stems[0]);
  };
  assert.ok(Math.abs(worthOf(terms) - 0.8) < 1e-12);
  const common = { ...terms, find: (stem: string) => terms.find(stem === '13' ? 'laptop' : stem) };
  const rarer =
    idfOf(terms.find('laptop')!.items.length, terms.products) /
    idfOf(terms.find('13.3')!.items.length, terms.products);
  assert.ok(rarer < 0.9);
  assert.ok(Math.abs(worthOf(common) - 0.8 * rarer) < 1e-12);
});

test('a search for 13 inch finds 13.3 inch before another thing or size', () => {
  const { items } = rank({
    profile: undefined,
    index,
    model: emptyModel(),
    now: NOON,
    query: '13 inch laptop',
    limit: 9,
  });
  const titles = items.map(({ id }) => TITLES[Number(id.slice(1))]);
  assert.ok(
    titles.slice(0, 8).every((title) => /1[23]\.[359]/.test(title)),
    titles.join('; '),
  );
  assert.equal(titles[8], 'Old laptop 12.4 inch');
});
