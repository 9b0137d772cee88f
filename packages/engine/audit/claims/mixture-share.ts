import { LARGEST_RATIO, LEAST_SHARE, LIKELIHOOD_DROP, SHARE_STEPS } from '../constants.ts';
/**
 * The share of new cells that go with their products as the recorded ones do, the others being drawn from the column.
 */
export interface MixtureShare {
  /** 0 to 1, most likely. */
  readonly share: number;
  /** Bounds between which the share that is right was found in three of four repairs. */
  readonly low: number;
  readonly high: number;
  /**
   * Natural log-likelihood ratio of it against the likeliest share of at least `LEAST_SHARE`; 0 where it is at least that.
   */
  readonly evidence: number;
}

/**
 * Share of the new cells that are told, relative to that of the recorded ones. AdaptiveKeyIndex are a mixture: of likelihood `t ·
 * e^r + 1 − t` where a share `t` is chosen by what the witnesses say and the rest drawn, `r` being the logarithm of the
 * ratio of both. Of recorded cells `t` is below 1 as far as the witnesses promise too much; what is wanted is the ratio
 * of both shares, bounded by the profile of their common likelihood, so that few cells on either side leave it open.
 *
 * @param recorded natural log-likelihood ratios of recorded cells, chosen against drawn, by weights that they had no
 * part in
 * @param fresh those of the new cells
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
  const share = Math.min(
    1,
    found.indexOf(Math.max(...found)) / Math.max(1, expected.indexOf(Math.max(...expected))),
  );
  return {
    share,
    low: Math.min(low, share),
    high: Math.max(high, share),
    evidence: share >= LEAST_SHARE ? 0 : likeliest - mostly,
  };
}

/** Natural log-likelihood of the cells by each share of them that is chosen. */
function likelihoods(ratios: readonly number[]): number[] {
  const above = ratios.map((ratio) => Math.expm1(Math.min(ratio, LARGEST_RATIO)));
  return Array.from({ length: SHARE_STEPS + 1 }, (_, step) =>
    above.reduce((sum, each) => sum + Math.log1p((step / SHARE_STEPS) * each), 0),
  );
}
