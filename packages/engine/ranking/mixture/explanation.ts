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

/**
 * The breakdown of a product where the session tells no products apart: what its experts contribute is what every product
 * has, so it is the prior's. The contributions add up as those of {@link breakdownOf} do, but for rounding.
 */
export function impersonalBreakdownOf(
  mixture: Mixture,
  product: number,
  share = 1,
  factors: Factor[] = [],
): Factor[] {
  const { experts, prior } = mixture.registry;
  let weight = 0;
  let contribution = 0;
  const isPersonal = ({ factor }: Factor): boolean =>
    experts.some((expert) => expert.factor === factor && expert.personal !== false);
  for (const factor of breakdownOf(mixture, product, share)) {
    if (!isPersonal(factor) && factor.factor !== experts[prior].factor) {
      factors.push(factor);
      continue;
    }
    weight += factor.weight;
    contribution += factor.contribution;
  }
  if (contribution === 0) return factors;
  const { factor } = experts[prior];
  const signal = mixture.signalFor(prior, product);
  factors.push({ factor, signal, weight, value: contribution / weight, contribution });
  return factors;
}

/** The sum of a breakdown's contributions. */
export function scoreOf(breakdown: readonly Factor[]): number {
  let score = 0;
  for (let k = 0; k < breakdown.length; k++) score += breakdown[k].contribution;
  return score;
}

/** The scores of the product at hand, by expert. */
let scores = new Float64Array(0);

/** The score that {@link breakdownOf} adds up to, without the breakdown: the same additions in the same order. */
export function scoreAlone(mixture: Mixture, product: number, share = 1, before = 0): number {
  const { count } = mixture.registry;
  if (scores.length !== count) scores = new Float64Array(count);
  mixture.expertScores(product, scores);
  let score = before;
  for (let k = 0; k < count; k++) score += share * mixture.weight[k] * scores[k];
  return score;
}
