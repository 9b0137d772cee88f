import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_LANGUAGE, type ShopLanguage } from '../../../session/text/shop-language.ts';
import { catalogueOf, ROLES } from '../../testing/shops.ts';
import { buildInvertedIndex, invertedIndexOf } from '../inverted-index.ts';
import { partsOfTitle, phrasesOf } from './title-parts.ts';

const partsIn = (title: string, language: ShopLanguage['language'] = 'eng') => {
  const { called, purpose } = partsOfTitle(title, { language, negators: [] });
  return [called.trim(), purpose.trim()];
};

test('what a product is for stands behind a word for it, up to the next mark', () => {
  assert.deepEqual(partsIn('Laptop bag for ThinkPad - black'), ['Laptop bag  - black', 'for ThinkPad']);
  assert.deepEqual(partsIn('Maker - Case for phones, tablets (2 pcs) for kids'), [
    'Maker - Case , tablets (2 pcs)',
    'for phones for kids',
  ]);
  assert.deepEqual(partsIn('Laptop bag'), ['Laptop bag', '']);
  assert.deepEqual(partsIn(''), ['', '']);
});

test('marks between digits part nothing', () => {
  assert.deepEqual(phrasesOf('3,5 mm cable, black'), ['3,5 mm cable', ' black']);
  assert.deepEqual(phrasesOf('1,000-piece puzzle: 16:9'), ['1,000-piece puzzle', ' 16:9']);
  assert.deepEqual(phrasesOf('Pages 3\u20135, 7, x'), ['Pages 3\u20135', ' 7', ' x']);
});

test('a title does not begin with a purpose', () => {
  assert.deepEqual(partsIn('For Whom the Bell Tolls'), ['For Whom the Bell Tolls', '']);
});

test('the word is of the language of the shop, or English', () => {
  assert.deepEqual(partsIn('Hülle für Kamera', 'deu'), ['Hülle', 'für Kamera']);
  assert.deepEqual(partsIn('Case for camera', 'deu'), ['Case', 'for camera']);
  assert.deepEqual(partsIn('Funda para cámara', 'spa'), ['Funda', 'para cámara']);
  assert.deepEqual(partsIn('Hu\u0308lle fu\u0308r Kamera', 'deu'), ['H\u00fclle', 'f\u00fcr Kamera']);
  assert.deepEqual(partsIn('Pieces per pack'), ['Pieces per pack', '']);
});

test('what a product is for finds it, behind what is called so', () => {
  const terms = invertedIndexOf(
    buildInvertedIndex(
      catalogueOf(
        [
          { id: 'a', title: 'Camera with strap' },
          { id: 'b', title: 'Battery for cameras' },
          { id: 'c', title: 'Strap', body: 'Fits a camera.' },
        ],
        { title: 'text', body: 'text' },
      ),
      ROLES,
    ),
  );
  const { items, weights } = terms.find('camera')!;
  assert.deepEqual(Array.from(items), [0, 1, 2]);
  assert.ok(weights[0] > weights[1] && weights[1] > weights[2], String(Array.from(weights)));
  assert.deepEqual(partsOfTitle('Camera', ANY_LANGUAGE), { called: 'Camera', purpose: '' });
});
