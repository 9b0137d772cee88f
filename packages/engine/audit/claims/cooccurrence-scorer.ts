import type { EncodedAttribute } from '../../information/encoding.ts';
import { DENSE_TABLE_PAIRS, MOST_COMMON_FEATURE, PSEUDO_COUNT } from '../constants.ts';
import type { Features } from './product-features.ts';
import type { ValueScorer } from './value-scorer.ts';

/**
 * Scores a cell by its pointwise mutual information with the features of the product, learned from recorded
 * cells. For feature `t` and answer `v` it is the logarithm of `(n_tv + s·p_v) / ((n_t + s)·p_v)`, without
 * the product itself. It averages over the answers of the cell. The sum over `k` features is divided by `√k`,
 * since the words of a text are not independent.
 */
export class CooccurrenceScorer implements ValueScorer {
  readonly name: string;
  readonly needsRecorded = true;
  readonly #features: Features;
  readonly #target: EncodedAttribute;
  readonly #isLearned: Uint8Array;
  readonly #held: Float64Array;
  /** 1 for each answer of the judged product, if the product was learned from. */
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
      if (size <= 0 || size > MOST_COMMON_FEATURE * total) continue;
      informative++;
      for (let which = 0; which < cells.length; which++)
        scores[at + which * step] += this.#featureScore(features[index], size, cells[which], total);
    }
    this.#mark(own, 0);
    if (informative < 2) return;
    for (let index = 0; index < cells.length; index++) scores[at + index * step] /= Math.sqrt(informative);
  }

  /** The score of a cell by one feature that `size` other products have. */
  #featureScore(feature: number, size: number, cell: number, total: number): number {
    const { start, answers } = this.#target;
    const to = start[cell + 1];
    let sum = 0;
    for (let at = start[cell]; at < to; at++) {
      const answer = answers[at];
      const ownAnswer = this.#ownAnswer[answer];
      const company = this.#company.of(feature, answer) - ownAnswer;
      // A value that only this product has counts as half a product.
      const share = Math.max(this.#held[answer] - ownAnswer, 0.5) / total;
      sum += Math.log((company + PSEUDO_COUNT * share) / ((size + PSEUDO_COUNT) * share));
    }
    return to === start[cell] ? 0 : sum / (to - start[cell]);
  }

  /** Sets or clears the marks of the answers of a learned product's own cell. */
  #mark(cell: number, mark: 0 | 1): void {
    if (cell < 0) return;
    const { start, answers } = this.#target;
    for (let at = start[cell]; at < start[cell + 1]; at++) this.#ownAnswer[answers[at]] = mark;
  }
}

/** Counts how often each feature occurs with each answer, and with any answer. */
class CooccurrenceCounts {
  readonly #answers: number;
  /** At most 4,000 products are learned from, so counts fit 16 bits. */
  readonly #table: Uint16Array | undefined;
  readonly #sparse = new Map<number, number>();
  readonly #sizes: number[] = [];

  constructor(features: number, answers: number) {
    this.#answers = answers;
    this.#table = features * answers <= DENSE_TABLE_PAIRS ? new Uint16Array(features * answers) : undefined;
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
