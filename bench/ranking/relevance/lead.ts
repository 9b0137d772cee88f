import { Random } from '../../../packages/engine/primitives/random.ts';

/** Samples of the queries that an interval is read from. */
const SAMPLES = 2_000;
/** The share of the samples that an interval leaves out at either end. */
const TAIL = 0.025;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** How far one engine is ahead of another on the same queries. */
export interface Lead {
  readonly mean: number;
  /** 95 % interval: percentiles of the means of queries drawn with replacement (Efron & Tibshirani 1993, chapter 13). */
  readonly low: number;
  readonly high: number;
}

/**
 * The lead of one engine over another.
 *
 * @param own a figure of each query
 * @param other the same of the other engine, in the same order
 */
export function leadOver(own: readonly number[], other: readonly number[], seed = 1): Lead {
  const differences = own.map((value, k) => value - other[k]);
  const random = new Random(seed);
  const means = Array.from({ length: SAMPLES }, () =>
    mean(differences.map(() => differences[random.below(differences.length)])),
  ).sort((a, b) => a - b);
  const at = (share: number): number => means[Math.round(share * (SAMPLES - 1))];
  return { mean: mean(differences), low: at(TAIL), high: at(1 - TAIL) };
}
