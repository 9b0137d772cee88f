import type { Attribute } from '../catalogue/types.ts';
import type { Answers } from '../information/index.ts';
import { type Surroundings, type Traits, wordsIn } from './claims-traits.ts';

/** Says how well a cell suits a product, in natural logarithms: above 0 what is found more often in its company than elsewhere. */
export interface Witness {
  readonly name: string;
  /** Whether it knows how values of the column fare only where they were recorded before. */
  readonly needsRecorded: boolean;
  suits(product: number, cell: number): number;
}

/** Products of the whole column that a trait is thought to have beside its own: one or two prove little. */
const STRENGTH = 2;
/** What is found of nearly all products tells none of them apart. */
const NEARLY_ALL = 0.9;

/**
 * Learns from recorded cells what comes along with the traits of their products. Per trait `t` of a product and answer `v` of
 * a cell the logarithm of `(n_tv + s·p_v) / ((n_t + s)·p_v)`, the product itself left out; the mean over the answers, and over `k` traits the sum
 * divided by `√k`: the many words of a text are no independent witnesses.
 */
export class Company implements Witness {
  readonly name: string;
  readonly needsRecorded = true;
  readonly #traits: Traits;
  readonly #target: Answers;
  readonly #isLearned: Uint8Array;
  readonly #held: Float64Array;
  #total = 0;
  readonly #sizes = new Map<number, number>();
  readonly #counts = new Map<number, number>();

  constructor(traits: Traits, target: Answers, learned: readonly number[]) {
    this.name = traits.name;
    this.#traits = traits;
    this.#target = target;
    this.#isLearned = new Uint8Array(target.cell.length);
    this.#held = new Float64Array(target.count);
    for (const product of learned) this.#learn(product);
  }

  #learn(product: number): void {
    const { cell, start, answers, count } = this.#target;
    const from = start[cell[product]];
    const to = start[cell[product] + 1];
    this.#isLearned[product] = 1;
    this.#total += to - from;
    for (let at = from; at < to; at++) this.#held[answers[at]]++;
    const traits = this.#traits.of(product);
    for (let index = 0; index < traits.length; index++) {
      const trait = traits[index];
      this.#sizes.set(trait, (this.#sizes.get(trait) ?? 0) + to - from);
      for (let at = from; at < to; at++) {
        const key = trait * count + answers[at];
        this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
      }
    }
  }

  suits(product: number, cell: number): number {
    const { start, answers, count } = this.#target;
    const own = this.#isLearned[product] === 1 ? this.#target.cell[product] : -1;
    const ownWidth = own < 0 ? 0 : start[own + 1] - start[own];
    const traits = this.#traits.of(product);
    const total = this.#total - ownWidth;
    let sum = 0;
    let telling = 0;
    for (let index = 0; index < traits.length; index++) {
      const size = (this.#sizes.get(traits[index]) ?? 0) - ownWidth;
      if (size <= 0 || size > NEARLY_ALL * total) continue;
      telling++;
      for (let at = start[cell]; at < start[cell + 1]; at++) {
        const answer = answers[at];
        const mine = this.#holds(own, answer) ? 1 : 0;
        const company = (this.#counts.get(traits[index] * count + answer) ?? 0) - mine;
        // A value recorded of this product alone is as rare as half a product.
        const share = Math.max(this.#held[answer] - mine, 0.5) / total;
        sum +=
          Math.log((company + STRENGTH * share) / ((size + STRENGTH) * share)) /
          (start[cell + 1] - start[cell]);
      }
    }
    return telling === 0 ? 0 : sum / Math.sqrt(telling);
  }

  #holds(cell: number, answer: number): boolean {
    if (cell < 0) return false;
    const { start, answers } = this.#target;
    for (let at = start[cell]; at < start[cell + 1]; at++) if (answers[at] === answer) return true;
    return false;
  }
}

/** Natural logarithm by which a product whose texts say a value may be likelier to have it, at most. */
const SAID = 3;
/** Letters by which two forms of a word may differ at their ends: plant and plants, women and womens. */
const ENDING = 2;

/**
 * Shops write "Leather bag, black" and record black leather: the share of a cell's words that its product's own texts say.
 * This is often the only evidence that a shelf of twenty products has, and the only one that speaks of values never recorded before.
 */
export class Mention implements Witness {
  readonly name = "the products' own texts";
  readonly needsRecorded = false;
  readonly #surroundings: Surroundings;
  readonly #words: readonly (readonly (readonly string[])[])[];

  constructor({ cells, values }: Attribute, surroundings: Surroundings) {
    this.#surroundings = surroundings;
    const words = values.map(({ label }) => wordsIn(label));
    this.#words = cells.map((held) => held.map((value) => words[value]));
  }

  suits(product: number, cell: number): number {
    const said = this.#surroundings.wordsOf(product);
    let sum = 0;
    for (const words of this.#words[cell]) {
      if (words.length === 0) continue;
      let count = 0;
      for (const word of words) if (said.some((other) => isFormOf(word, other))) count++;
      sum += count / words.length;
    }
    return (SAID * sum) / this.#words[cell].length;
  }
}

function isFormOf(word: string, other: string): boolean {
  if (word === other) return true;
  if (Math.min(word.length, other.length) < 3 || Math.abs(word.length - other.length) > ENDING) return false;
  return word.startsWith(other) || other.startsWith(word);
}
