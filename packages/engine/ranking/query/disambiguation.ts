import { ascendingLookup } from '../../primitives/binary-search.ts';
import { textTerms } from '../../session/text/keywords.ts';
import type { NamedInterest, Profile } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { type Column, holdsOneOf } from '../indexing/column.ts';
import { countedBy } from '../indexing/number-columns.ts';
import { CALLED, type InvertedIndex } from '../indexing/term-table.ts';
import { columnNamed, valuesNamed } from '../indexing/value-lookup.ts';
import { lastStepOf } from './intent-shift.ts';
import type { SearchTerm } from './words/search-terms.ts';
import { MAX_POSTINGS_CHECKED, productsWithAll } from './words/words-together.ts';

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
    read.flatMap(({ name, readings }) =>
      words.includes(name) ? [readings.map(({ stems }) => stems.at(-1)!)] : [],
    ),
    index.terms,
  );
  const chanceOf = (interest: NamedInterest, column: Column | undefined, value: string): number => {
    if (!isNamed(interest) || column === undefined) return 1;
    const values = new Set(valuesNamed(column, value));
    if (values.size === 0) return 1;
    // A count is named with the word for what it counts, which other titles have by chance: "Core 8 GB".
    if (countedBy(column) !== undefined) return 1;
    const { cell } = column;
    const hasValue = (product: number): boolean =>
      cell[product] >= 0 && holdsOneOf(column, cell[product], values);
    // Of more matches, only the first are known.
    const isAll = matches.length < MAX_POSTINGS_CHECKED;
    if (isAll && matches.length > 0 && !matches.some(hasValue)) return 0;
    return chanceOfValue(index.terms, value, hasValue);
  };
  const weighed = (list: readonly NamedInterest[], chance: (interest: NamedInterest) => number) =>
    list.flatMap((interest): NamedInterest[] => {
      const share = chance(interest);
      if (share === 0) return [];
      const { short, long } = interest;
      return [share === 1 ? interest : { ...interest, short: share * short, long: share * long }];
    });
  const { columns } = index;
  // A word that names a category or a brand is no value of another column, too: "samsung" is no brand compatibility.
  const withRole = new Set([...category, ...brand].flatMap((each) => (isNamed(each) ? each.name : [])));
  return {
    ...interests,
    category: weighed(category, (interest) => chanceOf(interest, index.category, interest.name)),
    brand: weighed(brand, (interest) => chanceOf(interest, index.brand, interest.name)),
    attribute: weighed(attribute, (interest) => {
      const end = interest.name.indexOf('=');
      const value = interest.name.slice(end + 1);
      if (isNamed(interest) && withRole.has(value)) return 0;
      const number = columnNamed(columns, interest.name.slice(0, end));
      return chanceOf(interest, columns[number ?? -1], value);
    }),
  };
}

/** Pseudo-count for a word meaning a value. Set by hand. */
const VALUE_COUNT = 1;

/**
 * The chance that a word means a value of a column, and not the products that are called so: of those, the share that
 * has the value. "Battery" is what batteries are called, few of which run on batteries; but what is called a laptop is
 * in the category of laptops. 1 where no product is called so.
 */
function chanceOfValue(terms: InvertedIndex, value: string, hasValue: (product: number) => boolean): number {
  const words = textTerms(value, terms).map(({ stem }) => terms.find(stem));
  const last = words.at(-1);
  if (last === undefined) return 1;
  const others = words.flatMap((each) =>
    each === last ? [] : [each === undefined ? () => false : ascendingLookup(each.items)],
  );
  const isNamed = (product: number): boolean => others.every((has) => has(product));
  let called = 0;
  let having = 0;
  for (let k = 0; k < last.items.length; k++) {
    // Of what is called "red", only that which has all words of "cherry mx red".
    if ((last.marks[k] & CALLED) === 0 || !isNamed(last.items[k])) continue;
    called++;
    if (hasValue(last.items[k])) having++;
  }
  return (having + VALUE_COUNT) / (called + VALUE_COUNT);
}
