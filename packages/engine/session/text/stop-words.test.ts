import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isIn,
  isStopWordIn,
  languagesOf,
  plainTerms,
  sentenceLanguagesOf,
  stopWordsFor,
} from './stop-words.ts';

const words = (text: string): string[] => text.split(' ');
const kept = (text: string, shop?: string): string[] => plainTerms(words(text), shop).map(({ word }) => word);

test('another language wins over the shop by two stop words, not by one', () => {
  assert.ok(!stopWordsFor(words('hat'), 'eng').has('hat'));
  assert.deepEqual(kept('shoes mit leather'), ['shoes', 'mit', 'leather']);
  assert.deepEqual(kept('schuhe mit der schnalle'), ['schuhe', 'schnalle']);
});

test('another language needs two stop words that are none of the shop', () => {
  assert.deepEqual(kept('kit for de longhi'), ['kit', 'de', 'longhi']);
  assert.deepEqual(languagesOf(words('kit for de longhi')), ['eng']);
  assert.deepEqual(kept('zapatos de la marca'), ['zapatos', 'marca']);
  assert.ok(languagesOf(words('zapatos de la marca')).includes('spa'));
});

test('words for whom a thing is are stop words of no other language', () => {
  assert.deepEqual(kept('jacket for men'), ['jacket', 'men']);
  assert.deepEqual(languagesOf(words('jacket for men')), ['eng']);
  assert.ok(!languagesOf(words('ikke for stor og tung')).includes('eng'));
});

test('they stay stop words in shops of that language', () => {
  for (const shop of ['dan', 'swe', 'nob']) {
    assert.ok(isStopWordIn('men', shop), shop);
    assert.deepEqual(kept('let men varm', shop), ['let', 'varm'], shop);
  }
  assert.ok(!isStopWordIn('men', 'eng'));
  assert.ok(!isStopWordIn('men', 'deu'));
});

test('letters tell no language', () => {
  assert.deepEqual(kept('t v stand'), ['t', 'v', 'stand']);
  assert.deepEqual(kept('u s b cable'), ['u', 's', 'b', 'cable']);
});

test('stop words that products are called by stay in shops of their language', () => {
  assert.deepEqual(kept('runde uhr', 'deu'), ['runde', 'uhr']);
});

test('stop words go unless a text has nothing else', () => {
  assert.deepEqual(kept('the boots'), ['boots']);
  assert.deepEqual(kept('the who'), ['the', 'who']);
});

test('Finnish and Turkish are told by shops only', () => {
  assert.ok(!languagesOf(words('ve ile bu')).includes('tur'));
  assert.ok(stopWordsFor(words('ve'), 'tur').has('ve'));
});

test('a sentence has two stop words of its language, one of which no name is made of', () => {
  assert.deepEqual(sentenceLanguagesOf(new Set(words('schuhe aus leder mit einer schnalle'))), ['deu']);
  assert.deepEqual(sentenceLanguagesOf(new Set(words('santa rosa de los andes'))), []);
});

test('words tell a language, tell against it, or do neither', () => {
  assert.equal(isIn('spa', words('zapatos para los hombres')), true);
  assert.equal(isIn('spa', words('shoes for the men')), false);
  assert.equal(isIn('spa', words('zapatos tacon')), undefined);
});
