import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_LANGUAGE, type ShopLanguage } from '../../../session/text/shop-language.ts';
import { headsOfTitle } from './title-head.ts';
import { titleWordsOf } from './title-words.ts';

const SPANISH: ShopLanguage = { language: 'spa', negators: [] };

const wordsOf = (titles: readonly string[], shop = ANY_LANGUAGE) => titleWordsOf(titles, shop);

test('accessories begin with a word behind which most titles name a purpose', () => {
  const covers = ['chair', 'bench', 'bed', 'stool', 'sofa'].map((each) => `Cover for ${each}`);
  const found = (...of: Parameters<typeof wordsOf>) => [...wordsOf(...of).accessories];
  assert.deepEqual(found([...covers, 'Cover 3-seat sofa', 'Chair cushion']), ['cover']);
  assert.deepEqual(found(covers.slice(1)), [], 'four say little');
  assert.deepEqual(found([...covers, ...covers.map((_, i) => `Cover ${i} sofa`)]), [], 'half do');
  assert.deepEqual(found(covers.map((title) => title.replace('for', 'with'))), []);
  assert.deepEqual(found(covers, SPANISH), [], 'the first word is the head in any case');
  const shoes = covers.map((title) => title.replace('Cover', 'Shoes'));
  assert.deepEqual(
    found([...shoes, ...shoes.map((_, i) => `Shoe rack ${i}`)]),
    [],
    'forms of a word are one',
  );
});

test('a word before a measure or a conjunction is the thing where titles also end with it', () => {
  const words = wordsOf([
    'Lamp 40 W LED',
    'Lamp 60 W LED',
    'Desk lamp',
    'Philips 40 W lamp',
    'Philips 60 W lamp',
    'Flea and tick killer',
  ]);
  const headsIn = (title: string) => [...headsOfTitle(title, ANY_LANGUAGE, () => false, words)].sort();
  assert.deepEqual(headsIn('Lamp 25 W LED'), ['lamp', 'led']);
  assert.deepEqual(headsIn('Philips 25 W lamp'), ['lamp']);
  assert.deepEqual(headsIn('Flea and tick killer'), ['killer']);
  assert.deepEqual(headsIn('Philips 25'), ['philip'], 'nothing else is said');
});

test('three tenths of the titles are enough', () => {
  const titles = (last: number) =>
    Array.from({ length: 10 }, (_, i) => (i < last ? `Desk lamp ${i}` : `Lamp ${i} LED`));
  assert.equal(wordsOf(titles(3)).endsPhrases('lamp'), true);
  assert.equal(wordsOf(titles(2)).endsPhrases('lamp'), false);
  assert.equal(wordsOf(titles(3)).endsPhrases('led'), true);
  assert.equal(wordsOf(titles(3)).endsPhrases('unknown'), false);
});
