import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_LANGUAGE, type ShopLanguage } from '../../../session/text/shop-language.ts';
import { catalogueOf, ROLES } from '../../testing/shops.ts';
import { buildInvertedIndex, invertedIndexOf } from '../inverted-index.ts';
import { headsOfTitle, thingsForOthers } from './title-head.ts';

const SPANISH: ShopLanguage = { language: 'spa', negators: [] };

const headsIn = (title: string, values: readonly string[] = [], shop = ANY_LANGUAGE): string[] =>
  [...headsOfTitle(title, shop, (stem) => values.includes(stem))].sort();

test('the head of an English title is the last noun before a mark, a number or a stop word', () => {
  assert.deepEqual(headsIn('Leather hat'), ['hat']);
  assert.deepEqual(headsIn('Laptop bag for ThinkPad'), ['bag']);
  assert.deepEqual(headsIn('Laptop bag, black leather'), ['bag']);
  assert.deepEqual(headsIn('Laptop bag - for ThinkPad'), ['bag']);
  assert.deepEqual(headsIn('Desk lamp 40 W'), ['lamp']);
});

test('a value of the product behind the noun, such as its colour, leaves the noun the head', () => {
  assert.deepEqual(headsIn('Desk lamp black'), ['black']);
  assert.ok(headsIn('Desk lamp black', ['black']).includes('lamp'));
});

test('where the language puts the noun first, the head is the first word', () => {
  assert.deepEqual(headsIn('Funda negra para portátil', ['negr'], SPANISH), headsIn('Funda', [], SPANISH));
  assert.deepEqual(headsIn('Portátil con funda', [], SPANISH), headsIn('Portátil', [], SPANISH));
});

test('the maker is no head and modifies none', () => {
  const by = (brand: string, title: string): string[] =>
    [...headsOfTitle(title, ANY_LANGUAGE, () => false, undefined, brand)].sort();
  assert.deepEqual(by('Canon', 'Canon - Macro lens for EOS cameras'), ['len']);
  assert.deepEqual(by('', 'Canon - Macro lens'), ['canon'], 'nobody said that it is a maker');
  assert.deepEqual(by('Case Logic', 'Case Logic camera case'), ['case']);
  assert.deepEqual(by('Case Logic', 'Camera case Case Logic'), ['case']);
  assert.deepEqual(by('Sofa', 'Sofa'), ['sofa'], 'a title of the maker alone');
});

test('a title of numbers and stop words has no head', () => {
  assert.deepEqual(headsIn('501 for 2'), []);
  assert.deepEqual(headsIn(''), []);
});

test('the index of a catalogue marks the products that a word is the head of, by title and own values', () => {
  const terms = invertedIndexOf(
    buildInvertedIndex(
      catalogueOf(
        [
          { id: 'a', title: 'Laptop' },
          { id: 'b', title: 'Laptop bag' },
          { id: 'c', title: 'Laptop silver', colour: 'Silver' },
          { id: 'd', title: 'Desk', use: 'laptop' },
        ],
        { title: 'text' },
      ),
      ROLES,
    ),
  );
  const { items, heads } = terms.find('laptop')!;
  assert.deepEqual(Array.from(items), [0, 1, 2, 3]);
  assert.deepEqual(Array.from(heads), [1, 0, 1, 0]);
});

test('a title begins with its head where most titles that begin so say what the thing is for', () => {
  const covers = ['chair', 'bench', 'bed', 'stool', 'sofa'].map((each) => `Cover for ${each}`);
  const found = (titles: readonly string[], shop = ANY_LANGUAGE) => [...thingsForOthers(titles, shop)];
  assert.deepEqual(found([...covers, 'Cover 3-seat sofa', 'Chair cushion']), ['cover']);
  assert.deepEqual(found(covers.slice(1)), [], 'four say little');
  assert.deepEqual(found([...covers, ...covers.map((_, i) => `Cover ${i} sofa`)]), [], 'half do');
  assert.deepEqual(found(covers.map((title) => title.replace('for', 'with'))), []);
  assert.deepEqual(found(covers, SPANISH), [], 'the first word is the head in any case');
  const heads = headsOfTitle('Cover three-seat sofa', ANY_LANGUAGE, () => false, new Set(['cover']));
  assert.deepEqual([...heads], ['cover']);
});
