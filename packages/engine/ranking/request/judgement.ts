import { ascendingLookup } from '../../primitives/binary-search.ts';
import { withoutTerm } from '../../session/text/keywords.ts';
import { attributeAndValue } from '../../session/text/names.ts';
import type { ShopLanguage } from '../../session/text/shop-language.ts';
import { stem } from '../../session/text/stemming.ts';
import { stopWordTerm } from '../../session/text/stop-words.ts';
import { foldText } from '../../session/text/tokens.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import { placeOf } from '../indexing/inverted-index.ts';
import { CALLED, OF_KIND, type Postings } from '../indexing/term-table.ts';
import { EMPTY_PROFILE } from '../intent/empty-profile.ts';
import { nearlyMeasures } from '../intent/measured-values.ts';
import { audienceAsked } from '../query/audience.ts';
import { priceTest } from '../query/constraints.ts';
import { kindWordsOf } from '../query/kind-words.ts';
import { byDimension } from '../query/named-values.ts';
import { parseAhead } from '../query/parsed-query.ts';
import { dimensionsNamed } from '../query/quantity-words.ts';
import { queryReadingOf } from '../query/query-reading.ts';
import { searchedWordsOf } from '../query/searched-words.ts';
import { type SessionQuery, sessionQueryOf } from '../query/session-query.ts';
import { excludedProducts } from '../query/words/excluded-products.ts';
import { type SearchTerm, searchTerms } from '../query/words/search-terms.ts';
import { postingsOf } from '../query/words/words-together.ts';
import type { QueryReading, SearchedWords } from '../types.ts';
import { columnValuesNamed, type NamedValue, NO_WORDS, valuesByOtherNames } from './column-values-named.ts';
import { columnConstraint } from './filters.ts';
import { attributeNamed } from './named-attribute.ts';

type Test = (product: number) => boolean;

const NOTHING: Pick<Postings, 'items' | 'marks'> = { items: [], marks: [] };

/**
 * How far a product meets a search, best first: all of it, all but what a product need not say, a part, a part though it is of
 * another kind, nothing.
 */
export const DEGREES = ['all', 'most', 'some', 'some', 'none'] as const;
const [ALL, MOST, SOME, OF_ANOTHER_KIND, NONE] = [0, 1, 2, 3, 4];

/** How far the products of an index meet a search: the one judgement of a request. */
export interface Judgement {
  /** `[product]`: the number of its degree in {@link DEGREES}. */
  readonly degrees: Uint8Array;
  /** The products that meet it (`all` and `most`), ascending. */
  readonly matches: Int32Array;
  /** The products that meet a part of it (`some`), ascending. */
  readonly near: Int32Array;
  /** Whether no product of the kind that it names has all of its words, limits aside. */
  readonly isUnmet: boolean;
  /** Whether a product is within its limits, and has nothing that it excludes. */
  readonly allows: (product: number) => boolean;
  /** How it was read. */
  readonly reading: QueryReading;
  readonly searched: SearchedWords;
}

/**
 * Judges how far products meet a search. `all`: they have each word in one of the ways to read it (as a correction, a
 * completion or a synonym, too), the kind, sizes, values of named columns and price limit that it says, and nothing that
 * it excludes. `most`: the same, but the product does not say for whom it is, or has nothing in a named column. `some`: at
 * least one word. A word that the catalogue has in no reading is had by none. `undefined` for a blank search. Yields after
 * each word.
 */
