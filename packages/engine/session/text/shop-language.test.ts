import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyProfile, fold, foldAll } from '../profile/fold.ts';
import { readProfile } from '../profile/read-profile.ts';
import type { Signal } from '../types.ts';
import { readerWith, readSearch, textTerms } from './keywords.ts';
import { ANY_LANGUAGE, shopLanguage } from './shop-language.ts';
import { vocabularyOf } from './vocabulary.ts';

const GERMAN = 'Schuhe aus Leder mit Schnalle für Damen';
const ENGLISH = 'Shoes of leather with a buckle';
const NAME = 'Shoe';
const of = (count: number, text: string): string[] => Array.from({ length: count }, (_, i) => `${text} ${i}`);
const languageOf = (...texts: readonly string[][]) => shopLanguage(texts.flat()).language;

describe('the language of a shop', () => {
  test('is that of most sentences, of which ten tell and nine do not', () => {
    assert.equal(languageOf(of(10, GERMAN)), 'deu');
    assert.equal(languageOf(of(9, GERMAN)), 'eng');
  });

  test('is that of thirty sentences among names, if seven of ten are of it', () => {
    const names = of(4_000, NAME);
    assert.equal(languageOf(of(35, GERMAN), of(15, ENGLISH), names), 'deu');
    assert.equal(languageOf(of(34, GERMAN), of(15, ENGLISH), names), 'eng');
    assert.equal(languageOf(of(30, GERMAN), names), 'deu');
    assert.equal(languageOf(of(29, GERMAN), names), 'eng');
  });

  test('is told by a fiftieth of the texts, and by no less', () => {
    assert.equal(languageOf(of(20, GERMAN), of(980, NAME)), 'deu');
    assert.equal(languageOf(of(20, GERMAN), of(981, NAME)), 'eng');
  });

  test('is English where it is spoken to more than half as much', () => {
    assert.equal(languageOf(of(40, GERMAN), of(20, ENGLISH)), 'deu');
    assert.equal(languageOf(of(40, GERMAN), of(21, ENGLISH)), 'eng');
    assert.equal(languageOf(of(40, ENGLISH)), 'eng');
  });

  test('is the most frequent of several', () => {
    const french = 'Chaussures en cuir pour femme avec boucle';
    assert.equal(languageOf(of(30, french), of(20, GERMAN)), 'fra');
    assert.equal(languageOf(of(20, GERMAN), of(30, french)), 'fra');
    assert.equal(languageOf(of(20, GERMAN), of(19, french)), 'deu');
  });

  test('is not told by names, nor where there are no texts', () => {
    assert.equal(languageOf(of(100, 'Finca Santa Rosa de los Andes')), 'eng');
    assert.equal(languageOf(of(100, 'Comte de la Vallée et du Lac')), 'eng');
    assert.deepEqual(shopLanguage([]), ANY_LANGUAGE);
  });

  test('is not Danish where things are for men', () => {
    const titles = Array.from(
      { length: 60 },
      (_, k) => `${['Running shoes', 'Wool coat'][k % 2]} for men ${k}`,
    );
    assert.equal(shopLanguage(titles).language, 'eng');
  });

  test('is told by texts between a great many others', () => {
    assert.equal(languageOf(of(9_000, GERMAN), of(9_000, NAME)), 'deu');
  });
});

const german = { ...ANY_LANGUAGE, language: 'deu' } as const;
const french = { ...ANY_LANGUAGE, language: 'fra' } as const;
const stemsOf = (text: string, shop = german as Parameters<typeof textTerms>[1]) =>
  textTerms(text, shop).map(({ stem }) => stem);

test('endings, umlauts and accents of the language fall', () => {
  for (const word of ['grüne', 'grünes', 'grun', 'gruen', 'GRÜNER'])
    assert.deepEqual(stemsOf(word), stemsOf('grün'));
  assert.deepEqual(stemsOf('neue'), ['neu']);
  for (const word of ['brodées', 'brodee', 'brode', 'brodés'])
    assert.deepEqual(stemsOf(word, french), stemsOf('brodé', french));
  assert.deepEqual(stemsOf('cafes', french), stemsOf('café', french));
  assert.deepEqual(
    stemsOf('botões', { ...ANY_LANGUAGE, language: 'por' }),
    stemsOf('botão', { ...ANY_LANGUAGE, language: 'por' }),
  );
  assert.deepEqual(stemsOf('grijze', { ...ANY_LANGUAGE, language: 'nld' }), ['grijs']);
});

