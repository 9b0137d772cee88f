import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildInvertedIndex, invertedIndexOf } from '../indexing/inverted-index.ts';
import { catalogueOf, ROLES } from '../testing/shops.ts';
import { searchTerms } from './search-terms.ts';

const TITLES = ['MacBook Air', 'Apple Mac mini', 'Doll house', 'Headphone stand', 'Grey book', 'Grey phone'];
const terms = invertedIndexOf(
  buildInvertedIndex(
    catalogueOf(
      TITLES.map((title, k) => ({ id: `p${k}`, title })),
      { title: 'text' },
    ),
    ROLES,
  ),
);
const readingsOf = (...names: readonly string[]) =>
  searchTerms(
    names.map((name) => ({ name, weight: 1 })),
    terms,
  ).map(({ readings }) => readings.map(({ stems, share }) => [stems.join('+'), share]));

test('a word that the catalogue knows is read as it is', () => {
  assert.deepEqual(readingsOf('mac'), [[['mac', 1]]]);
  assert.deepEqual(readingsOf('air', 'book'), [[['air', 1]], [['book', 1]]]);
});

test('two words that the catalogue also writes as one are read both ways, half for each', () => {
  assert.deepEqual(readingsOf('mac', 'book'), [
    [
      ['mac', 1],
      ['macbook', 0.5],
    ],
    [
      ['book', 1],
      ['macbook', 0.5],
    ],
  ]);
  assert.deepEqual(readingsOf('book', 'mac'), [[['book', 1]], [['mac', 1]]], 'in their order');
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
