import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyProfile, foldAll } from './fold.ts';
import { readProfile } from './read-profile.ts';
import { searchAt, typedWords } from './typed-searches.ts';

const search = (value: string, k: number) => ({ type: 'search', value, at: k * 1000 });

test('a search is known by the number of its signal, and no other signal is a search', () => {
  const folded = foldAll(emptyProfile(0), [
    { type: 'category_view', value: 'boots', at: 0 },
    search('boots under 80', 1),
  ]);
  const profile = readProfile(folded);
  assert.equal(searchAt(profile, 1), undefined);
  assert.equal(searchAt(profile, 2), 'search:boots under 80');
  assert.equal(profile.priceFilter?.step, 2);
});

test('a long search is kept whole', () => {
  const text = `${'sofa '.repeat(100)}under 80`;
  const { searches, priceFilter } = readProfile(foldAll(emptyProfile(0), [search(` ${text} `, 0)]));
  assert.deepEqual(searches, [{ text, step: 1 }]);
  assert.equal(priceFilter?.max, 80);
});

test('words are found as they were typed, by their stems', () => {
  const typed = typedWords(['Sofas, grey', 'Été'], undefined);
  assert.deepEqual([...typed.values()], ['Sofas', 'grey', 'Été']);
  assert.equal(typed.get('sofa'), 'Sofas');
});
