import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { catalogueOf, NOON, ROLES, session } from '../testing/shops.ts';
import { queryTerms, sessionQueryOf } from './session-query.ts';

const index = buildIndex(
  catalogueOf(
    ['Leather boots', 'Felt hat', 'Wool hat', 'Silk scarf'].map((title, i) => ({
      id: `p${i}`,
      title,
      price: 10 * (i + 1),
    })),
    { title: 'text' },
  ),
  ROLES,
);

const searched = (query: string | undefined, ...signals: readonly string[]) => {
  const profile = session(...signals);
  return sessionQueryOf(profile, profile.lastSeenAt, query, index);
};
const names = (words: readonly { readonly name: string }[]): string[] => words.map(({ name }) => name).sort();

describe('the query of a session', () => {
  test('has the words of the latest search in its order, whatever an earlier one had of them', () => {
    const { words } = searched('600 volt wire', 'search:volt meter');
    const latest = words.filter((word) => word.latest === true);
    assert.deepEqual(
      latest.map(({ name, at }) => [name, at]),
      [
        ['600', 0],
        ['volt', 1],
        ['wire', 2],
      ],
    );
  });

  test('has the words of the session and of the current query, which count as the latest', () => {
    const { words } = searched('felt', 'search:wool hat', 'product_view:p0', 'product_view:p1');
    assert.deepEqual(names(words), ['felt', 'hat', 'wool']);
    const weight = (word: string): number => words.find(({ name }) => name === word)!.weight;
    assert.equal(weight('felt'), 1);
    assert.ok(weight('wool') < 1);
  });

  test('tells what the latest search asks for, up to what that comes with', () => {
    assert.deepEqual(searched('wool hats with scarf', 'search:felt').search?.asked, ['wool', 'hat']);
    assert.deepEqual(searched(undefined, 'search:scarf', 'search:hats of felt').search?.asked, ['hat']);
    assert.equal(searched(undefined, 'product_view:p0').search, undefined);
  });

  test('applies the last statement about a word, and never both', () => {
    const negated = searched(undefined, 'search:leather boots', 'search:boots not leather');
    assert.ok(!names(negated.words).includes('leather'));
    assert.deepEqual(names(negated.excluded), ['leather']);
    const wanted = searched('leather boots', 'search:boots not leather');
    assert.ok(names(wanted.words).includes('leather'));
    assert.deepEqual(wanted.excluded, []);
    const refused = searched('boots not leather', 'search:leather boots');
    assert.ok(!names(refused.words).includes('leather'));
  });

  test('has the price range of the current query, or else that of the session', () => {
    assert.equal(searched('hat under 25', 'price_filter:5-9').priceFilter?.max, 25);
    assert.equal(searched('hat', 'price_filter:5-9').priceFilter?.max, 9);
    assert.equal(searched('hat').priceFilter, undefined);
  });

  test('is empty without a search', () => {
    assert.deepEqual(searched(undefined, 'product_view:p0').words, []);
  });

  test('does not change the profile', () => {
    const profile = session('search:boots not leather', 'category_view:hats');
    const before = structuredClone(profile);
    sessionQueryOf(profile, NOON + 1e6, 'leather', index);
    assert.deepEqual(profile, before);
  });
});

test('candidates are indexed by wanted and by excluded words', () => {
  const terms = queryTerms(session('search:boots not leather'), 'hat', index);
  for (const word of ['boot', 'hat', 'leather']) assert.ok(terms.has(word), word);
});
