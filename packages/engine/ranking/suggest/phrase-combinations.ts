import { foldText } from '../../session/text/tokens.ts';
import type { Column } from '../indexing/column.ts';
import { type Folded, folded } from './typed-prefix.ts';

/** A value combined with a category: "black headphones". */
export interface Combination extends Folded {
  readonly query: string;
}

/**
 * Combinations kept per pair of columns. When full, all are dropped: dropped combinations cost microseconds to rebuild,
 * while an LRU cache costs more per look-up and reserves its memory up front (docs/design/ranking.md, "Turned down").
 * Set by hand.
 */
const MAX_KEPT = 4_096;

/**
 * The combinations of two columns. Building one takes microseconds and a request reads thousands, most of which the
 * previous request has built.
 */
export class Combinations {
  readonly #valueColumn: Column;
  readonly #categoryColumn: Column;
  readonly #known = new Map<number, Combination | undefined>();

  constructor(valueColumn: Column, categoryColumn: Column) {
    this.#valueColumn = valueColumn;
    this.#categoryColumn = categoryColumn;
  }

  /** The combination of a value and a category; `undefined` where one contains all words of the other. */
  get(value: number, category: number): Combination | undefined {
    const key = category * this.#valueColumn.labels.length + value;
    let combination = this.#known.get(key);
    if (combination === undefined && !this.#known.has(key)) {
      if (this.#known.size >= MAX_KEPT) this.#known.clear();
      combination = combined(this.#valueColumn.labels[value], this.#categoryColumn.labels[category]);
      this.#known.set(key, combination);
    }
    return combination;
  }
}

function combined(valueColumn: string, categoryColumn: string): Combination | undefined {
  if (repeats(valueColumn, categoryColumn)) return undefined;
  const query = `${valueColumn} ${categoryColumn}`.toLowerCase();
  return { query, ...folded(query) };
}

/** Whether one of two labels contains all words of the other: "IPA" and "American IPA". */
function repeats(a: string, b: string): boolean {
  const [some, others] = [a, b].map((text) => new Set(foldText(text).split(/[^\p{L}\p{N}]+/u)));
  return some!.isSubsetOf(others!) || others!.isSubsetOf(some!);
}

const known = new WeakMap<Column, WeakMap<Column, Combinations>>();

/** The combinations of a column with the category column of the same catalogue; kept as long as the columns are. */
export function combinationsOf(valueColumn: Column, categoryColumn: Column): Combinations {
  let byCategoryColumn = known.get(valueColumn);
  if (byCategoryColumn === undefined) {
    byCategoryColumn = new WeakMap();
    known.set(valueColumn, byCategoryColumn);
  }
  let combinations = byCategoryColumn.get(categoryColumn);
  if (combinations === undefined) {
    combinations = new Combinations(valueColumn, categoryColumn);
    byCategoryColumn.set(categoryColumn, combinations);
  }
  return combinations;
}
