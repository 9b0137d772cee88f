import type { Value } from '../../catalogue/types.ts';
import type { SourceTexts } from './source-texts.ts';

/** Where a product says a value of a fact. */
export interface Saying {
  readonly product: number;
  /** Indices into the values. */
  readonly values: readonly number[];
  /** Of the text. */
  readonly start: number;
  readonly end: number;
}

/** A fact that texts say, and that may lack a column. */
export interface Candidate {
  /** Of candidates with one key the one that most products say is kept. */
  readonly key: string;
  readonly name: string;
  /** Names that a column of it may have, folded. */
  readonly names: readonly string[];
  /** The column of the texts. */
  readonly from: string;
  readonly values: readonly CandidateValue[];
  readonly sayings: readonly Saying[];
  /** Whether a product that does not say it is taken to lack it: it is a feature. */
  readonly isFeature?: true;
  /** Whether its values are words of a vocabulary: they need not repeat to be values. */
  readonly isOfWords?: true;
  /** Least share of the products of a segment that must say it, if another than usual. */
  readonly least?: number;
  /** The dimension of a measure. */
  readonly dimension?: string;
}

export interface CandidateValue extends Value {
  /** The numbers of a measure as written, and in the base unit of its dimension. */
  readonly written?: readonly number[];
  readonly inBase?: readonly number[];
}

/** Fewest products of a value that may be part of a name, and the share of them beside the rest of it. Set by hand. */
const FEWEST_NAMED = 5;
const NAMED_SHARE = 0.7;

function productsWith(folded: string, source: SourceTexts): number {
  let count = 0;
  source.texts.forEach((text, product) => {
    if (text !== undefined && source.words(product).some((word) => word.folded === folded)) count++;
  });
  return count;
}

/** Collects what products say of one fact. */
export class Sayings {
  readonly values: CandidateValue[] = [];
  readonly #places = new Map<string, number>();
  readonly #spoken = new Map<number, { values: number[]; readonly start: number; readonly end: number }>();

  /** @param key equal for equal values */
  add(product: number, key: string, value: () => CandidateValue, start: number, end: number): void {
    let place = this.#places.get(key);
    if (place === undefined) {
      place = this.values.push(value()) - 1;
      this.#places.set(key, place);
    }
    const known = this.#spoken.get(product);
    if (known === undefined) this.#spoken.set(product, { values: [place], start, end });
    else if (!known.values.includes(place)) known.values.push(place);
  }

  /**
   * Leaves out values that are parts of names: "Glass" where the word before it is "Alison" of most products, and
   * "Alison" hardly ever stands elsewhere.
   */
  withoutNames(source: SourceTexts): void {
    const said = new Map<number, { products: number; readonly beside: Map<string, number> }>();
    for (const [product, { values, start, end }] of this.#spoken) {
      const value = values[0];
      let known = said.get(value);
      if (known === undefined) {
        known = { products: 0, beside: new Map() };
        said.set(value, known);
      }
      known.products++;
      const words = source.words(product);
      const first = words.findIndex((word) => word.start >= start);
      const after = words.find((word) => word.start >= end);
      for (const word of [first > 0 ? `< ${words[first - 1].folded}` : '', after ? `> ${after.folded}` : ''])
        if (word !== '') known.beside.set(word, (known.beside.get(word) ?? 0) + 1);
    }
    const names = new Set<number>();
    for (const [value, { products, beside }] of said) {
      if (products < FEWEST_NAMED) continue;
      for (const [word, count] of beside) {
        if (count < NAMED_SHARE * products) continue;
        if (count >= NAMED_SHARE * productsWith(word.slice(2), source)) names.add(value);
      }
    }
    if (names.size === 0) return;
    for (const [product, each] of this.#spoken) {
      each.values = each.values.filter((value) => !names.has(value));
      if (each.values.length === 0) this.#spoken.delete(product);
    }
  }

  get size(): number {
    return this.#spoken.size;
  }

  get sayings(): Saying[] {
    return [...this.#spoken].map(([product, said]) => ({ product, ...said }));
  }
}