export function* judge(index: CatalogueIndex, query: string): Generator<void, Judgement | undefined> {
  if (query.trim() === '') return undefined;
  yield* parseAhead(query, index);
  const said = sessionQueryOf(EMPTY_PROFILE, 0, query, index);
  yield;
  const { words, excluded, search, priceFilter, interests } = said;
  const named = search?.named;
  const read = searchTerms(words, index.terms).map((term) => withStopWord(term, search?.stopWords ?? []));
  yield;
  const values = [
    ...(yield* quantities(index, interests, read)),
    ...(yield* columnValuesNamed(index, read)),
    ...(yield* valuesByOtherNames(index, read)),
  ];
  const isOfKind = kindTest(index, read, search?.said.text ?? query);
  const tests = exclusions(index, said);
  const saying = excluded.flatMap(({ name }) => index.terms.find(withoutTerm(name)) ?? []);
  const statesAbsence = saying.map(({ items }) => ascendingLookup(items));
  // Of what no column records, texts decide.
  for (const { meets, isSilent } of values) tests.push((product) => meets(product) || isSilent(product));
  const intents = search?.said.intents ?? [];
  const { reduced } = index;
  if (intents.some(({ name }) => name === 'sale')) tests.push((product) => reduced![product] === 1);
  if (priceFilter !== undefined && index.scale !== undefined) {
    const isWithin = priceTest(index, priceFilter);
    // What has no price may cost anything: it is ranked behind, and no match of "under 300".
    tests.push((product) => index.priceStep[product] >= 0 && isWithin(product));
  }
  const { had, unsaid } = yield* wordsHad(index, read, values);
  const saysAnything =
    read.length + excluded.length + values.length + intents.length > 0 || priceFilter !== undefined;
  const degrees = new Uint8Array(index.size).fill(NONE);
  const matches = new Int32Array(index.size);
  const near = new Int32Array(index.size);
  const allows: Test = (product) => tests.every((meets) => meets(product));
  let isUnmet = read.length > 0;
  let [matching, nearby] = [0, 0];
  const isNamed = ascendingLookup((named === undefined ? undefined : index.terms.find(named))?.items ?? []);
  for (let product = 0; saysAnything && product < degrees.length; product++) {
    const words = had[product];
    const isCalledSo = isNamed(product);
    if (words === 0 && read.length > 0 && !isCalledSo) continue;
    const isSaid = words + unsaid[product] === read.length && isOfKind(product);
    if (isSaid || isCalledSo) isUnmet = false;
    if ((isSaid && allows(product)) || isCalledSo) {
      const isAll = words === read.length && statesAbsence.every((states) => states(product));
      degrees[product] = isAll || isCalledSo ? ALL : MOST;
      matches[matching++] = product;
    } else if (words > 0) {
      degrees[product] = isOfKind(product) ? SOME : OF_ANOTHER_KIND;
      near[nearby++] = product;
    }
  }
  const reading = queryReadingOf(query, read, said, index.terms);
  const found = { matches: matches.slice(0, matching), near: near.slice(0, nearby) };
  return {
    degrees,
    ...found,
    isUnmet,
    allows,
    reading,
    searched: searchedWordsOf(read, index.terms),
  };
}

/** A stop word of a search of nothing else is had by titles that have it. */
function withStopWord(term: SearchTerm, stopWords: readonly string[]): SearchTerm {
  const stem = stopWordTerm(term.typed ?? term.name);
  if (!stopWords.includes(stem)) return term;
  return { ...term, readings: [...term.readings, { stems: [stem], share: 1 }] };
}

const ofIds = new WeakMap<CatalogueIndex['ids'], string | undefined>();

/** The stem of the word that all ids begin with, such as "monitor-00001": it says what all products are. */
function wordOfIds(ids: CatalogueIndex['ids'], { language }: ShopLanguage): string | undefined {
  if (ofIds.has(ids)) return ofIds.get(ids);
  const word = /^\p{L}{3,}(?=[^\p{L}])/u.exec(ids.length === 0 ? '' : ids.at(0))?.[0];
  let isOfAll = word !== undefined;
  for (let k = 1; isOfAll && k < ids.length; k++) {
    isOfAll = ids.at(k).startsWith(word!) && !/^\p{L}/u.test(ids.at(k).slice(word!.length));
  }
  const name = isOfAll ? stem(foldText(word!), language) : undefined;
  ofIds.set(ids, name);
  return name;
}

/**
 * `[product]`: how many of the words it has, and how many it lacks but need not say: for whom it is, and the name of a column
 * in which it has nothing. What measures 27 inch has the words "27" and "inch", whether a text says so or a column.
 */
