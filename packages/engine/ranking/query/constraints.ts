import type { PriceFilter, ProductInteraction } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { placeOf } from '../indexing/inverted-index.ts';
import type { InvertedIndex } from '../indexing/term-table.ts';
import { byDimension, lastStepOf, namedAttribute, namedLast, namedTogether } from './named-values.ts';
import type { SessionQuery } from './session-query.ts';
import { productsHavingAll } from './words/words-together.ts';

/** An explicit constraint, the step at which it was stated, and whether a product meets it. */
interface Constraint {
  readonly step: number;
  readonly meets: (product: number) => boolean;
}

/** Tolerance in log price: logarithms of equal prices may differ in the last bit. */
const ROUNDING = 1e-12;

/** Whether a product violates a constraint that was stated after the given interaction with it. */
export type ViolationTest = (product: number, interaction: Pick<ProductInteraction, 'step'>) => boolean;

/** The test of a session that states nothing, as most do. */
export const NEVER_VIOLATED: ViolationTest = () => false;

const violationOf =
  (constraints: readonly Constraint[]): ViolationTest =>
  (product, interaction) =>
    constraints.some(({ step, meets }) => interaction.step < step && !meets(product));

/**
 * Tests products against the words of the current query, or of the last search.
 *
 * @param firstStep step of the first interaction with any product; an earlier search needs no test
 */
export const violatesSearch = (
  index: CatalogueIndex,
  query: SessionQuery,
  firstStep: number,
): ViolationTest =>
  query.interests.keyword.length === 0 && query.stems.length === 0
    ? NEVER_VIOLATED
    : violationOf([...wordConstraints(index, query, firstStep)]);

/**
 * Tests products against the other explicit constraints: named categories, brands and values, negated words and the
 * price filter. A shopper who views a black keyboard and then filters for white ones does not look for the black one
 * any more, however likely shoppers are to return to products.
 */
export function violatesConstraints(index: CatalogueIndex, query: SessionQuery): ViolationTest {
  const { category, brand, attribute, negatedKeyword } = query.interests;
  const named = category.length + brand.length + attribute.length + negatedKeyword.length;
  if (named === 0 && query.priceFilter === undefined) return NEVER_VIOLATED;
  return violationOf([
    ...valueConstraints(index, query.interests),
    ...withoutWords(index, query.interests.negatedKeyword),
    ...priceConstraints(index, query),
  ]);
}

/**
 * Tests products against all that the list at hand was asked for: the words of the current query or of the last search,
 * what was named with them or since them, no excluded word, and the price filter. A category that is named after a search
 * begins another list, and so does a current query.
 */
export function meetsStated(index: CatalogueIndex, query: SessionQuery): (product: number) => boolean {
  const { interests, stems, quantityStems, excluded } = query;
  const { category, keyword, attribute } = interests;
  const begin = Math.max(lastStepOf(category), lastStepOf(keyword));
  const latest = lastStepOf(attribute);
  const quantities = attribute.filter(({ step }) => quantityStems !== undefined && step === latest);
  const named =
    stems.length > 0
      ? valueConstraints(index, { ...interests, category: [], brand: [], attribute: quantities })
      : [...valueConstraints(index, interests), ...wordConstraints(index, query, 0)].filter(
          ({ step }) => step >= begin,
        );
  const words = matchOf(index.terms, stems);
  const others = [...priceConstraints(index, query), ...withoutWords(index, excluded)];
  const tests = [...named, ...others].map(({ meets }) => meets);
  if (words !== undefined) tests.push(words);
  return (product) => tests.every((meets) => meets(product));
}

/** The last named category and brand, and all named values of every other column. */
function valueConstraints(
  index: CatalogueIndex,
  { category, brand, attribute }: SessionQuery['interests'],
): readonly Constraint[] {
  const all = [
    namedLast(index.category, category),
    namedLast(index.brand, brand),
    ...attribute.map((interest) => namedAttribute(index, interest)),
  ].filter((named) => named !== undefined);
  const byColumn = [...Map.groupBy(all, ({ column }) => column)].map(([column, named]) =>
    namedTogether(column, named),
  );
  return byDimension(byColumn).map((any) => ({
    step: any[0].step,
    meets: (product) => any.some(({ meets }) => meets(product)),
  }));
}

/**
 * The words of the current query, which comes after all interactions, or of the last search: all of them if some product
 * has every word, else any of the known ones.
 */
function* wordConstraints(
  { terms }: CatalogueIndex,
  { interests: { keyword }, stems }: SessionQuery,
  firstStep: number,
): Generator<Constraint> {
  const step = stems.length > 0 ? Number.MAX_SAFE_INTEGER : lastStepOf(keyword);
  if (step <= firstStep) return;
  const searched = keyword.flatMap((interest) => (interest.step === step ? interest.name : []));
  const names = stems.length > 0 ? stems : searched;
  const meets = matchOf(terms, names);
  if (meets !== undefined) yield { step, meets };
}

/** Tests products for all known words if some product has all words, else for any; `undefined` without a known word. */
function matchOf(terms: InvertedIndex, names: readonly string[]): Constraint['meets'] | undefined {
  const known = names.flatMap((name) => terms.find(name) ?? []);
  if (known.length === 0) return undefined;
  const isMetByAll = productsHavingAll(names, terms).length > 0;
  const enough = isMetByAll ? known.length : 1;
  const hits = (product: number): number =>
    known.reduce((sum, { items }) => sum + (placeOf(product, items) >= 0 ? 1 : 0), 0);
  return (product) => hits(product) >= enough;
}

/** Products have none of these words. */
const withoutWords = (
  { terms }: CatalogueIndex,
  words: readonly { readonly name: string; readonly step?: number }[],
): readonly Constraint[] =>
  words.flatMap(({ name, step = 0 }) => {
    const postings = terms.find(name);
    return postings === undefined ? [] : { step, meets: (product) => placeOf(product, postings.items) < 0 };
  });

/** The price filter. */
const priceConstraints = (index: CatalogueIndex, { priceFilter }: SessionQuery): readonly Constraint[] =>
  priceFilter === undefined ? [] : [{ step: priceFilter.step, meets: priceTest(index, priceFilter) }];

/** Whether products are within a price range. Those without a price are. */
export function priceTest(
  { logPrice }: CatalogueIndex,
  { min = 0, max = Number.POSITIVE_INFINITY }: Pick<PriceFilter, 'min' | 'max'>,
): Constraint['meets'] {
  const [low, high] = [Math.log(min) - ROUNDING, Math.log(max) + ROUNDING];
  return (product) => !(logPrice[product] < low || logPrice[product] > high);
}
