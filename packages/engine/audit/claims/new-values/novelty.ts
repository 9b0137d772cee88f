import type { Attribute } from '../../../catalogue/types.ts';
import { logGamma } from '../../../primitives/log-gamma.ts';
import {
  LEAST_NOVELTY,
  LEAST_NUMBER_NOVELTY,
  MOSTLY_NEW_PROBABILITY,
  PARTLY_NEW_PROBABILITY,
} from '../../constants.ts';

/** The share of new values that were never recorded before. */
export interface Novelty {
  readonly share: number;
  /**
   * The expected share by Good and Turing (Good 1953): the share of values recorded once estimates the
   * probability that the next product has an unseen value.
   */
  readonly expected: number;
  /** The products that have an unseen value. */
  readonly products: readonly number[];
}

/** New cells by whether their values were recorded before. */
export interface Unseen extends Novelty {
  /** Values of the new cells, and those of them that were never recorded before. */
  readonly all: number;
  readonly fresh: number;
  /** Recorded values, and those of them that were recorded once. */
  readonly recorded: number;
  readonly once: number;
}

/** How many values of new cells were never recorded before; undefined where nothing was. */
export function unseenIn(
  before: Attribute,
  after: Attribute,
  touched: readonly number[],
): Unseen | undefined {
  const held = new Float64Array(before.values.length);
  let recorded = 0;
  for (const cell of before.cell) {
    if (cell < 0) continue;
    for (const value of before.cells[cell]) held[value]++;
    recorded += before.cells[cell].length;
  }
  if (recorded === 0) return undefined;
  let once = 0;
  for (const count of held) if (count === 1) once++;
  let fresh = 0;
  let all = 0;
  const products: number[] = [];
  for (const product of touched) {
    const values = after.cells[after.cell[product]];
    const unseen = values.filter((value) => held[value] === 0).length;
    all += values.length;
    fresh += unseen;
    if (unseen > 0) products.push(product);
  }
  return { share: fresh / all, expected: (once + 1) / (recorded + 2), products, all, fresh, recorded, once };
}

/**
 * The novelty of new cells, where significantly more values are unseen than expected; otherwise undefined.
 */
export function noveltyOf(
  before: Attribute,
  after: Attribute,
  touched: readonly number[],
): Novelty | undefined {
  const unseen = unseenIn(before, after, touched);
  if (unseen === undefined) return undefined;
  const { share, expected, products, all, fresh, recorded, once } = unseen;
  // New numbers and dates lie between the recorded ones, so a large share of unseen values is less surprising; unless
  // hardly any recorded one is the only one of its kind, as marks on a scale are.
  const isMeasure = (after.kind === 'number' || after.kind === 'date') && expected > LEAST_NOVELTY / 2;
  const beyond = (share - expected) / (1 - expected);
  if (beyond <= (isMeasure ? LEAST_NUMBER_NOVELTY : LEAST_NOVELTY)) return undefined;
  const chance = atLeast(fresh, all, once + 1, recorded - once + 1);
  if (chance >= (beyond > 0.5 ? MOSTLY_NEW_PROBABILITY : PARTLY_NEW_PROBABILITY)) return undefined;
  return { share, expected, products };
}

/**
 * Probability of `fresh` or more successes in `all` trials, by the beta-binomial distribution with parameters
 * `a` and `b`.
 */
export function atLeast(fresh: number, all: number, a: number, b: number): number {
  let chance = 0;
  const fixed = logGamma(all + 1) + logGamma(a + b) - logGamma(a) - logGamma(b) - logGamma(all + a + b);
  for (let count = fresh; count <= all; count++) {
    const ways = logGamma(count + 1) + logGamma(all - count + 1);
    chance += Math.exp(fixed - ways + logGamma(count + a) + logGamma(all - count + b));
  }
  return chance;
}
