import { zeros } from '../../primitives/pooled-arrays.ts';
import type { Factor, FactorName } from '../types.ts';
import { dismissedValues } from './dismissed-values.ts';
import { type Objection, shareOf } from './objection.ts';
import { sessionConstraints } from './session-constraints.ts';
import type { SessionState } from './session-state.ts';

/** What is left of the score of a product, whatever the session dismissed. Set by hand. */
const MIN_SHARE = 1 / 4;

/** Objections of one kind. */
interface Kind {
  readonly factor: FactorName;
  readonly of: readonly Objection[];
  /** What they leave of a score together, at least. */
  readonly least: number;
  /** By how much all scores are raised, so that they add up to what they did. */
  raised: number;
}

/**
 * What the session says against products: they have values that were dismissed with others, or are made for others. It lowers
 * their scores within bounds and raises the others, and excludes nothing.
 */
export class CounterEvidence {
  readonly #kinds: readonly Kind[];

  private constructor(dismissed: readonly Objection[], constraints: readonly Objection[]) {
    this.#kinds = [
      { factor: 'dismissed' as const, of: dismissed, least: MIN_SHARE, raised: 1 },
      { factor: 'constraint' as const, of: constraints, least: 0, raised: 1 },
    ].filter(({ of }) => of.length > 0);
  }

  /** `undefined` where nothing speaks against any product. */
  static of(state: SessionState): CounterEvidence | undefined {
    const dismissed = dismissedValues(state);
    const constraints = sessionConstraints(state);
    if (dismissed.length + constraints.length === 0) return undefined;
    const against = new CounterEvidence(dismissed, constraints);
    const { size } = state.bound.index;
    for (let product = 0; product < size; product++) {
      if (against.#kinds.some(({ of, least }) => shareBy(of, least, product) < 1)) return against;
    }
    return undefined;
  }

  /** Weighs the scores of all products, in place; they add up to what they did. Call it once, before the others. */
  weigh(score: Float64Array): void {
    for (const kind of this.#kinds) {
      const raised = weighAll(kind, score);
      kind.raised = raised;
      for (let product = 0; product < score.length; product++) score[product] = score[product] * raised;
    }
  }

  /** A score of a product by all other evidence, weighed. */
  weighed(score: number, product: number): number {
    let weighed = score;
    for (const kind of this.#kinds) weighed += weightOf(kind, product) * weighed;
    return weighed;
  }

  /**
   * Appends to a breakdown what each kind adds to what the factors before it add up to: less than nothing where it speaks
   * against the product, and more where that is taken from others.
   */
  explain(product: number, breakdown: Factor[]): void {
    let value = 0;
    for (const { contribution } of breakdown) value += contribution;
    for (const kind of this.#kinds) {
      const weight = weightOf(kind, product);
      const strongest = kind.of.reduce((a, b) => (shareOf(b, product) < shareOf(a, product) ? b : a));
      const signal = strongest.signal(product);
      breakdown.push({ factor: kind.factor, signal, weight, value, contribution: weight * value });
      value += weight * value;
    }
  }
}

/**
 * Multiplies each score by what {@link shareBy} tells, column after column as there, since this is done for all products.
 *
 * @returns the sum of the scores before by that after
 */
function weighAll({ of, least }: Kind, score: Float64Array): number {
  const size = score.length;
  const others = of.length > 1 ? zeros(size).fill(1) : undefined;
  for (let k = 0; others !== undefined && k < of.length - 1; k++) {
    const { column, table } = of[k];
    const { cell } = column;
    for (let product = 0; product < size; product++)
      others[product] = others[product] * table[cell[product] + 1];
  }
  const { column, table } = of[of.length - 1];
  const { cell } = column;
  let before = 0;
  let after = 0;
  for (let product = 0; product < size; product++) {
    const own = score[product];
    const last = table[cell[product] + 1];
    const weighed = own * Math.max(least, others === undefined ? last : others[product] * last);
    score[product] = weighed;
    before += own;
    after += weighed;
  }
  return after > 0 ? before / after : 1;
}

const weightOf = ({ of, least, raised }: Kind, product: number): number =>
  raised * shareBy(of, least, product) - 1;

function shareBy(objections: readonly Objection[], least: number, product: number): number {
  let share = 1;
  for (const objection of objections) share *= shareOf(objection, product);
  return Math.max(least, share);
}
