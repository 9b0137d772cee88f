import type { NamedInterest, Profile } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { type Column, holdsOneOf } from '../indexing/column.ts';
import { type InvertedIndex, type Postings, placeOf } from '../indexing/inverted-index.ts';
import { columnNamed, valuesNamed } from '../indexing/value-lookup.ts';
import { lastStepOf } from './intent-shift.ts';

type Interests = Profile['interests'];

/** Products of the rarest word that are held against the others, so that no search takes long. */
export const MOST_LOOKED_AT = 2_000;

/**
 * What a session named, without values that its last search named by chance. A part of a search may be a value of the
 * catalogue without being meant as one: of "death star", a series called "Stars". Where some products match all of its
 * words, a value counts if one of these has it; where none does, nothing better is known, and all count.
 */
export function withoutChanceMatches(index: CatalogueIndex, interests: Interests): Interests {
  const last = lastStepOf(interests.keyword);
  if (last === 0) return interests;
  const words = interests.keyword.filter(({ step }) => step === last).map(({ name }) => name);
  return withoutChanceMatchesAt(index, interests, words, last);
}

/** The same of what was named at one step, beside words. */
export function withoutChanceMatchesAt(
  index: CatalogueIndex,
  interests: Interests,
  words: readonly string[],
  at: number,
): Interests {
  const { category, brand, attribute } = interests;
  const isNamed = ({ step }: NamedInterest): boolean => step === at;
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

/** Products that match all of some words, or those of them that are among the first of the rarest one. */
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
  for (let k = 0; k < Math.min(rarest.items.length, MOST_LOOKED_AT); k++) {
    const product = rarest.items[k];
    if (others.every(({ items }) => placeOf(product, items) >= 0)) matches.push(product);
  }
  return matches;
}
