import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textTerms } from '../../../session/text/keywords.ts';
import { stem } from '../../../session/text/stemming.ts';
import { buildInvertedIndex, invertedIndexOf } from '../../indexing/inverted-index.ts';
import { idfOf } from '../../indexing/text-relevance.ts';
import { catalogueOf, ROLES, repeated, titledShop } from '../../testing/shops.ts';
import { searchTerms } from './search-terms.ts';

const TITLES = [
  'MacBook Air',
  'Apple Mac mini',
  'Doll house',
  'Headphone stand',
  'Grey book',
  'Grey phone',
  'Mac repair book',
  'Oak bookcase',
  'Storage case',
  'Coffeemaker',
  'Iced coffee',
  'Rice maker',
];
const terms = titledShop(TITLES).terms;
const readingsOf = (...names: readonly string[]) =>
  searchTerms(
    names.map((name) => ({ name, weight: 1 })),
    terms,
  ).map(({ readings }) => readings.map(({ stems, share }) => [stems.join('+'), share]));

test('a word that the catalogue knows is read as it is', () => {
  assert.deepEqual(readingsOf('mac'), [[['mac', 1]]]);
  assert.deepEqual(readingsOf('air', 'book'), [[['air', 1]], [['book', 1]]]);
});

test('two words that the catalogue also writes as one are read both ways', () => {
  assert.deepEqual(
    readingsOf('mac', 'book').map((readings) => readings.map(([stems]) => stems)),
    [
      ['mac', 'macbook'],
      ['book', 'macbook'],
    ],
  );
  assert.deepEqual(readingsOf('book', 'mac'), [[['book', 1]], [['mac', 1]]], 'in their order');
});

test('a compound that is rarer than its words together is worth no more than they', () => {
  const shop = titledShop([
    'Toner for laserprinters',
    ...repeated('laser printer', 40),
    ...repeated('lamp', 20),
  ]).terms;
  const rarityOf = (stem: string): number => idfOf(shop.find(stem)!.items.length, shop.products);
  const [laser, printer] = searchTerms(
    ['laser', 'printer'].map((name) => ({ name, weight: 1 })),
    shop,
  );
  const [compound] = laser.readings.filter(({ stems }) => stems[0] !== 'laser');
  const both = 2 * compound.share * rarityOf(compound.stems[0]);
  assert.ok(Math.abs(both - 2 * rarityOf('laser')) < 1e-9, 'as many have the one word as the other');
  assert.deepEqual(printer.readings.at(-1), compound);
});

test('two words that no product has both are read as the one that the catalogue makes of them', () => {
  assert.deepEqual(readingsOf('book', 'case'), [[['bookcas', 0.8]], [['bookcas', 0.8]]]);
});

test('two words are no compound alone that less than a tenth as many products have', () => {
  const cases = (count: number) => Array.from({ length: count }, (_, k) => `Storage case ${k + 100}`);
  const readings = (count: number) =>
    searchTerms(
      ['book', 'case'].map((name) => ({ name, weight: 1 })),
      titledShop(['Oak bookcase', 'Grey book', ...cases(count)]).terms,
    ).map((term) => term.readings.map(({ stems }) => stems.join('+')));
  assert.deepEqual(readings(10), [['bookcas'], ['bookcas']]);
  assert.deepEqual(readings(11), [
    ['book', 'bookcas'],
    ['case', 'bookcas'],
  ]);
});

test('a compound has the ending of its first word as it was typed', () => {
  const shop = titledShop(['Mockingbird', 'Mock bird', 'Warship', 'Ship']).terms;
  const read = (...typed: readonly string[]) =>
    searchTerms(
      typed.map((word) => ({ name: stem(word), typed: word, weight: 1 })),
      shop,
    ).map(({ readings }) => readings.map(({ stems }) => stems.join('+')));
  assert.deepEqual(read('mocking', 'bird'), [
    ['mock', 'mockingbird'],
    ['bird', 'mockingbird'],
  ]);
  assert.deepEqual(read('war', 'ship'), [['warship'], ['warship']]);
  assert.deepEqual(read('wars', 'ship').at(-1), ['ship'], 'wars are no ships');
});

test('an unknown word is read as its two known parts, else as the nearest spelling', () => {
  const [readings] = readingsOf('dollhouse');
  assert.deepEqual(
    readings.map(([stems]) => stems),
    ['dollhouse', 'doll+hous'],
  );
  assert.deepEqual(readingsOf('dollhous')[0][1][0], 'doll+hous', 'a part that is a stem already');
  const [corrected] = readingsOf('hedphon');
  assert.equal(corrected[1][0], 'headphon');
  assert.ok(Number(corrected[1][1]) < 1);
  assert.deepEqual(readingsOf('xylophone'), [[['xylophone', 1]]]);
});

