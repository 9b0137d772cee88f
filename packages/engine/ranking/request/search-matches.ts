import { ascendingLookup } from '../../primitives/binary-search.ts';
import { withoutTerm } from '../../session/text/keywords.ts';
import { stopWordTerm } from '../../session/text/stop-words.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { placeOf } from '../indexing/inverted-index.ts';
import { OF_KIND, type Postings } from '../indexing/term-table.ts';
import { EMPTY_PROFILE } from '../intent/empty-profile.ts';
import { nearlyMeasures } from '../intent/measured-values.ts';
import { dimensionsNamed } from '../matches/measured-words.ts';
import { priceTest } from '../query/constraints.ts';
import { kindWordsOf } from '../query/kind-words.ts';
import { queryReadingOf } from '../query/query-reading.ts';
import { type SessionQuery, sessionQueryOf } from '../query/session-query.ts';
import { type SearchTerm, searchTerms } from '../query/words/search-terms.ts';
import { postingsOf } from '../query/words/words-together.ts';
import type { QueryReading } from '../types.ts';
import { type Constraint, readFilters } from './filters.ts';
import { attributeNamed } from './named-attribute.ts';

type Test = (product: number) => boolean;

const NOTHING: Pick<Postings, 'items' | 'marks'> = { items: [], marks: [] };

/** What a search finds. */
export interface SearchMatches {
  /** Ascending; `undefined` for a search that says nothing. */
  readonly products: Int32Array | undefined;
  /** How it was read; `undefined` for one that says nothing. */
  readonly reading: QueryReading | undefined;
}

/**
 * The products that have all that a search says, or that it names in full, ascending: each word in one of the ways to read it (as a correction, a
 * completion or a synonym, too), a category, sizes and a price limit that it names, and none of what it excludes. A word
 * that the catalogue has in no reading is had by none. Yields after each word.
 *
 * @param index the whole catalogue: a list of candidates does not know how the words of others are written
 */
export function* searchMatches(index: CatalogueIndex, query: string): Generator<void, SearchMatches> {
  const said = sessionQueryOf(EMPTY_PROFILE, 0, query, index);
  const { words, excluded, named, priceFilter, interests } = said;
  if (words.length + excluded.length + interests.attribute.length === 0 && priceFilter === undefined) {
    return { products: undefined, reading: undefined };
  }
  const read = searchTerms(words, index.terms).map((term) => withStopWord(term, said.stopWords));
  yield;
  const sizes = yield* quantities(index, interests);
  const had = yield* wordsHad(index, read, sizes);
  const tests = [
    ...categoryTest(index, read, query),
    ...exclusions(index, said),
    // Of what no column measures its texts decide.
    ...sizes.values().map(
      ({ meets, isSilent }): Test =>
        (product) =>
          meets(product) || isSilent(product),
    ),
  ];
  if (priceFilter !== undefined && index.scale !== undefined) {
    const isWithin = priceTest(index, priceFilter);
    // What has no price may cost anything: it is ranked behind, and no match of "under 300".
    tests.push((product) => index.priceStep[product] >= 0 && isWithin(product));
  }
  const isNamed = ascendingLookup((named === undefined ? undefined : index.terms.find(named))?.items ?? []);
  const matches: number[] = [];
  for (let product = 0; product < index.size; product++) {
    if (isNamed(product)) matches.push(product);
    else if (had[product] === read.length && tests.every((meets) => meets(product))) matches.push(product);
  }
  return { products: Int32Array.from(matches), reading: queryReadingOf(query, read, index.terms) };
}

/** A stop word of a search of nothing else is had by titles that have it. */
function withStopWord(term: SearchTerm, stopWords: readonly string[]): SearchTerm {
  const stem = stopWordTerm(term.typed ?? term.name);
  if (!stopWords.includes(stem)) return term;
  return { ...term, readings: [...term.readings, { stems: [stem], share: 1 }] };
}

/**
 * `[product]`: how many of the words it has, up to the first that it lacks. What measures 27 inch has the words "27" and
 * "inch", whether a text says so or a column.
 */
