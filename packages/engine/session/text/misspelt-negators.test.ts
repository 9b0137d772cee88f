import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractKeywords } from './keywords.ts';
import { withNegatorsSpelt } from './misspelt-negators.ts';
import { EMPTY_VOCABULARY } from './vocabulary.ts';

test('a negator with one letter wrong negates', () => {
  for (const without of ['witout', 'wihtout', 'withoout', 'Withput']) {
    assert.equal(withNegatorsSpelt(`desk ${without} drawers`, 'eng'), 'desk without drawers');
  }
  assert.equal(withNegatorsSpelt('sensa glutine', 'ita'), 'senza glutine');
  const { keywords, negated } = extractKeywords('biscotti seza zucchero', {
    ...EMPTY_VOCABULARY,
    language: 'ita',
  });
  assert.deepEqual([keywords, negated], [['biscotti'], ['zuccher']]);
});

test('words near a negator stay', () => {
  for (const [search, language] of [
    ['senna foglie', 'ita'],
    ['kleine tasche', 'deu'],
    ['sensa glutine', 'eng'],
    ['expect nothing', 'eng'],
    ['ithout drawers', 'eng'],
    ['wthoout drawers', 'eng'],
    ['desk witout', 'eng'],
  ]) {
    assert.equal(withNegatorsSpelt(search, language), search);
  }
});