test('words with digits and of other scripts stay as they are in any language', () => {
  assert.deepEqual(stemsOf('s24e'), ['s24e']);
  assert.deepEqual(stemsOf('чёрные'), stemsOf('чёрный', ANY_LANGUAGE));
  assert.deepEqual(stemsOf('靴'), ['靴']);
});

test('what is written at one with the next word is a word of its own, but of names', () => {
  assert.deepEqual(stemsOf("Robe d'été", french), ['rob', 'ete']);
  assert.deepEqual(stemsOf("L'Oréal", french), stemsOf('loreal', french));
  const vocabulary = vocabularyOf([{ attribute: 'type', value: "Bottes d'hiver" }], french);
  const { matched } = readSearch("botte d'hiver", vocabulary).keywords;
  assert.deepEqual(
    matched.map(({ value }) => value),
    ["Bottes d'hiver"],
  );
});

test('a stop word of the language goes alone, but not what products are called', () => {
  assert.deepEqual(stemsOf('Kleid mit Blumen'), ['kleid', 'blum']);
  assert.deepEqual(stemsOf('Uhr für den Mann'), ['uhr', 'mann']);
  assert.deepEqual(stemsOf('shirts for the beach'), ['shirt', 'beach']);
  assert.deepEqual(stemsOf('Kleid mit Blumen', ANY_LANGUAGE), ['kleid', 'mit', 'blumen']);
});

test('a negator of the language needs nothing before it in a shop of the language', () => {
  const spanish = vocabularyOf([], { language: 'spa', negators: ['sin'] });
  assert.deepEqual(readSearch('sin cordones', spanish).keywords.negated, ['cordon']);
  assert.deepEqual(readSearch('the legend of sin city', spanish).keywords.negated, []);
  assert.deepEqual(readSearch('sin cordones').keywords.negated, []);
});

test('what is turned away in German takes back what was asked for in it, and the other way round', () => {
  const vocabulary = vocabularyOf([{ attribute: 'farbe', value: 'Grün' }], german);
  const at = Date.UTC(2026, 0, 31, 12);
  const search = (value: string, k: number): Signal => ({ type: 'search', value, at: at + k * 1000 });
  const folded = foldAll(emptyProfile(at), [search('grünes Kleid', 0), search('Kleid, nicht grüne', 1)]);
  const refused = readProfile(folded, readerWith(vocabulary));
  assert.deepEqual(refused.interests.attribute, []);
  assert.deepEqual(
    refused.interests.negatedKeyword.map(({ name }) => name),
    ['grun'],
  );
  const filtered = fold(folded, { type: 'attribute_filter', value: 'farbe=grüner', at: at + 2000 });
  assert.deepEqual(readProfile(filtered, readerWith(vocabulary)).interests.negatedKeyword, []);
  assert.equal(refused.language, 'deu');
});

test('a session is read in the language of the shop that it is read for', () => {
  const at = Date.UTC(2026, 0, 31, 12);
  const folded = fold(emptyProfile(at), { type: 'search', value: 'no boots', at });
  assert.equal(readProfile(folded, readerWith(vocabularyOf([], german))).language, 'deu');
  assert.equal(readProfile(folded).language, undefined);
});

test('words that tell what kind of shopper asks are told in any language', () => {
  const at = Date.UTC(2026, 0, 31, 12);
  for (const value of ['günstige Schuhe', 'billiger Schuh', 'cheap shoes']) {
    const folded = fold(emptyProfile(at), { type: 'search', value, at });
    const { evidence } = readProfile(folded, readerWith(vocabularyOf([], german)));
    assert.deepEqual(
      evidence.map(({ name }) => name),
      ['search', 'search:sale'],
      value,
    );
  }
});
