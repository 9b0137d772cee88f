import { logGamma } from '../../../primitives/log-gamma.ts';

/** What the recorded products say of one attribute. */
export interface Applicability {
  /** Probability that the attribute applies to the kind; 1 for kinds without products. */
  readonly applies: Float64Array;
  /** Probability that it applies to all kinds. */
  readonly toAll: number;
}

/** Products of each kind, and of one attribute those that have it recorded. */
export type KindCounts = Int32Array;

/**
 * Grid of what may hold of an attribute: the share of kinds to which it applies, and there the mean and the first shape
 * of the Beta distribution of recorded shares. A first shape below ½ would put most kinds near 0, which is what "does not
 * apply" says. Set by hand.
 */
const SHARES_OF_KINDS = [0.03, 0.1, 0.25, 0.5, 0.75, 1];
const MEANS = [0.03, 0.1, 0.25, 0.5, 0.75, 0.9, 0.98];
const SHAPES = [0.5, 1, 2, 4];
const POINTS = SHARES_OF_KINDS.length * MEANS.length * SHAPES.length;
/**
 * Recorded shares where an attribute does not apply: for half of the attributes exactly none, for the others
 * Beta(1, this), products in the wrong kind, 1.6 % in the mean. Set by hand.
 */
const STRAY_SHAPE = 60;
/** Attributes that the prior of the grid counts for, and steps by which it is fitted. Set by hand. */
const PRIOR_WEIGHT = 1;
const FITTING_STEPS = 12;
/** Attributes by which it is fitted: bounds the time. Set by hand. */
const FITTED_ATTRIBUTES = 500;
/** Bound of a log-likelihood ratio, so that products of ratios neither overflow nor vanish. */
const LARGEST_LOG_RATIO = 200;
/** Posterior weight of a point of the grid that changes no probability worth telling. */
const NEGLIGIBLE_WEIGHT = 1e-6;

/**
 * The probability that an attribute applies to a kind, given how many products of each kind have it recorded.
 *
 * A mixture of two distributions for each kind: where the attribute applies, the recorded products are Beta-binomial;
 * where it does not, there are none or a few strays. What is not known (to how many kinds it applies, how well it is
 * kept there) is averaged over a grid. The prior of the grid is fitted over all attributes of the shop by expectation
 * and maximisation (empirical Bayes: Robbins 1956; the maximum over all priors on a grid: Kiefer & Wolfowitz 1956): a
 * shop that records its attributes well where they apply says so by all of them.
 *
 * @param recorded per attribute the products of each kind that have it recorded
 * @param sizes products of each kind, not 0 for all
 */
export function applyingProbabilities(recorded: readonly KindCounts[], sizes: KindCounts): Applicability[] {
  const ratiosOf = likelihoodRatios(sizes);
  const likelihoods = recorded.map((counts) => gridLikelihood(ratiosOf(counts), sizes.length));
  const weights = fittedWeights(likelihoods);
  const own = new Float64Array(POINTS);
  return recorded.map((counts, index) => {
    posterior(likelihoods[index], weights, own);
    return applying(ratiosOf(counts), own, sizes);
  });
}

/** The weights of the grid under which the counts of all attributes are likeliest, with a uniform prior. */
function fittedWeights(likelihoods: readonly Float64Array[]): Float64Array {
  const every = Math.max(1, Math.ceil(likelihoods.length / FITTED_ATTRIBUTES));
  const fitted = likelihoods.filter((_, index) => index % every === 0);
  const weights = new Float64Array(POINTS).fill(1 / POINTS);
  const own = new Float64Array(POINTS);
  for (let step = 0; step < FITTING_STEPS; step++) {
    const sums = new Float64Array(POINTS).fill(PRIOR_WEIGHT / POINTS);
    for (const likelihood of fitted) {
      posterior(likelihood, weights, own);
      for (let point = 0; point < POINTS; point++) sums[point] += own[point];
    }
    for (let point = 0; point < POINTS; point++)
      weights[point] = sums[point] / (fitted.length + PRIOR_WEIGHT);
  }
  return weights;
}