function* wordsHad(
  { terms, size }: CatalogueIndex,
  read: readonly SearchTerm[],
  sizes: ReadonlyMap<unknown, Size>,
): Generator<void, Uint16Array> {
  const had = new Uint16Array(size);
  const dimensions = dimensionsNamed(read.map(({ name }) => name));
  for (const [k, { name, readings }] of read.entries()) {
    const measured = sizes.get(dimensions.get(name));
    for (let product = 0; measured !== undefined && product < size; product++) {
      if (had[product] === k && measured.meets(product)) had[product] = k + 1;
    }
    for (const reading of readings) {
      const { items } = postingsOf(terms, reading) ?? NOTHING;
      for (let i = 0; i < items.length; i++) if (had[items[i]] === k) had[items[i]] = k + 1;
    }
    yield;
  }
  return had;
}

/** Where a search names a category, that of a product has to be named so, too; a product without a category may be any. */
function categoryTest(
  { terms, category, size }: CatalogueIndex,
  read: readonly SearchTerm[],
  query: string,
): Test[] {
  const kinds = kindWordsOf(terms, query);
  const naming = read.filter(({ name }) => kinds.includes(name));
  if (category === undefined || naming.length === 0) return [];
  const isNamed = new Uint8Array(size);
  for (const reading of naming.flatMap(({ readings }) => readings)) {
    const { items, marks } = postingsOf(terms, reading) ?? NOTHING;
    for (let i = 0; i < items.length; i++) if ((marks[i] & OF_KIND) !== 0) isNamed[items[i]] = 1;
  }
  return [(product) => isNamed[product] === 1 || category.cell[product] < 0];
}

/** What is excluded: products have the word not. Searched for alone ("sugar free"), they say so where some do. */
function exclusions({ terms }: CatalogueIndex, { words, excluded }: SessionQuery): Test[] {
  return excluded.flatMap(({ name }): Test[] => {
    const saying = words.length === 0 ? terms.find(withoutTerm(name)) : undefined;
    if (saying !== undefined) return [(product) => placeOf(product, saying.items) >= 0];
    const having = terms.find(name);
    return having === undefined ? [] : [(product) => placeOf(product, having.items) < 0];
  });
}

/** A size that a search names. */
interface Size {
  readonly meets: Test;
  /** Whether none of the columns says anything of a product. */
  readonly isSilent: Test;
}

/**
 * The sizes that a search names, or nearly so, by dimension, or by column where that has none: a notebook of 15.6 inch is sold as
 * one of 15. One that may be of several columns ("16 gb") is met in any of them.
 */
function* quantities(
  index: CatalogueIndex,
  { attribute }: SessionQuery['interests'],
): Generator<void, ReadonlyMap<unknown, Size>> {
  const named = Object.groupBy(attribute, ({ name }) => name.slice(0, name.indexOf('=')));
  const sizesOf = new Map(
    Object.entries(named).map(([column, values = []]) => [
      column,
      values.map(({ name }) => name.slice(column.length + 1)),
    ]),
  );
  const { constraints } = yield* readFilters(index, Object.fromEntries(sizesOf));
  const nearly = [...sizesOf].flatMap(([name, sizes]) => {
    const column = attributeNamed(index, name);
    if (column === undefined || typeof column === 'string') return [];
    return sizes.map((size) => ({ attribute: column, meets: nearlyMeasures(column, size) }));
  });
  const byDimension = Map.groupBy<unknown, Pick<Constraint, 'attribute' | 'meets'>>(
    [...constraints, ...nearly],
    ({ attribute }) =>
      typeof attribute === 'string' ? attribute : (attribute.measured?.unit.dimension ?? attribute),
  );
  return new Map(
    [...byDimension].map(([by, any]): [unknown, Size] => [
      by,
      {
        meets: (product) => any.some(({ meets }) => meets(product)),
        isSilent: (product) =>
          any.every(({ attribute }) => typeof attribute !== 'string' && attribute.cell[product] < 0),
      },
    ]),
  );
}
