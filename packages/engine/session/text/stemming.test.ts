import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stem } from './stemming.ts';
import { foldText } from './tokens.ts';

/** Forms of one word that a search and a product may have. */
const FORMS: readonly (readonly [language: string, ...forms: string[]])[] = [
  ['eng', 'boot', 'boots'],
  ['deu', 'grün', 'gruen', 'grünen', 'grün'],
  ['fra', 'brodé', 'brodées', 'brodee'],
  ['fra', 'long', 'longue'],
  ['spa', 'zapato', 'zapatos'],
  ['por', 'botão', 'botões'],
  ['nld', 'tas', 'tassen'],
  ['swe', 'grön', 'grönt'],
  ['dan', 'rød', 'rødt'],
  ['nob', 'grønn', 'grønt'],
  ['rus', 'чёрный', 'чёрные'],
];
for (const [language, first, ...others] of FORMS) {
  test(`forms of "${first}" have one stem in ${language}`, () => {
    for (const other of others)
      assert.equal(stem(foldText(other), language), stem(foldText(first), language), other);
  });
}

test('Cyrillic words are stemmed as Russian ones in any shop, and Latin ones as English in a Russian one', () => {
  assert.equal(stem('ботинки', 'deu'), stem('ботинок', 'rus').replace(/ок$/, 'к'));
  assert.equal(stem('boots', 'rus'), stem('boots', 'eng'));
});

test('a Turkish word keeps the letters that tell it from others', () => {
  assert.notEqual(stem(foldText('çanta'), 'tur'), 'ca');
});

test('words of an unknown language are stemmed as English ones', () => {
  assert.equal(stem('boots', 'xxx'), 'boot');
});

test('short words, names of models and other scripts stay as they are', () => {
  for (const word of ['as', 'x100s', '靴', 'حذاء']) assert.equal(stem(word, 'eng'), word);
});
