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
  ['fra', 'neuf', 'neuve'],
  ['fra', 'violet', 'violets', 'violette', 'violettes'],
  ['fra', 'frais', 'fraîche', 'fraîches'],
  ['fra', 'public', 'publique'],
  ['fra', 'clé', 'clés'],
  ['fra', 'gris', 'grise', 'grises'],
  ['fra', 'doux', 'douce'],
  ['fra', 'cheval', 'chevaux'],
  ['fra', 'tuyau', 'tuyaux'],
  ['fra', 'gros', 'grosse', 'grosses'],
  ['spa', 'zapato', 'zapatos'],
  ['spa', 'rojo', 'roja', 'rojos', 'rojas'],
  ['spa', 'luz', 'luces'],
  ['spa', 'legging', 'leggings'],
  ['spa', 'reloj', 'relojes'],
  ['spa', 'cable', 'cables'],
  ['spa', 'inglés', 'inglesa', 'ingleses', 'inglesas'],
  ['spa', 'grueso', 'gruesa', 'gruesos'],
  ['spa', 'ajo', 'ajos'],
  ['spa', 'gris', 'grises'],
  ['spa', 'menú', 'menús'],
  ['spa', 'autobús', 'autobuses'],
  ['por', 'botão', 'botões'],
  ['por', 'lençol', 'lençóis'],
  ['por', 'portátil', 'portáteis'],
  ['por', 'homem', 'homens'],
  ['por', 'infantil', 'infantis'],
  ['por', 'biquíni', 'biquínis'],
  ['por', 'português', 'portuguesa', 'portugueses'],
  ['por', 'ovo', 'ovos'],
  ['por', 'mão', 'mãos'],
  ['por', 'chapéu', 'chapéus'],
  ['por', 'flor', 'flores'],
  ['por', 'verde', 'verdes'],
  ['ita', 'biologico', 'biologica', 'biologici', 'biologiche'],
  ['ita', 'grigio', 'grigia', 'grigi', 'grigie'],
  ['ita', 'pesca', 'pesche'],
  ['ita', 'pesce', 'pesci'],
  ['ita', 'arancia', 'arance'],
  ['ita', 'lavatrice', 'lavatrici'],
  ['ita', 'foglio', 'fogli'],
  ['ita', 'olio', 'oli'],
  ['ita', 'asparago', 'asparagi'],
  ['ita', 'specchio', 'specchi'],
  ['ita', 'giacca', 'giacche'],
  ['ita', 'legging', 'leggings'],
  ['ita', 'armadio', 'armadi'],
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

/** Words that a shopper does not take for one another. */
const OTHERS: readonly (readonly [language: string, word: string, other: string])[] = [
  ['fra', 'équipe', 'équipement'],
  ['fra', 'pansement', 'panse'],
  ['fra', 'presse', 'pré'],
  ['fra', 'fraise', 'frais'],
  ['fra', 'laque', 'lac'],
  ['fra', 'prix', 'prise'],
  ['spa', 'cama', 'cámara'],
  ['spa', 'sal', 'salado'],
  ['spa', 'pesca', 'pescado'],
  ['spa', 'bol', 'bola'],
  ['spa', 'botas', 'botes'],
  ['spa', 'mes', 'mesa'],
  ['por', 'calça', 'calçado'],
  ['por', 'bota', 'botão'],
  ['por', 'pais', 'pal'],
  ['por', 'calças', 'calções'],
  ['por', 'sal', 'salada'],
  ['ita', 'pesca', 'pesce'],
  ['ita', 'sale', 'salute'],
  ['ita', 'cavia', 'cavo'],
  ['ita', 'patate', 'pâté'],
  ['ita', 'pane', 'panati'],
];
for (const [language, word, other] of OTHERS) {
  test(`"${word}" and "${other}" have two stems in ${language}`, () => {
    assert.notEqual(stem(foldText(word), language), stem(foldText(other), language));
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
