import type { CatalogueIndex } from '../catalogue-index.ts';
import type { Column } from '../column.ts';
import { CALLED, type TermTable } from '../term-table.ts';

/** What kinds of things the products of a catalogue are. */
export interface ProductKinds {
  /** The value of the category column with the fewest products among those of a product; -1 without one. */
  category(product: number): number;
  /**
   * Whether the titles of two products call them something else: coffee beans are no espresso machine, though both are of the
   * category "Coffee". Titles whose heads are unknown tell nothing apart.
   */
  calledDifferently(product: number, other: number): boolean;
}

const known = new WeakMap<CatalogueIndex, ProductKinds>();

/** The kinds of a catalogue; read once, and the heads of all titles when they are first asked for. */
export function productKinds(catalogue: CatalogueIndex): ProductKinds {
  let kinds = known.get(catalogue);
  if (kinds === undefined) {
    kinds = kindsOf(catalogue);
    known.set(catalogue, kinds);
  }
  return kinds;
}

function kindsOf({ category, terms, size }: CatalogueIndex): ProductKinds {
  const finest = finestIn(category);
  let heads: Heads | undefined;
  const { table } = terms;
  return {
    category: finest,
    calledDifferently(product, other) {
      if (table === undefined) return false;
      heads ??= headsIn(table, size);
      const { start, stems } = heads;
      const [from, to] = [start[product], start[product + 1]];
      const [fromOther, toOther] = [start[other], start[other + 1]];
      if (from === to || fromOther === toOther) return false;
      for (let k = from; k < to; k++) {
        for (let l = fromOther; l < toOther; l++) if (stems[k] === stems[l]) return false;
      }
      return true;
    },
  };
}

/** The heads of the titles: those of a product are the terms `stems[start[product] .. start[product + 1]]`. */
interface Heads {
  readonly start: Int32Array;
  readonly stems: Int32Array;
}

function headsIn({ start: lists, items, marks }: TermTable, size: number): Heads {
  const start = new Int32Array(size + 1);
  for (let k = 0; k < marks.length; k++) if ((marks[k] & CALLED) !== 0) start[items[k] + 1]++;
  for (let product = 0; product < size; product++) start[product + 1] += start[product];
  const next = start.slice();
  const stems = new Int32Array(start[size]);
  for (let term = 0; term + 1 < lists.length; term++) {
    for (let k = lists[term]; k < lists[term + 1]; k++) {
      if ((marks[k] & CALLED) !== 0) stems[next[items[k]]++] = term;
    }
  }
  return { start, stems };
}

function finestIn(column: Column | undefined): ProductKinds['category'] {
  if (column === undefined) return () => -1;
  const { cell, cellStart, cellValues, labels } = column;
  let counts: Int32Array | undefined;
  const countOf = (value: number): number => {
    if (counts !== undefined) return counts[value];
    counts = new Int32Array(labels.length);
    for (let product = 0; product < cell.length; product++) {
      const c = cell[product];
      for (let k = cellStart[c]; c >= 0 && k < cellStart[c + 1]; k++) counts[cellValues[k]]++;
    }
    return counts[value];
  };
  return (product) => {
    const c = cell[product] ?? -1;
    if (c < 0) return -1;
    let kind = cellValues[cellStart[c]];
    for (let k = cellStart[c] + 1; k < cellStart[c + 1]; k++) {
      if (countOf(cellValues[k]) < countOf(kind)) kind = cellValues[k];
    }
    return kind;
  };
}