/**
 * For each Beta distribution and kind the likelihood ratio of "applies" to "does not apply", in an array that the next
 * call reuses. Ratios of kinds that have nothing or everything recorded, as most have, are computed once.
 */
function likelihoodRatios(sizes: KindCounts): (recorded: KindCounts) => readonly Float64Array[] {
  const shapes = SHAPES.flatMap((a) => MEANS.map((mean) => ({ a, b: (a * (1 - mean)) / mean })));
  const ratio = (recorded: number, size: number, a: number, b: number) => {
    if (size === 0) return 1;
    const some = Math.exp(logBetaBinomial(recorded, size, 1, STRAY_SHAPE));
    const stray = recorded === 0 ? (1 + some) / 2 : some / 2;
    return bounded(logBetaBinomial(recorded, size, a, b) - Math.log(stray));
  };
  const none = shapes.map(({ a, b }) => Float64Array.from(sizes, (size) => ratio(0, size, a, b)));
  const full = shapes.map(({ a, b }) => Float64Array.from(sizes, (size) => ratio(size, size, a, b)));
  const ratios = shapes.map(() => new Float64Array(sizes.length));
  return (recorded) => {
    for (let shape = 0; shape < shapes.length; shape++) {
      const { a, b } = shapes[shape];
      for (let kind = 0; kind < sizes.length; kind++) {
        const count = recorded[kind];
        ratios[shape][kind] =
          count === 0
            ? none[shape][kind]
            : count === sizes[kind]
              ? full[shape][kind]
              : ratio(count, sizes[kind], a, b);
      }
    }
    return ratios;
  };
}

/** The exponential, within what products of a few numbers can hold. */
function bounded(log: number): number {
  return Math.exp(Math.max(-LARGEST_LOG_RATIO, Math.min(LARGEST_LOG_RATIO, log)));
}

/** Likelihood of the counts at each point of the grid, relative to the likeliest point. */
function gridLikelihood(ratios: readonly Float64Array[], kinds: number): Float64Array {
  const logs = new Float64Array(POINTS);
  let most = Number.NEGATIVE_INFINITY;
  let point = 0;
  for (const ratio of ratios) {
    for (const share of SHARES_OF_KINDS) {
      let product = 1;
      let log = 0;
      for (let kind = 0; kind < kinds; kind++) {
        product *= share * ratio[kind] + (1 - share);
        if (product > 1e100 || product < 1e-100) {
          log += Math.log(product);
          product = 1;
        }
      }
      logs[point] = log + Math.log(product);
      most = Math.max(most, logs[point++]);
    }
  }
  return logs.map((log) => Math.exp(log - most));
}

function posterior(likelihood: Float64Array, weights: Float64Array, into: Float64Array): void {
  let sum = 0;
  for (let point = 0; point < POINTS; point++) {
    into[point] = weights[point] * likelihood[point];
    sum += into[point];
  }
  for (let point = 0; point < POINTS; point++) into[point] /= sum;
}

function applying(ratios: readonly Float64Array[], weights: Float64Array, sizes: KindCounts): Applicability {
  const applies = new Float64Array(sizes.length);
  let toAll = 0;
  let point = 0;
  for (const ratio of ratios) {
    for (const share of SHARES_OF_KINDS) {
      const weight = weights[point++];
      if (weight < NEGLIGIBLE_WEIGHT) continue;
      let all = weight;
      for (let kind = 0; kind < applies.length; kind++) {
        const chance = (share * ratio[kind]) / (share * ratio[kind] + 1 - share);
        applies[kind] += weight * chance;
        if (sizes[kind] > 0) all *= chance;
      }
      toAll += all;
    }
  }
  for (let kind = 0; kind < applies.length; kind++) if (sizes[kind] === 0) applies[kind] = 1;
  return { applies, toAll };
}

/** Log-probability of the recorded ones of `size` products in one given order. */
function logBetaBinomial(recorded: number, size: number, a: number, b: number): number {
  return (
    logGamma(a + recorded) -
    logGamma(a) +
    (logGamma(b + size - recorded) - logGamma(b)) -
    (logGamma(a + b + size) - logGamma(a + b))
  );
}