test('an unknown word is no compound of two words that no product has both', () => {
  assert.deepEqual(readingsOf('airstand'), [[['airstand', 1]]]);
});

const shopTerms = titledShop([
  'Galaxy phone case',
  'Galaxy tablet',
  'Gal duffle bag',
  'Gala apple',
  'Wireless mouse',
  'Wireless headphones',
  'Bacon crown',
  'Bread crown',
  'Steam iron',
  'Wool sweater',
  'StarTech.com cable',
  'Star tech poster',
]).terms;
/** The readings of the last word of a search that is being typed. */
const lastRead = (...names: readonly string[]) =>
  searchTerms(
    names.map((name) => ({ name, weight: 1, latest: true })),
    shopTerms,
  )
    .at(-1)!
    .readings.map(({ stems }) => stems.join('+'));

test('an unknown last word is read as the words that begin with it and occur with the others', () => {
  assert.deepEqual(lastRead('wireless', 'head'), ['head', 'headphon']);
  assert.deepEqual(lastRead('phone', 'galax'), ['galax', 'galaxi']);
  assert.deepEqual(lastRead('head'), ['head', 'headphon'], 'alone, too');
  assert.deepEqual(lastRead('wireless', 'h'), ['h'], 'one letter begins too many words');
});

test('a last word that is a unit is continued, too, but for a unit behind its number', () => {
  const rows = [
    { id: 'p1', title: 'The hackers of Graz' },
    { id: 'p2', title: 'The 500 pounds' },
  ];
  const shop = invertedIndexOf(buildInvertedIndex(catalogueOf(rows, { title: 'text' }), ROLES));
  const read = (...names: readonly string[]) =>
    searchTerms(
      names.map((name) => ({ name, weight: 1, latest: true })),
      shop,
    )
      .at(-1)!
      .readings.map(({ stems }) => stems.join('+'));
  assert.deepEqual(read('gr'), ['gr', 'graz']);
  assert.deepEqual(read('500', 'gr'), ['gr']);
  // No stop word of a title: it would make any of them a match.
  assert.deepEqual(read('th'), ['th']);
});

test('a known last word is continued only where no product has all words as they are', () => {
  assert.deepEqual(lastRead('phone', 'gal'), ['gal', 'galaxi'], 'no phone is called Gal');
  assert.deepEqual(lastRead('duffle', 'gal'), ['gal'], 'the bag is');
  assert.deepEqual(lastRead('gal'), ['gal'], 'alone it is whole');
  assert.deepEqual(lastRead('sweater', 'gal'), ['gal'], 'nor has any product all words with a longer one');
});

test('a word of an earlier search, and one that is not the last, are not continued', () => {
  const readings = searchTerms(
    [
      { name: 'headph', weight: 1, latest: true },
      { name: 'wireless', weight: 1, latest: true },
      { name: 'headp', weight: 1 },
    ],
    shopTerms,
  ).map((term) => term.readings.map(({ stems }) => stems.join('+')));
  assert.deepEqual(readings, [['headph'], ['wireless'], ['headp']]);
});

test('of the nearest spellings those come first that occur with the rest of the search', () => {
  assert.deepEqual(lastRead('steam', 'irown'), ['irown', 'iron']);
  assert.deepEqual(lastRead('bacon', 'crwon'), ['crwon', 'crown']);
});

/** The last word of a search, as it was typed. */
const lastTyped = (typed: string, ...others: readonly string[]) => {
  const words = [...others, typed].map((word) => ({
    name: stem(word),
    weight: 1,
    latest: true as const,
    typed: word,
  }));
  const { readings, weight } = searchTerms(words, shopTerms).at(-1)!;
  return { stems: readings.slice(1).map(({ stems }) => stems.join('+')), weight };
};

test('a whole word is not half typed, whatever its stem', () => {
  assert.deepEqual(lastTyped('head').stems, ['headphon']);
  assert.deepEqual(lastTyped('heading').stems, [], 'whose stem is "head"');
});

