import { LARGEST_RATIO, LEAST_SHARE, LIKELIHOOD_DROP, SHARE_STEPS } from '../constants.ts';

/**
 * The share of new cells that are associated with their products as the recorded cells are, if the others are
 * drawn from the column.
 */
export interface MixtureShare {
  /** Maximum likelihood estimate, 0 to 1. */
  readonly share: number;
  /** Bounds that held the true share in three of four simulated repairs. */
  readonly low: number;
  readonly high: number;
  /**
   * Natural log-likelihood ratio against the likeliest share of at least `LEAST_SHARE`; 0 where `share` is at
   * least that.
   */
  readonly evidence: number;
}

/**
 * Estimates the share of associated cells among the new ones, relative to that among the recorded ones. Each
 * cell has the mixture likelihood `t · e^r + 1 − t`, where `t` is the share of associated cells and `r` the
 * cell's log-likelihood ratio. For recorded cells `t` is below 1 if the scorers promise too much. The result
 * is the ratio of both shares, with bounds from the profile of their joint likelihood, so few cells on either
 * side give wide bounds.
 *
 * @param recorded log-likelihood ratios of recorded cells, by weights fitted without them
 * @param fresh log-likelihood ratios of the new cells
 */
export function mixtureShare(recorded: readonly number[], fresh: readonly number[]): MixtureShare {
  const expected = likelihoods(recorded);
  const found = likelihoods(fresh);
  const likeliest = Math.max(...expected) + Math.max(...found);
  let mostly = -Infinity;
  let low = 1;
  let high = 0;
  for (let whole = 1; whole <= SHARE_STEPS; whole++) {
    for (let part = 0; part <= whole; part++) {
      const likelihood = expected[whole] + found[part];
      if (part >= LEAST_SHARE * whole) mostly = Math.max(mostly, likelihood);
      if (likelihood < likeliest - LIKELIHOOD_DROP) continue;
      low = Math.min(low, part / whole);
      high = Math.max(high, part / whole);
    }
  }
  // Of equally likely shares the largest: cells that nothing judges are no evidence against a claim.
  const share = Math.min(
    1,
    found.lastIndexOf(Math.max(...found)) / Math.max(1, expected.indexOf(Math.max(...expected))),
  );
  return {
    share,
    low: Math.min(low, share),
    high: Math.max(high, share),
    evidence: share >= LEAST_SHARE ? 0 : likeliest - mostly,
  };
}

/** The likeliest share of cells that are associated with their products, if the others are drawn; 0 without cells. */
export function likeliestShare(ratios: readonly number[]): number {
  const found = likelihoods(ratios);
  return ratios.length === 0 ? 0 : found.indexOf(Math.max(...found)) / SHARE_STEPS;
}

/** Natural log-likelihood of the cells for each share on the grid. */
function likelihoods(ratios: readonly number[]): number[] {
  const above = ratios.map((ratio) => Math.expm1(Math.min(ratio, LARGEST_RATIO)));
  return Array.from({ length: SHARE_STEPS + 1 }, (_, step) =>
    above.reduce((sum, each) => sum + Math.log1p((step / SHARE_STEPS) * each), 0),
  );
}
