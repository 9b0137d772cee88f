import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PROFILE_BOUNDS } from '../../session/profile/draft.ts';
import { emptyProfile, fold } from '../../session/profile/fold.ts';
import { readProfile } from '../../session/profile/read-profile.ts';
import { MAX_KEPT } from '../../session/text/keywords.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { EMPTY_PROFILE } from '../intent/empty-profile.ts';
import { catalogueOf, NOON, titledShop } from '../testing/shops.ts';
import { parsedQueryOf, readSearchesAhead, searchReader, withValues } from './parsed-query.ts';
import { sessionQueryOf } from './session-query.ts';

test('a search is parsed once for a catalogue, whatever was asked of the catalogue before', () => {
  const index = titledShop(['Oak door knob', 'Lock']);
  const parsed = parsedQueryOf('the door knobs with locks, not oak, under 50', index);
  assert.deepEqual(parsed.keywords.negated, ['oak']);
  assert.deepEqual(parsed.keywords.priceRange, { max: 50 });
  assert.deepEqual(parsed.asked.slice(-2), ['door', 'knob']);
  assert.deepEqual(parsed.stopWords, ['~the', '~with']);
  assert.deepEqual(parsed.typed.get('knob'), { word: 'knobs', at: 2 });
  assert.equal(parsedQueryOf('the door knobs with locks, not oak, under 50', { ...index }), parsed);
  assert.notEqual(parsedQueryOf('the door knobs with locks, not oak, under 50', titledShop(['Oak'])), parsed);
});

test('what is kept of searches is bounded, and is what a new parse gives', () => {
  const index = titledShop(['Lamp']);
  const first = parsedQueryOf('lamp 0', index);
  for (let k = 1; k < MAX_KEPT; k++) parsedQueryOf(`lamp ${k}`, index);
  assert.equal(parsedQueryOf('lamp 0', index), first);
  for (let k = 1; k <= MAX_KEPT; k++) parsedQueryOf(`lamp ${k}`, index);
  const again = parsedQueryOf('lamp 0', index);
  assert.notEqual(again, first);
  assert.deepEqual(again, first);
});

test('searches of a session are read ahead in steps, and once', () => {
  const index = titledShop(['Lamp', 'Oak door knob']);
  const said = ['oak knobs', ' lamp ', 'x'.repeat(PROFILE_BOUNDS.stated), 'door under 50'].map((value) => ({
    type: 'search',
    value,
  }));
  const stepsOf = (some: typeof said) => [...readSearchesAhead(some, index)].length;
  assert.equal(stepsOf([]), 0);
  const first = stepsOf(said.slice(0, 2));
  assert.ok(first > 4, `${first} steps of two searches`);
  assert.equal(stepsOf(said.slice(0, 2)), 0);
  // What stands before more than a profile keeps is not read.
  const later = stepsOf(said);
  assert.ok(later > 0 && later < first, `${later} steps of one search`);
  assert.deepEqual(searchReader(index)(' lamp '), parsedQueryOf('lamp', index).keywords);
});

const rows = Array.from({ length: 24 }, (_, k) => ({
  id: `p${k}`,
  title: ['Leather boot', 'Rain jacket', 'Gum without sugar'][k % 3],
  sku: `KX-${200 + k}/B`,
  brand: ['The North Face', 'On'][k % 2],
  size: ['M', 'L', '38'][k % 3],
  price: 10 + k,
}));
const shop = withValues(
  buildIndex(catalogueOf(rows, { title: 'text', sku: 'identifier' }), {
    title: 'title',
    brand: 'brand',
    price: 'price',
  }),
  [
    { attribute: 'brand', value: 'The North Face', role: 'brand' },
    { attribute: 'brand', value: 'On', role: 'brand' },
    { attribute: 'size', value: 'M', said: 'size M' },
  ],
);
/** Pieces of searches: words, codes, values, limits, negations and words of intent. */
const PIECES = [
  'leather',
  'boots',
  'jacket',
  'the north face',
  'on',
  'size m',
  'KX-203/B',
  'kx 204',
  'cheap',
  'under 20',
  'not leather',
  'gum without sugar',
  'red or blue',
  'for',
];

test('a search that was logged is read as the same search that is sent with a request', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(PIECES, { minLength: 1, maxLength: 4 }), (pieces) => {
      const query = pieces.join(' ');
      const folded = fold(emptyProfile(NOON), { type: 'search', value: query, at: NOON });
      const after = sessionQueryOf(readProfile(folded, searchReader(shop)), NOON, undefined, shop);
      const sent = sessionQueryOf(EMPTY_PROFILE, NOON, query, shop);
      const names = (words: readonly { readonly name: string }[]) => words.map(({ name }) => name).sort();
      assert.deepEqual(names(after.words), names(sent.words));
      assert.deepEqual(names(after.excluded), names(sent.excluded));
      assert.deepEqual(after.priceFilter?.max, sent.priceFilter?.max);
    }),
  );
});

test('a session has the codes of its searches, and no stop words of names, nor words of intent', () => {
  const keywordsAfter = (search: string): string[] => {
    const folded = fold(emptyProfile(NOON), { type: 'search', value: search, at: NOON });
    const { keyword } = readProfile(folded, searchReader(shop)).interests;
    return keyword.map(({ name }) => name).sort();
  };
  assert.deepEqual(keywordsAfter('the north face jacket'), ['face', 'jacket', 'north']);
  assert.equal(keywordsAfter('KX-203/B').length, 1);
  assert.deepEqual(keywordsAfter('cheap boots'), ['boot']);
  assert.deepEqual(keywordsAfter('boots, not leather'), ['boot']);
});

test('the words of a search are told as they were typed', () => {
  assert.deepEqual(parsedQueryOf('cheap boots KX-203/B', shop).keywords.keywords, [
    'cheap',
    'boots',
    'KX-203/B',
  ]);
});
