import type { Attribute } from '../../catalogue/types.ts';
import type { EncodedAttribute } from '../../information/index.ts';
import { type Features, type ProductContext, sampledValues, wordsIn } from './product-features.ts';

/**
 * Says how well a cell featureScore a product, in natural logarithms: above 0 what is found more often in its company than
 * elsewhere.
 */
export interface ValueScorer {
  readonly name: string;
  /** Whether it knows how values of the column fare only where they were recorded before. */
  readonly needsRecorded: boolean;
  /**
   * Says of each cell how well it featureScore the product: of the first in `scores[at]`, and of each further one `step` places
   * on.
   */
  score(product: number, cells: ArrayLike<number>, scores: Float64Array, at: number, step: number): void;
}

/** Products of the whole column that a feature is thought to have beside its own: one or two prove little. */
const PSEUDO_COUNT = 2;
/** What is found of nearly all products tells none of them apart. */
const MOST_COMMON = 0.9;

/**
 * Learns from recorded cells what comes along with the features of their products. Per feature `t` of a product and answer
 * `v` of a cell the logarithm of `(n_tv + s·p_v) / ((n_t + s)·p_v)`, the product itself left out; the mean over the
 * answers, and over `k` features the sum divided by `√k`: the many words of a text are no independent witnesses.
 */
export class CooccurrenceScorer implements ValueScorer {
  readonly name: string;
  readonly needsRecorded = true;
  readonly #features: Features;
  readonly #target: EncodedAttribute;
  readonly #isLearned: Uint8Array;
  readonly #held: Float64Array;
  /** 1 for each answer of the product that is judged, if it was learned from. */
  readonly #ownAnswer: Uint8Array;
  #total = 0;
  readonly #company: CooccurrenceCounts;

  constructor(features: Features, target: EncodedAttribute, learned: readonly number[]) {
    this.name = features.name;
    this.#features = features;
    this.#target = target;
    this.#isLearned = new Uint8Array(target.cell.length);
    this.#held = new Float64Array(target.count);
    this.#ownAnswer = new Uint8Array(target.count);
    this.#company = new CooccurrenceCounts(features.count, target.count);
    for (const product of learned) this.#learn(product);
  }

  #learn(product: number): void {
    const { cell, start, answers } = this.#target;
    const from = start[cell[product]];
    const to = start[cell[product] + 1];
    this.#isLearned[product] = 1;
    this.#total += to - from;
    for (let at = from; at < to; at++) this.#held[answers[at]]++;
    const features = this.#features.of(product);
    for (let index = 0; index < features.length; index++)
      for (let at = from; at < to; at++) this.#company.add(features[index], answers[at]);
  }

  score(product: number, cells: ArrayLike<number>, scores: Float64Array, at: number, step: number): void {
    const own = this.#isLearned[product] === 1 ? this.#target.cell[product] : -1;
    const ownWidth = own < 0 ? 0 : this.#target.start[own + 1] - this.#target.start[own];
    const total = this.#total - ownWidth;
    const company = this.#company;
    const features = this.#features.of(product);
    let informative = 0;
    this.#mark(own, 1);
    for (let index = 0; index < cells.length; index++) scores[at + index * step] = 0;
    for (let index = 0; index < features.length; index++) {
      const size = company.sizeOf(features[index]) - ownWidth;
      if (size <= 0 || size > MOST_COMMON * total) continue;
      informative++;
      for (let which = 0; which < cells.length; which++)
        scores[at + which * step] += this.#featureScore(features[index], size, cells[which], total);
    }
    this.#mark(own, 0);
    if (informative < 2) return;
    for (let index = 0; index < cells.length; index++) scores[at + index * step] /= Math.sqrt(informative);
  }

  /** What one feature, found of `size` others, mentions of a cell. */
  #featureScore(feature: number, size: number, cell: number, total: number): number {
    const { start, answers } = this.#target;
    const to = start[cell + 1];
    let sum = 0;
    for (let at = start[cell]; at < to; at++) {
      const answer = answers[at];
      const ownAnswer = this.#ownAnswer[answer];
      const company = this.#company.of(feature, answer) - ownAnswer;
      // A value recorded of this product alone is as rare as half a product.
      const share = Math.max(this.#held[answer] - ownAnswer, 0.5) / total;
      sum += Math.log((company + PSEUDO_COUNT * share) / ((size + PSEUDO_COUNT) * share));
    }
    return to === start[cell] ? 0 : sum / (to - start[cell]);
  }

  /** Marks the answers of a learned product's own cell, or takes the marks away. */
  #mark(cell: number, mark: 0 | 1): void {
    if (cell < 0) return;
    const { start, answers } = this.#target;
    for (let at = start[cell]; at < start[cell + 1]; at++) this.#ownAnswer[answers[at]] = mark;
  }
}

/** Pairs of features and answers up to which a table of all of them is kept: 128 kB. */
const TABLE_PAIRS = 65_536;

/** How often each feature was found together with each answer, and with any. */
class CooccurrenceCounts {
  readonly #answers: number;
  /** At most 4,000 products are learned from. */
  readonly #table: Uint16Array | undefined;
  readonly #sparse = new Map<number, number>();
  readonly #sizes: number[] = [];

  constructor(features: number, answers: number) {
    this.#answers = answers;
    this.#table = features * answers <= TABLE_PAIRS ? new Uint16Array(features * answers) : undefined;
  }

  add(feature: number, answer: number): void {
    const key = feature * this.#answers + answer;
    if (this.#table === undefined) this.#sparse.set(key, (this.#sparse.get(key) ?? 0) + 1);
    else this.#table[key]++;
    this.#sizes[feature] = (this.#sizes[feature] ?? 0) + 1;
  }

  of(feature: number, answer: number): number {
    const key = feature * this.#answers + answer;
    return this.#table === undefined ? (this.#sparse.get(key) ?? 0) : this.#table[key];
  }

  sizeOf(feature: number): number {
    return this.#sizes[feature] ?? 0;
  }
}

/** Natural logarithm by which a product whose texts score a value may be likelier to have it, at most. */
const MENTION_WEIGHT = 3;

/**
 * Shops write "Leather bag, black" and record black leather: the share of a cell's words that its product's own texts
 * score. This is often the only evidence that a shelf of twenty products has, and the only one that speaks of values
 * never recorded before.
 */
export class TextMentionScorer implements ValueScorer {
  readonly name = "the products' own texts";
  readonly needsRecorded = false;
  readonly #context: ProductContext;
  readonly #words: readonly (readonly (readonly string[])[])[];

  constructor({ cells, values }: Attribute, context: ProductContext) {
    this.#context = context;
    const words = values.map(({ label }) => wordsIn(label));
    this.#words = cells.map((held) => sampledValues(held, values).map((value) => words[value]));
  }

  score(product: number, cells: ArrayLike<number>, scores: Float64Array, at: number, step: number): void {
    for (let index = 0; index < cells.length; index++)
      scores[at + index * step] = this.#featureScore(product, cells[index]);
  }

  #featureScore(product: number, cell: number): number {
    let sum = 0;
    for (const words of this.#words[cell]) {
      if (words.length === 0) continue;
      let count = 0;
      for (const word of words) if (this.#context.mentions(product, word)) count++;
      sum += count / words.length;
    }
    return (MENTION_WEIGHT * sum) / this.#words[cell].length;
  }
}
