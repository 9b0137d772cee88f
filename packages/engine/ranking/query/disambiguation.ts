import type { NamedInterest, Profile } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { lastStepOf, type NamedColumn, namedAttribute, namedLast } from './named-values.ts';
import type { SearchTerm } from './words/search-terms.ts';
import { lastOfEach, MAX_POSTINGS_CHECKED, productsWithAll } from './words/words-together.ts';

type Interests = Profile['interests'];

/**
 * The named interests without values that the last search matched by chance: a search for "death star" may match a
 * series called "Stars". If some products match all words of the search, a value counts only if one of them has it.
 * Otherwise all values count.
 *
 * @param read the words of the session as they are read
 */
export function withoutChanceMatches(
  index: CatalogueIndex,
  interests: Interests,
  read: readonly SearchTerm[],
): Interests {
  const last = lastStepOf(interests.keyword);
  if (last === 0) return interests;
  const words = interests.keyword.filter(({ step }) => step === last).map(({ name }) => name);
  return withoutChanceMatchesAt(index, interests, words, read, last);
}

/** The same for the values that were named at step `at`, together with these words. */
export function withoutChanceMatchesAt(
  index: CatalogueIndex,
  interests: Interests,
  words: readonly string[],
  read: readonly SearchTerm[],
  step: number,
): Interests {
  const { category, brand, attribute } = interests;
  const isNamed = (interest: NamedInterest): boolean => interest.step === step;
  if (![category, brand, attribute].some((list) => list.some(isNamed))) return interests;
  // As they are read: of "power suply 750w", too, some products match all words.
  const matches = productsWithAll(
    read.flatMap(({ name, readings }) => (words.includes(name) ? [lastOfEach(readings)] : [])),
    index.terms,
  );
  // Of more matches, only the first are known.
  if (matches.length === 0 || matches.length >= MAX_POSTINGS_CHECKED) return interests;
  const isMeant =
    (valuesOf: (interest: NamedInterest) => NamedColumn | undefined) =>
    (interest: NamedInterest): boolean =>
      !isNamed(interest) || matches.some(valuesOf(interest)?.meets ?? (() => true));
  return {
    ...interests,
    category: category.filter(isMeant((one) => namedLast(index.category, [one]))),
    brand: brand.filter(isMeant((one) => namedLast(index.brand, [one]))),
    attribute: attribute.filter(isMeant((one) => namedAttribute(index, one))),
  };
}
