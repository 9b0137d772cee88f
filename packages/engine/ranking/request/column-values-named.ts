import { handleOf } from '../../session/text/names.ts';
import { stem } from '../../session/text/stemming.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import type { SearchTerm } from '../query/words/search-terms.ts';
import { columnConstraint } from './filters.ts';

/** A value that a search names with its column or its unit. */
export interface NamedValue {
  /** The places among the words of the search of those that say it, and of these the ones that name the column. */
  readonly words: ReadonlySet<number>;
  readonly names: ReadonlySet<number>;
  meets(product: number): boolean;
  /** Whether a product says nothing of it. */
  isSilent(product: number): boolean;
}

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

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, k) => from + k);