test('a short stem is corrected only to words near what was typed', () => {
  const merits = invertedIndexOf(
    buildInvertedIndex(catalogueOf([{ id: 'p1', title: 'Merit lamp' }], { title: 'text' }), ROLES),
  );
  const read = (typed: string) =>
    searchTerms([{ name: stem(typed), weight: 1, typed }], merits)[0].readings.length;
  assert.equal(stem('meditation'), stem('medit'));
  assert.equal(read('medit'), 2, 'merit');
  assert.equal(read('meditation'), 1);
});

/** The readings of the words of a search, as it was typed, in a shop of these titles. */
function readIn(titles: readonly string[], search: string): readonly string[][] {
  const shop = titledShop(titles).terms;
  const words = textTerms(search, shop).map(({ stem: name, word: typed, at }) => ({
    name,
    typed,
    at,
    weight: 1,
    latest: true as const,
  }));
  return searchTerms(words, shop).map(({ readings }) => readings.map(({ stems }) => stems.join('+')));
}

test('words are joined where they are neighbours, and are no compound alone in the middle of a search', () => {
  const shop = ['Red carpet', 'Dog carrier', 'Car seat', 'Pet bowl'];
  assert.deepEqual(readIn(shop, 'car pet'), [['carpet'], ['carpet']]);
  assert.deepEqual(readIn(shop, 'car pet carrier')[0], ['car', 'carpet']);
  assert.deepEqual(readIn(['Pancake', 'Pan lid', 'Cake tin'], 'pan for a cake'), [['pan'], ['cake']]);
  assert.deepEqual(
    readIn(['Doghouse', 'Dog bed'], 'dog house')[0],
    ['doghous'],
    'with the end as it was typed',
  );
});

test('two numbers are not joined', () => {
  assert.deepEqual(readIn(['24 in. tile', '2 in. board', '4 in. board'], '2 x 4'), [['2'], ['4']]);
});

test('a word is parted where titles have both parts side by side, short ones nowhere else', () => {
  const shop = ['Red T-shirt', 'Tea for T', 'WD-40 spray', 'Spiral neck pen', 'One less'];
  assert.deepEqual(readIn(shop, 'tshirt'), [['tshirt', 't+shirt']]);
  assert.deepEqual(readIn(shop, 'wd40'), [['wd40', 'wd+40']]);
  assert.deepEqual(readIn(['Tea for T', 'Red shirt'], 'tshirt'), [['tshirt']]);
  const stops = [...repeated('door stop', 2), ...repeated('door mat', 20), ...repeated('table top', 6)];
  assert.deepEqual(readIn(stops, 'doorstop'), [['doorstop', 'door+stop']], 'not the more frequent parts');
});

test('of several corrections the nearest are meant, the most frequent first', () => {
  const shop = ['Coffee maker', 'Snow cone maker'];
  assert.deepEqual(readIn(shop, 'cofee maker')[0], ['cofe', 'coffe']);
  const chandeliers = [...repeated('chandelier', 5), 'Chandler rug'];
  assert.deepEqual(readIn(chandeliers, 'chandeler')[0], ['chandel', 'chandeli', 'chandler']);
});

test('a name that the shop does not use is completed while it is typed', () => {
  assert.deepEqual(readIn(['Cotton shirt', 'Carton box'], 'cot'), [['cot', 'cotton']]);
});

test('a word of more than forty letters is no compound', () => {
  const [first, last] = ['bon'.repeat(7).slice(0, 20), 'pal'.repeat(7)];
  const shop = [`Red ${first} ${last.slice(0, 20)}`, `Red ${first} ${last}`];
  assert.equal(readIn(shop, first + last.slice(0, 20))[0].length, 2);
  assert.equal(readIn(shop, first + last)[0].length, 1);
});

test('of the words that the catalogue lacks the first ten are read as others, and the last one', () => {
  let asked = 0;
  const counting = {
    ...terms,
    near: (...args: Parameters<typeof terms.near>) => {
      asked++;
      return terms.near(...args);
    },
  };
  const unknown = (count: number) =>
    searchTerms(
      Array.from({ length: count }, (_, k) => ({ name: `xqzv${'abcdefghijklmnopqrst'[k]}q`, weight: 1 })),
      counting,
    );
  unknown(10);
  const ofTen = asked;
  unknown(20);
  assert.ok(ofTen > 0);
  assert.equal(asked, 2 * ofTen);
  const read = searchTerms(
    [...Array.from({ length: 15 }, (_, k) => `xqzv${k}q`), 'bookcsae'].map((name) => ({
      name,
      weight: 1,
      latest: true as const,
    })),
    terms,
  );
  assert.ok(read.at(-1)!.readings.some(({ stems }) => stems[0] === 'bookcas'));
});
