import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_LANGUAGE, type ShopLanguage } from '../../../session/text/shop-language.ts';
import { catalogueOf, ROLES } from '../../testing/shops.ts';
import { buildInvertedIndex, invertedIndexOf } from '../inverted-index.ts';
import { CALLED } from '../term-table.ts';
import { headsOfCategory, headsOfTitle } from './title-head.ts';

const SPANISH: ShopLanguage = { language: 'spa', negators: [] };

const headsIn = (title: string, shop = ANY_LANGUAGE): string[] => [...headsOfTitle(title, shop)].sort();

test('the head of an English title is the last noun before a mark, a measure or a stop word', () => {
  assert.deepEqual(headsIn('Leather hat'), ['hat']);
  assert.deepEqual(headsIn('Laptop bag for ThinkPad'), ['bag']);
  assert.deepEqual(headsIn('Laptop bag, black leather'), ['bag']);
  assert.deepEqual(headsIn('Laptop bag - for ThinkPad'), ['bag']);
  assert.deepEqual(headsIn('Desk lamp 40 W'), ['lamp']);
  assert.deepEqual(headsIn('Maker 10 in. x 10 in. ceiling vent'), ['maker', 'vent']);
  assert.deepEqual(
    headsIn('Lamp 40 W desk lamp black'),
    ['black'],
    'of a word that stands twice the last place',
  );
});

test('where the language puts the noun first, the head is the first word', () => {
  assert.deepEqual(headsIn('Funda negra para portátil', SPANISH), headsIn('Funda', SPANISH));
  assert.deepEqual(headsIn('Portátil con funda', SPANISH), headsIn('Portátil', SPANISH));
});

test('a title of numbers and stop words has no head', () => {
  assert.deepEqual(headsIn('501 for 2'), []);
  assert.deepEqual(headsIn(''), []);
});

test('the index of a catalogue marks the products that a word is the head of', () => {
  const terms = invertedIndexOf(
    buildInvertedIndex(
      catalogueOf(
        [
          { id: 'a', title: 'Laptop' },
          { id: 'b', title: 'Laptop bag' },
          { id: 'c', title: 'Laptop, silver' },
          { id: 'd', title: 'Desk', use: 'laptop' },
        ],
        { title: 'text' },
      ),
      ROLES,
    ),
  );
  const { items, marks } = terms.find('laptop')!;
  assert.deepEqual(Array.from(items), [0, 1, 2, 3]);
  assert.deepEqual(
    Array.from(marks, (mark) => mark & CALLED),
    [1, 0, 1, 0],
  );
});

test('a title that begins as accessories do is one', () => {
  const heads = headsOfTitle('Cover three-seat sofa', ANY_LANGUAGE, new Set(['cover']));
  assert.deepEqual([...heads], ['cover']);
});

test('a category holds the kinds that the levels of its path name', () => {
  const kinds = (label: string) => headsOfCategory(label, ANY_LANGUAGE);
  assert.deepEqual(kinds('Furniture > Sofas & corner armchairs'), ['furnitur', 'sofa', 'armchair']);
  assert.deepEqual(kinds('Shoes / Boots'), ['shoe', 'boot']);
  assert.deepEqual(kinds('Hats'), ['hat']);
  assert.deepEqual(kinds(''), []);
});