function* wordsHad(
  { terms, size, ids }: CatalogueIndex,
  read: readonly SearchTerm[],
  values: readonly NamedValue[],
): Generator<void, { readonly had: Uint16Array; readonly unsaid: Uint16Array }> {
  const had = new Uint16Array(size);
  const unsaid = new Uint16Array(size);
  /** The last word that a product was seen to have, counted from 1: a word is had once. */
  const last = new Uint16Array(size);
  const audience = audienceAsked(read, terms);
  const ofIds = wordOfIds(ids, terms);
  for (const [k, { name, readings }] of read.entries()) {
    let isKnown = false;
    for (const reading of readings) {
      const { items } = postingsOf(terms, reading) ?? NOTHING;
      isKnown ||= items.length > 0;
      for (let i = 0; i < items.length; i++) {
        if (last[items[i]] === k + 1) continue;
        last[items[i]] = k + 1;
        had[items[i]]++;
      }
    }
    // A shop of monitors alone need not say so.
    if (!isKnown && name === ofIds) for (let product = 0; product < size; product++) had[product]++;
    const value = values.find(({ words }) => words.has(k));
    const isForWhom = audience?.stems.has(name) === true;
    for (let product = 0; (value !== undefined || isForWhom) && product < size; product++) {
      if (last[product] === k + 1) continue;
      if (value?.meets(product) === true || (isForWhom && audience.isMeant(product))) had[product]++;
      else if (isForWhom ? !audience.isOther(product) : value!.names.has(k) && value!.isSilent(product)) {
        unsaid[product]++;
      }
    }
    yield;
  }
  return { had, unsaid };
}

/**
 * Where a search names a category, that of a product has to be named so, too, or the product itself; a product without a
 * category may be any.
 */
function kindTest(
  { terms, category, size }: CatalogueIndex,
  read: readonly SearchTerm[],
  query: string,
): Test {
  const kinds = kindWordsOf(terms, query);
  const naming = read.filter(({ name }) => kinds.includes(name));
  if (category === undefined || naming.length === 0) return () => true;
  const isNamed = new Uint8Array(size);
  for (const reading of naming.flatMap(({ readings }) => readings)) {
    const { items, marks } = postingsOf(terms, reading) ?? NOTHING;
    for (let i = 0; i < items.length; i++) if ((marks[i] & (OF_KIND | CALLED)) !== 0) isNamed[items[i]] = 1;
  }
  return (product) => isNamed[product] === 1 || category.cell[product] < 0;
}

/** What is excluded: products have the word not. Searched for alone ("sugar free"), they say so where some do. */
function exclusions({ terms }: CatalogueIndex, { words, excluded }: SessionQuery): Test[] {
  return excluded.flatMap(({ name }): Test[] => {
    const saying = words.length === 0 ? terms.find(withoutTerm(name)) : undefined;
    if (saying !== undefined) return [(product) => placeOf(product, saying.items) >= 0];
    const having = excludedProducts(name, terms);
    return having === undefined ? [] : [(product) => placeOf(product, having) < 0];
  });
}

/**
 * The sizes that a search names, or nearly so, by dimension, or by column where that has none: a notebook of 15.6 inch is sold as
 * one of 15. One that may be of several columns ("16 gb") is met in any of them.
 */
function* quantities(
  index: CatalogueIndex,
  { attribute }: SessionQuery['interests'],
  read: readonly SearchTerm[],
): Generator<void, readonly NamedValue[]> {
  const tests: { readonly column: Column; readonly step: number; readonly meets: Test }[] = [];
  for (const [name, sizes] of Map.groupBy(attribute, (size) => attributeAndValue(size.name)[0])) {
    const column = attributeNamed(index, name);
    if (column === undefined || typeof column === 'string') continue;
    const [{ step }] = sizes;
    const names = sizes.map((size) => attributeAndValue(size.name)[1]);
    const constraint = yield* columnConstraint(index, column, names);
    if (constraint !== undefined) tests.push({ column, step, meets: constraint.meets });
    for (const size of names) tests.push({ column, step, meets: nearlyMeasures(column, size) });
  }
  const dimensions = dimensionsNamed(read.map(({ name }) => name));
  const isOf = (name: string, { measured }: Column): boolean =>
    measured !== undefined && dimensions.get(name) === measured.unit.dimension;
  return byDimension(tests).map((any) => ({
    words: new Set(read.flatMap(({ name }, k) => (isOf(name, any[0].column) ? [k] : []))),
    names: NO_WORDS,
    meets: (product) => any.some(({ meets }) => meets(product)),
    isSilent: (product) => any.every(({ column }) => column.cell[product] < 0),
  }));
}
