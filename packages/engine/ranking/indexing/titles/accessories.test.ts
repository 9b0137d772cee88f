import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_LANGUAGE, type ShopLanguage } from '../../../session/text/shop-language.ts';
import { accessoriesIn } from './accessories.ts';

const SPANISH: ShopLanguage = { language: 'spa', negators: [] };

test('accessories begin with a word behind which most titles name a purpose', () => {
  const covers = ['chair', 'bench', 'bed', 'stool', 'sofa'].map((each) => `Cover for ${each}`);
  const found = (titles: readonly string[], shop = ANY_LANGUAGE) => [...accessoriesIn(titles, shop)];
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
