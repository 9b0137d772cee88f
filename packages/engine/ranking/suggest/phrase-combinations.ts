import { foldText } from '../../session/text/tokens.ts';
import type { Column } from '../indexing/column.ts';
import { type Folded, folded } from './typed-prefix.ts';

/** A value of a column said of a value of the category column: "black headphones". */
export interface Combination extends Folded {
  readonly query: string;
}

/** Combinations that are remembered of one pair of columns; all are forgotten when there are more. */
const MOST_REMEMBERED = 4_096;

/**
 * The texts of the combinations of two columns. Reading one takes microseconds, a request asks for thousands, and
 * most of them are those that the request before asked for.
 */
export class Combinations {
  readonly #what: Column;
  readonly #of: Column;
  readonly #known = new Map<number, Combination | undefined>();

  constructor(what: Column, of: Column) {
    this.#what = what;
    this.#of = of;
  }

  /** How a value is said of a category; `undefined` where one of them says it all. */
  get(value: number, shelf: number): Combination | undefined {
    const key = shelf * this.#what.labels.length + value;
    let combination = this.#known.get(key);
    if (combination === undefined && !this.#known.has(key)) {
      if (this.#known.size >= MOST_REMEMBERED) this.#known.clear();
      combination = combined(this.#what.labels[value], this.#of.labels[shelf]);
      this.#known.set(key, combination);
    }
    return combination;
  }
}

function combined(what: string, of: string): Combination | undefined {
  if (repeats(what, of)) return undefined;
  const query = `${what} ${of}`.toLowerCase();
  return { query, ...folded(query) };
}

/** Whether one of two texts says all words of the other: "IPA" and "American IPA". */
function repeats(a: string, b: string): boolean {
  const [some, others] = [a, b].map((text) => new Set(foldText(text).split(/[^\p{L}\p{N}]+/u)));
  return some!.isSubsetOf(others!) || others!.isSubsetOf(some!);
}

const known = new WeakMap<Column, WeakMap<Column, Combinations>>();

/** The combinations of a column with the category column of the same catalogue. */
export function combinationsOf(what: Column, of: Column): Combinations {
  let beside = known.get(what);
  if (beside === undefined) {
    beside = new WeakMap();
    known.set(what, beside);
  }
  let combinations = beside.get(of);
  if (combinations === undefined) {
    combinations = new Combinations(what, of);
    beside.set(of, combinations);
  }
  return combinations;
}
