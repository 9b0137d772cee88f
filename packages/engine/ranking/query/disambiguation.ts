import type { NamedInterest, Profile } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { type Column, holdsOneOf } from '../indexing/column.ts';
import { type InvertedIndex, type Postings, placeOf } from '../indexing/inverted-index.ts';
import { columnNamed, valuesNamed } from '../indexing/value-lookup.ts';
import { lastStepOf } from './intent-shift.ts';

type Interests = Profile['interests'];

/**
 * Products of the rarest word that are checked against the other words, which bounds the cost of a search. Set by
 * hand.
 */
export const MAX_POSTINGS_CHECKED = 2_000;

/**
 * The named interests without values that the last search matched by chance: a search for "death star" may match a
 * series called "Stars". If some products match all words of the search, a value counts only if one of them has it.
 * Otherwise all values count.
 */
export function withoutChanceMatches(index: CatalogueIndex, interests: Interests): Interests {
  const last = lastStepOf(interests.keyword);
  if (last === 0) return interests;
  const words = interests.keyword.filter(({ step }) => step === last).map(({ name }) => name);
  return withoutChanceMatchesAt(index, interests, words, last);
}

/** The same for the values that were named at step `at`, together with these words. */
export function withoutChanceMatchesAt(
  index: CatalogueIndex,
  interests: Interests,
  words: readonly string[],
  step: number,
): Interests {
  const { category, brand, attribute } = interests;
  const isNamed = (interest: NamedInterest): boolean => interest.step === step;
  if (![category, brand, attribute].some((list) => list.some(isNamed))) return interests;
  const matches = matchingAll(index.terms, words);
  if (matches.length === 0) return interests;
  const isMeant = (interest: NamedInterest, column: Column | undefined, value: string): boolean => {
    if (!isNamed(interest) || column === undefined) return true;
    const values = new Set(valuesNamed(column, value));
    const { cell } = column;
    return (
      values.size === 0 ||
      matches.some((product) => cell[product] >= 0 && holdsOneOf(column, cell[product], values))
    );
  };
  const { columns } = index;
  return {
    ...interests,
    category: category.filter((interest) => isMeant(interest, index.category, interest.name)),
    brand: brand.filter((interest) => isMeant(interest, index.brand, interest.name)),
    attribute: attribute.filter((interest) => {
      const end = interest.name.indexOf('=');
      const number = columnNamed(columns, interest.name.slice(0, end));
      return isMeant(interest, columns[number ?? -1], interest.name.slice(end + 1));
    }),
  };
}

/**
 * Rows of the products that match all words, ascending, among the first {@link MAX_POSTINGS_CHECKED} of the rarest
 * word.
 */
export function matchingAll(terms: InvertedIndex, words: readonly string[]): readonly number[] {
  const found: Postings[] = [];
  for (const word of words) {
    const postings = terms.find(word);
    if (postings === undefined) return [];
    found.push(postings);
  }
  found.sort((a, b) => a.items.length - b.items.length);
  const [rarest, ...others] = found;
  const matches: number[] = [];
  for (let k = 0; k < Math.min(rarest.items.length, MAX_POSTINGS_CHECKED); k++) {
    const product = rarest.items[k];
    if (others.every(({ items }) => placeOf(product, items) >= 0)) matches.push(product);
  }
  return matches;
}
