import { zeros } from '../../primitives/pooled-arrays.ts';
import type { Factor } from '../types.ts';
import type { Mixture } from './mixture.ts';

/**
 * The breakdown of a product's score, in the order of the experts, appended to `factors`. The contributions add up to
 * `share` times the score.
 */
export function breakdownOf(mixture: Mixture, product: number, share = 1, factors: Factor[] = []): Factor[] {
  const { experts, count } = mixture.registry;
  const scores = zeros(count);
  mixture.expertScores(product, scores);
  for (let k = 0; k < count; k++) {
    const weight = share * mixture.weight[k];
    const value = scores[k];
    if (weight * value === 0) continue;
    const matched = mixture.matchedFor(k, product);
    factors.push({
      factor: experts[k].factor,
      signal: mixture.signalFor(k, product),
      ...(matched !== undefined && { matched }),
      weight,
      value,
      contribution: weight * value,
    });
  }
  return factors;
}

/** The sum of a breakdown's contributions. */
export function scoreOf(breakdown: readonly Factor[]): number {
  let score = 0;
  for (let k = 0; k < breakdown.length; k++) score += breakdown[k].contribution;
  return score;
}

/** The score that {@link breakdownOf} adds up to, without the breakdown: the same additions in the same order. */
export function scoreAlone(mixture: Mixture, product: number, share = 1, before = 0): number {
  const { count } = mixture.registry;
  const scores = zeros(count);
  mixture.expertScores(product, scores);
  let score = before;
  for (let k = 0; k < count; k++) score += share * mixture.weight[k] * scores[k];
  return score;
}
