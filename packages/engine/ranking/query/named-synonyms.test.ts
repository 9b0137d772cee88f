import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSearch } from '../../session/text/keywords.ts';
import { ANY_LANGUAGE } from '../../session/text/shop-language.ts';
import { vocabularyOf } from '../../session/text/vocabulary.ts';
import { withNamedSynonyms } from './named-synonyms.ts';

const vocabulary = vocabularyOf([
  { attribute: 'type', value: 'Sofas', role: 'category' },
  { attribute: 'type', value: 'Beds', role: 'category' },
  { attribute: 'colour', value: 'Red' },
]);
const rules = [
  { words: ['couch', 'three-seat settee', 'sofa'] },
  { words: ['lounger'], finds: ['sofa', 'bed'] },
  { words: ['crimson', 'red'] },
  { words: ['bed', 'sofa'] },
];
const named = (query: string): string[] =>
  readSearch(query, {
    ...vocabulary,
    ...withNamedSynonyms(vocabulary, rules, ANY_LANGUAGE),
  }).keywords.matched.map(({ attribute, value }) => `${attribute}=${value}`);

test('a synonym of a category names it, as a phrase too', () => {
  assert.deepEqual(named('red couch'), ['colour=Red', 'type=Sofas']);
  assert.deepEqual(named('three-seat settee'), ['type=Sofas']);
  assert.deepEqual(named('lounger'), ['type=Sofas', 'type=Beds']);
});

test('synonyms of other values are words alone, and a category means itself alone', () => {
  assert.deepEqual(named('crimson'), []);
  assert.deepEqual(named('bed'), ['type=Beds']);
});

test('without such a rule the values are the same', () => {
  assert.equal(withNamedSynonyms(vocabulary, rules.slice(2), ANY_LANGUAGE), vocabulary);
});
