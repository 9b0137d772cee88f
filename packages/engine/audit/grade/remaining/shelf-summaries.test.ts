import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf } from '../../exports.fixture.ts';
import { audit } from '../audit.ts';

const COLOURS = ['red', 'green', 'blue', 'black'];
const SIZES = ['S', 'M', 'L'];
const FITS = ['slim', 'regular', 'loose'];

/** Shirts and trousers with the same attributes; a third of the trousers lacks a fit. */
function shop(products: number, category: string, share = 0.5) {
  return catalogueOf({
    names: ['id', category, 'colour', 'size', 'fit'],
    rows: Array.from({ length: products }, (_, at) => [
      `p${at}`,
      at % 100 < share * 100 ? 'Shirts' : 'Trousers',
      COLOURS[at % 4],
      SIZES[Math.floor(at / 4) % 3],
      at % 100 >= share * 100 && at % 3 === 0 ? '' : FITS[Math.floor(at / 12) % 3],
    ]),
  });
}

test('shelves are shown by a column of kinds also where every attribute applies to all of them', () => {
  const { shelves, attributes } = audit(shop(200, 'category'));
  assert.equal(shelves?.by, 'category');
  assert.deepEqual(
    shelves.values.map(({ value, products, first }) => [value, products, [...first]]),
    [
      ['Shirts', 100, []],
      ['Trousers', 100, ['fit']],
    ],
  );
  const [shirts, trousers] = shelves.values;
  assert.equal(shirts.remaining?.of, 100);
  assert.ok(shirts.remaining.now <= shirts.remaining.complete + 1e-9);
  assert.ok((trousers.remaining?.now ?? 0) > (trousers.remaining?.complete ?? 0));
  // Only shown: what is asked, and of whom, does not change.
  assert.ok(attributes.every(({ appliesTo }) => appliesTo === undefined));
});

test('a column of titles or systems makes no shelves, nor does one shelf that is nearly the whole shop', () => {
  assert.equal(audit(shop(200, 'operating system')).shelves, undefined);
  assert.equal(audit(shop(200, 'category', 0.89)).shelves?.by, 'category');
  assert.equal(audit(shop(200, 'category', 0.9)).shelves, undefined);
});

test('of many small shelves the largest are shown, and the others together', () => {
  const rows = Array.from({ length: 300 }, (_, at) => [
    `p${at}`,
    at < 120 ? `big ${at % 2}` : at < 140 ? `just ${at % 2}` : `small ${at % 70}`,
    COLOURS[at % 4],
    SIZES[Math.floor(at / 4) % 3],
    at % 3 === 0 ? '' : FITS[Math.floor(at / 12) % 3],
  ]);
  const { shelves } = audit(catalogueOf({ names: ['id', 'style', 'colour', 'size', 'fit'], rows }));
  assert.deepEqual(
    shelves?.values.map(({ value, products }) => [value, products]),
    [
      ['big 0', 60],
      ['big 1', 60],
      ['just 0', 10],
      ['just 1', 10],
      ['other kinds', 160],
    ],
  );
});

test('what another attribute tells nearly all of does not lead, and stands before what is worth nothing', () => {
  const rows = Array.from({ length: 300 }, (_, at) => [
    `p${at}`,
    `red ${at % 12}`,
    at % 3 === 0 ? '' : `rouge ${at % 12}`,
    at % 5 === 0 ? '' : FITS[Math.floor(at / 12) % 3],
    SIZES[Math.floor(at / 36) % 3],
  ]);
  const { attributes } = audit(catalogueOf({ names: ['id', 'shade', 'nuance', 'fit', 'size'], rows }));
  const alone = new Map(
    attributes.map(({ attribute, threeQuestionGain }) => [attribute, threeQuestionGain ?? 0]),
  );
  assert.ok(alone.get('nuance')! > alone.get('fit')!);
  assert.deepEqual(
    attributes.slice(0, 2).map(({ attribute }) => attribute),
    ['fit', 'nuance'],
  );
});
