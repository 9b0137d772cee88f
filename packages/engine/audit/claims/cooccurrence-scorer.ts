import type { Attribute } from '../../catalogue/types.ts';
import type { Answers } from '../../information/index.ts';
import { listed, type Surroundings, type Traits, wordsIn } from './product-features.ts';

/**
 * Says how well a cell suits a product, in natural logarithms: above 0 what is found more often in its company than
 * elsewhere.
 */
export interface Witness {
  readonly name: string;
  /** Whether it knows how values of the column fare only where they were recorded before. */
  readonly needsRecorded: boolean;
  /**
   * Says of each cell how well it suits the product: of the first in `said[at]`, and of each further one `step` places
   * on.
   */
  say(product: number, cells: ArrayLike<number>, said: Float64Array, at: number, step: number): void;
}

/** Products of the whole column that a trait is thought to have beside its own: one or two prove little. */
const STRENGTH = 2;
/** What is found of nearly all products tells none of them apart. */
const NEARLY_ALL = 0.9;

/**
 * Learns from recorded cells what comes along with the traits of their products. Per trait `t` of a product and answer
 * `v` of a cell the logarithm of `(n_tv + s·p_v) / ((n_t + s)·p_v)`, the product itself left out; the mean over the
 * answers, and over `k` traits the sum divided by `√k`: the many words of a text are no independent witnesses.
 */
export class Company implements Witness {
  readonly name: string;
  readonly needsRecorded = true;
  readonly #traits: Traits;
  readonly #target: Answers;
  readonly #isLearned: Uint8Array;
  readonly #held: Float64Array;
  /** 1 for each answer of the product that is judged, if it was learned from. */
  readonly #mine: Uint8Array;
  #total = 0;
  readonly #company: Together;

  constructor(traits: Traits, target: Answers, learned: readonly number[]) {
    this.name = traits.name;
    this.#traits = traits;
    this.#target = target;
    this.#isLearned = new Uint8Array(target.cell.length);
    this.#held = new Float64Array(target.count);
    this.#mine = new Uint8Array(target.count);
    this.#company = new Together(traits.count, target.count);
    for (const product of learned) this.#learn(product);
  }

  #learn(product: number): void {
    const { cell, start, answers } = this.#target;
    const from = start[cell[product]];
    const to = start[cell[product] + 1];
    this.#isLearned[product] = 1;
    this.#total += to - from;
    for (let at = from; at < to; at++) this.#held[answers[at]]++;
    const traits = this.#traits.of(product);
    for (let index = 0; index < traits.length; index++)
      for (let at = from; at < to; at++) this.#company.add(traits[index], answers[at]);
  }

  say(product: number, cells: ArrayLike<number>, said: Float64Array, at: number, step: number): void {
    const own = this.#isLearned[product] === 1 ? this.#target.cell[product] : -1;
    const ownWidth = own < 0 ? 0 : this.#target.start[own + 1] - this.#target.start[own];
    const total = this.#total - ownWidth;
    const company = this.#company;
    const traits = this.#traits.of(product);
    let telling = 0;
    this.#mark(own, 1);
    for (let index = 0; index < cells.length; index++) said[at + index * step] = 0;
    for (let index = 0; index < traits.length; index++) {
      const size = company.sizeOf(traits[index]) - ownWidth;
      if (size <= 0 || size > NEARLY_ALL * total) continue;
      telling++;
      for (let which = 0; which < cells.length; which++)
        said[at + which * step] += this.#suits(traits[index], size, cells[which], total);
    }
    this.#mark(own, 0);
    if (telling < 2) return;
    for (let index = 0; index < cells.length; index++) said[at + index * step] /= Math.sqrt(telling);
  }

  /** What one trait, found of `size` others, says of a cell. */
  #suits(trait: number, size: number, cell: number, total: number): number {
    const { start, answers } = this.#target;
    const to = start[cell + 1];
    let sum = 0;
    for (let at = start[cell]; at < to; at++) {
      const answer = answers[at];
      const mine = this.#mine[answer];
      const company = this.#company.of(trait, answer) - mine;
      // A value recorded of this product alone is as rare as half a product.
      const share = Math.max(this.#held[answer] - mine, 0.5) / total;
      sum += Math.log((company + STRENGTH * share) / ((size + STRENGTH) * share));
    }
    return to === start[cell] ? 0 : sum / (to - start[cell]);
  }

  /** Marks the answers of a learned product's own cell, or takes the marks away. */
  #mark(cell: number, mark: 0 | 1): void {
    if (cell < 0) return;
    const { start, answers } = this.#target;
    for (let at = start[cell]; at < start[cell + 1]; at++) this.#mine[answers[at]] = mark;
  }
}

/** Pairs of traits and answers up to which a table of all of them is kept: 128 kB. */
const IN_A_TABLE = 65_536;

/** How often each trait was found together with each answer, and with any. */
class Together {
  readonly #answers: number;
  /** At most 4,000 products are learned from. */
  readonly #table: Uint16Array | undefined;
  readonly #sparse = new Map<number, number>();
  readonly #sizes: number[] = [];

  constructor(traits: number, answers: number) {
    this.#answers = answers;
    this.#table = traits * answers <= IN_A_TABLE ? new Uint16Array(traits * answers) : undefined;
  }

  add(trait: number, answer: number): void {
    const key = trait * this.#answers + answer;
    if (this.#table === undefined) this.#sparse.set(key, (this.#sparse.get(key) ?? 0) + 1);
    else this.#table[key]++;
    this.#sizes[trait] = (this.#sizes[trait] ?? 0) + 1;
  }

  of(trait: number, answer: number): number {
    const key = trait * this.#answers + answer;
    return this.#table === undefined ? (this.#sparse.get(key) ?? 0) : this.#table[key];
  }

  sizeOf(trait: number): number {
    return this.#sizes[trait] ?? 0;
  }
}

/** Natural logarithm by which a product whose texts say a value may be likelier to have it, at most. */
const SAID = 3;

/**
 * Shops write "Leather bag, black" and record black leather: the share of a cell's words that its product's own texts
 * say. This is often the only evidence that a shelf of twenty products has, and the only one that speaks of values
 * never recorded before.
 */
export class Mention implements Witness {
  readonly name = "the products' own texts";
  readonly needsRecorded = false;
  readonly #surroundings: Surroundings;
  readonly #words: readonly (readonly (readonly string[])[])[];

  constructor({ cells, values }: Attribute, surroundings: Surroundings) {
    this.#surroundings = surroundings;
    const words = values.map(({ label }) => wordsIn(label));
    this.#words = cells.map((held) => listed(held, values).map((value) => words[value]));
  }

  say(product: number, cells: ArrayLike<number>, said: Float64Array, at: number, step: number): void {
    for (let index = 0; index < cells.length; index++)
      said[at + index * step] = this.#suits(product, cells[index]);
  }

  #suits(product: number, cell: number): number {
    let sum = 0;
    for (const words of this.#words[cell]) {
      if (words.length === 0) continue;
      let count = 0;
      for (const word of words) if (this.#surroundings.says(product, word)) count++;
      sum += count / words.length;
    }
    return (SAID * sum) / this.#words[cell].length;
  }
}
