import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readerWith, readSearch } from '../text/keywords.ts';
import { vocabularyOf } from '../text/vocabulary.ts';
import type { InterestKind, Signal } from '../types.ts';
import { emptyProfile, foldAll } from './fold.ts';
import { readProfile } from './read-profile.ts';

const T0 = Date.UTC(2026, 0, 31, 12);
const vocabulary = vocabularyOf([
  { attribute: 'colour', value: 'White' },
  { attribute: 'colour', value: 'Blue' },
  { attribute: 'colour', value: 'Navy Blue' },
  { attribute: 'kind', value: 'Milk Chocolate' },
  { attribute: 'type', value: 'Boots', role: 'category' },
]);

/** "search:white boots" as a signal a second after the one before. */
const signalsOf = (texts: readonly string[]): Signal[] =>
  texts.map((text, i) => {
    const colon = text.indexOf(':');
    const [type, value] = [text.slice(0, colon), text.slice(colon + 1)];
    return { type, value, at: T0 + i * 1000 };
  });
function namesAfter(kind: InterestKind, ...texts: string[]): string[] {
  const signals = signalsOf(texts);
  return readProfile(foldAll(emptyProfile(T0), signals), readerWith(vocabulary)).interests[kind].map(
    ({ name }) => name,
  );
}

test('a search that turns a value away takes back what was asked for before', () => {
  assert.deepEqual(namesAfter('attribute', 'search:white boots', 'search:boots not white'), []);
  assert.deepEqual(namesAfter('attribute', 'attribute_filter:colour=White', 'search:not white'), []);
  assert.deepEqual(namesAfter('category', 'category_view:boots', 'search:no boots'), []);
  assert.deepEqual(namesAfter('brand', 'brand_view:Ala', 'search:not ala'), []);
  assert.deepEqual(namesAfter('attribute', 'search:white boots, not white'), []);
});

test('other values stay', () => {
  assert.deepEqual(namesAfter('attribute', 'search:white boots', 'search:not leather'), ['colour=white']);
  assert.deepEqual(namesAfter('attribute', 'attribute_filter:kind=milk chocolate', 'search:not milk'), [
    'kind=milk chocolate',
  ]);
  assert.deepEqual(namesAfter('attribute', 'attribute_filter:white=yes', 'search:not white'), ['white=yes']);
  assert.deepEqual(
    namesAfter('attribute', 'attribute_filter:kind=milk chocolate', 'search:chocolate, not milk chocolate'),
    [],
  );
});

test('a value of several words is turned away without the words that are wanted', () => {
  assert.deepEqual(readSearch('blue boots not navy blue', vocabulary).keywords.negated, ['navi']);
  assert.deepEqual(namesAfter('attribute', 'search:navy blue boots', 'search:blue boots not navy blue'), [
    'colour=blue',
  ]);
  assert.deepEqual(readSearch('leather boots not leather', vocabulary).keywords.negated, ['leather']);
});

test('who asks for a value by its name does not turn its words away any more', () => {
  assert.deepEqual(namesAfter('negatedKeyword', 'search:not white', 'attribute_filter:colour=White'), []);
  assert.deepEqual(namesAfter('negatedKeyword', 'search:no boots or hats', 'category_view:Boots'), ['hat']);
  assert.deepEqual(namesAfter('negatedKeyword', 'search:not ala', 'brand_view:Ala'), []);
});

test('what came late takes back nothing that was said after it', () => {
  const [filter, search] = signalsOf(['attribute_filter:colour=White', 'search:not white']);
  const read = (...signals: Signal[]) =>
    readProfile(foldAll(emptyProfile(T0), signals), readerWith(vocabulary));
  const late = read(filter!, { ...search!, at: T0 - 60_000 });
  assert.deepEqual(
    late.interests.attribute.map(({ name }) => name),
    ['colour=white'],
  );
  const lateFilter = read(search!, { ...filter!, at: T0 - 60_000 });
  assert.deepEqual(
    lateFilter.interests.negatedKeyword.map(({ name }) => name),
    ['white'],
  );
});
