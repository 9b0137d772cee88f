import { namesOfOthers, namesOfValue } from '../../catalogue/values/value-names.ts';
import { ascendingLookup } from '../../primitives/binary-search.ts';
import { handleOf } from '../../session/text/names.ts';
import { stem } from '../../session/text/stemming.ts';
import { valueCalled } from '../../session/text/usual-names.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { type Column, hasOneOf } from '../indexing/column.ts';
import { writtenAs } from '../indexing/value-lookup.ts';
import type { SearchTerm } from '../query/words/search-terms.ts';
import { postingsOf } from '../query/words/words-together.ts';
import { columnConstraint } from './filters.ts';

/** A value that a search names with its column or its unit, or by one of several names. */
export interface NamedValue {
  /** The places among the words of the search of those that say it, and of these the ones that name the column. */
  readonly words: ReadonlySet<number>;
  readonly names: ReadonlySet<number>;
  meets(product: number): boolean;
  /** Whether a product says nothing of it. */
  isSilent(product: number): boolean;
}

/** Of a value that is named without the name of its column. */
export const NO_WORDS: ReadonlySet<number> = new Set();

/** Words of a value beside the name of its column, at most: "size one size". Set by hand. */
const MAX_WORDS = 3;

interface ColumnName {
  readonly column: Column;
  readonly stems: readonly string[];
}

const known = new WeakMap<readonly Column[], ReadonlyMap<string, readonly ColumnName[]>>();

/** The names of columns, and of the roles that they play, by their first stems. */
function columnNames({
  columns,
  category,
  brand,
  terms,
}: CatalogueIndex): ReadonlyMap<string, readonly ColumnName[]> {
  let names = known.get(columns);
  if (names === undefined) {
    const stemsOf = (name: string): string[] =>
      handleOf(name)
        .split('-')
        .map((word) => stem(word, terms.language));
    const all = columns.map((column): ColumnName => ({ column, stems: stemsOf(column.name) }));
    if (category !== undefined) all.push({ column: category, stems: stemsOf('category') });
    if (brand !== undefined) all.push({ column: brand, stems: stemsOf('brand') });
    names = Map.groupBy(all, ({ stems }) => stems[0]);
    known.set(columns, names);
  }
  return names;
}

/**
 * The values that a search names beside the name of their column, in steps: "size 12", "brand nova", "blue colour". A number
 * stands behind the name: before it, it may be of something else ("iphone 12 case").
 */
export function* columnValuesNamed(
  index: CatalogueIndex,
  read: readonly SearchTerm[],
): Generator<void, readonly NamedValue[]> {
  const names = columnNames(index);
  const found: NamedValue[] = [];
  for (const [k, { name }] of read.entries()) {
    for (const { column, stems } of names.get(name) ?? []) {
      if (!stems.every((stem, s) => read[k + s]?.name === stem)) continue;
      const value = yield* valueBeside(index, column, read, k, k + stems.length);
      if (value !== undefined) found.push(value);
      yield;
    }
  }
  return found;
}

/** The value of a column in the words behind its name, or else before it, the longest that is one. */
function* valueBeside(
  index: CatalogueIndex,
  column: Column,
  read: readonly SearchTerm[],
  from: number,
  to: number,
): Generator<void, NamedValue | undefined> {
  const parts: (readonly [from: number, to: number])[] = [];
  for (let n = MAX_WORDS; n > 0; n--) if (to + n <= read.length) parts.push([to, to + n]);
  for (let n = MAX_WORDS; n > 0; n--) if (from - n >= 0) parts.push([from - n, from]);
  for (const [start, end] of parts) {
    const text = read
      .slice(start, end)
      .map(({ name, typed = name }) => typed)
      .join(' ');
    if (start < from && /^\d/.test(text)) continue;
    // "Size 38 or 39".
    const { or = [] } = read[start];
    const others =
      end - start > 1 ? [] : read.flatMap((term, k) => (k !== start && or.includes(term.name) ? [k] : []));
    const names = [text, ...others.map((k) => read[k].typed ?? read[k].name)];
    const constraint = yield* columnConstraint(index, column, names);
    if (constraint === undefined) continue;
    return {
      words: new Set([...range(Math.min(start, from), Math.max(end, to)), ...others]),
      names: new Set(range(from, to)),
      meets: constraint.meets,
      isSilent: (product) => column.cell[product] < 0,
    };
  }
  return undefined;
}

/** Of a column the values with these names. */
const valuesIn = (column: Column, names: readonly string[]): ReadonlySet<number> =>
  new Set(names.flatMap((name) => writtenAs(column, name) ?? []));

/**
 * The values that a search names by one of their names, in steps: what a column writes as 3840,2160 for "4K". Where a column says
 * another value of the same fact, a product lacks it, whatever its texts have: a king is no California king. Where it says
 * something else, the title has to have the name as it was typed: 2160 W and 3840 pieces are no 4K.
 */
export function* valuesByOtherNames(
  index: CatalogueIndex,
  read: readonly SearchTerm[],
): Generator<void, readonly NamedValue[]> {
  const found: NamedValue[] = [];
  for (let from = 0; from < read.length; from++) {
    for (let to = Math.min(read.length, from + MAX_WORDS + 1); to > from; to--) {
      const stems = read.slice(from, to).map(({ name }) => name);
      const name = valueCalled(stems, index.terms);
      if (name === undefined) continue;
      const columns = index.columns.flatMap((column) => {
        const own = valuesIn(column, namesOfValue(name));
        return own.size === 0 ? [] : [{ column, own, others: valuesIn(column, namesOfOthers(name)) }];
      });
      yield;
      if (columns.length === 0) continue;
      const isCalled = ascendingLookup(postingsOf(index.terms, { stems, areTogether: true })?.items ?? []);
      found.push({
        words: new Set(range(from, to)),
        names: NO_WORDS,
        meets: (product) => columns.some(({ column, own }) => hasOneOf(column, product, own)),
        isSilent: (product) =>
          columns.every(({ column }) => column.cell[product] < 0) ||
          (isCalled(product) && !columns.some(({ column, others }) => hasOneOf(column, product, others))),
      });
      from = to - 1;
      break;
    }
  }
  return found;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, k) => from + k);
