/**
 * Weights of a linear mixture by expectation–maximisation (Dempster, Laird & Rubin 1977), with a Dirichlet prior.
 * The likelihood is concave in the weights, so EM reaches the one maximum from any start within the simplex.
 */

/** Probabilities that experts gave to outcomes, one row per observation. */
export interface Observations {
  readonly count: number;
  readonly experts: number;
  /** `[observation][expert]`: probability that the expert gave to the outcome, 0 to 1. */
  readonly probability: Float64Array;
  /** Weight of each observation; 1 for all when absent. */
  readonly importance?: Float64Array | undefined;
}

/** Fitted weights and the course of the fit. */
export interface MixtureFit {
  /** `[expert]`: adds up to 1. */
  readonly weights: Float64Array;
  /** Penalised log-likelihood before each step; it never falls. */
  readonly logLikelihoods: readonly number[];
}

/**
 * Fits the weights on the given rows.
 *
 * @param rows numbers of observations
 * @param prior `[expert]`: pseudo-observations; an expert with none keeps weight 0
 * @param steps EM steps, at most; the fit stops when a step gains less than 1e-7 of the log-likelihood
 */
export function fitWeights(
  observations: Observations,
  rows: ArrayLike<number>,
  prior: Float64Array,
  steps: number,
): MixtureFit {
  const { experts, probability, importance } = observations;
  const total = prior.reduce((sum, count) => sum + count, 0);
  let weights = prior.map((count) => count / total);
  const logLikelihoods: number[] = [];
  const products = new Float64Array(experts);
  for (let step = 0; step < steps; step++) {
    const counts = prior.slice();
    let likelihood = 0;
    let mass = total;
    for (let r = 0; r < rows.length; r++) {
      const row = rows[r];
      const start = row * experts;
      let p = 0;
      for (let k = 0; k < experts; k++) {
        products[k] = weights[k] * probability[start + k];
        p += products[k];
      }
      if (p <= 0) continue;
      const counted = importance === undefined ? 1 : importance[row];
      likelihood += counted * Math.log(p);
      mass += counted;
      const share = counted / p;
      for (let k = 0; k < experts; k++) counts[k] += products[k] * share;
    }
    for (let k = 0; k < experts; k++) {
      if (prior[k] > 0) likelihood += prior[k] * Math.log(weights[k]);
    }
    logLikelihoods.push(likelihood);
    weights = counts.map((count) => count / mass);
    const gain =
      logLikelihoods.length < 2
        ? Number.POSITIVE_INFINITY
        : likelihood - logLikelihoods[logLikelihoods.length - 2];
    if (gain < 1e-7 * Math.abs(likelihood)) break;
  }
  return { weights, logLikelihoods };
}
