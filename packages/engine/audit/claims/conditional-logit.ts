import { LARGEST_LOGIT, LEAST_CURVATURE, NEWTON_STEPS, WEIGHT_TOLERANCE } from '../constants.ts';
/**
 * One choice: the scores of the cell that a product has, then the scores of each alternative cell. With `k`
 * scorers and `n` alternatives it holds `k · (n + 1)` numbers, grouped by cell.
 */
export type Choice = Float64Array;

/**
 * Fits weights of scorers, each from 0 to 1, so that products choose their own cells among those of the
 * column most probably: a conditional logit (McFadden 1974), `P(own) = e^(w·own) / mean e^(w·other)`,
 * relative to a random draw from the column. A lasso penalty of `√(2 ln k · c)` per unit of weight, with `k`
 * scorers and curvature `c` at weight 0, is the log-likelihood that the best of `k` uninformative scorers
 * gains by chance (the universal threshold of Donoho and Johnstone 1994). A scorer that gains less gets
 * weight 0.
 *
 * @param isUnpenalised scorers without that penalty
 */
export function fitWeights(choices: readonly Choice[], isUnpenalised: readonly boolean[]): Float64Array {
  const count = isUnpenalised.length;
  const weights = new Float64Array(count);
  const { slope, curvature } = derivativesAtZero(choices, count);
  const chance = 2 * Math.log(Math.max(2, count));
  const costs = isUnpenalised.map((free, at) => (free ? 0 : Math.sqrt(chance * curvature[at])));
  const selected = isUnpenalised.flatMap((_, at) => (slope[at] > costs[at] ? [at] : []));
  if (selected.length === 0) return weights;
  const fitted = fit(
    new LogLikelihood(choices, count, selected),
    Float64Array.from(selected, (at) => costs[at]),
  );
  selected.forEach((at, index) => {
    weights[at] = fitted[index];
  });
  return weights;
}

/** Gradient of the log-likelihood where all weights are 0, and its negative second derivatives. */
function derivativesAtZero(choices: readonly Choice[], count: number) {
  const slope = new Float64Array(count);
  const curvature = new Float64Array(count);
  for (const choice of choices) {
    const others = choice.length / count - 1;
    for (let at = 0; at < count; at++) {
      let sum = 0;
      let square = 0;
      for (let from = count + at; from < choice.length; from += count) {
        sum += choice[from];
        square += choice[from] * choice[from];
      }
      const mean = sum / others;
      slope[at] += choice[at] - mean;
      curvature[at] += Math.max(0, square / others - mean * mean);
    }
  }
  return { slope, curvature };
}

/**
 * Projected Newton's method. Weights at 0 move only if their gradient is positive. A step that lowers the
 * objective is halved.
 */
function fit(likelihood: LogLikelihood, costs: Float64Array): Float64Array {
  const count = costs.length;
  let weights: Float64Array = new Float64Array(count);
  let next = weights;
  let best = -Infinity;
  for (let round = 0; round < NEWTON_STEPS; round++) {
    let objective = likelihood.evaluate(next);
    for (let at = 0; at < count; at++) objective -= costs[at] * next[at];
    if (objective < best) {
      next = next.map((weight, at) => (weight + weights[at]) / 2);
      if (distance(next, weights) < WEIGHT_TOLERANCE) break;
      continue;
    }
    best = objective;
    weights = next;
    const ascent = likelihood.slope.map((slope, at) => slope - costs[at]);
    const free: number[] = [];
    for (let at = 0; at < count; at++) if (weights[at] > 0 || ascent[at] > 0) free.push(at);
    next = stepped(weights, ascent, free, likelihood.curvature(free));
    if (distance(next, weights) < WEIGHT_TOLERANCE) break;
  }
  return weights;
}

/** Maximises the quadratic approximation within the bounds by coordinate ascent. */
function stepped(
  weights: Float64Array,
  ascent: Float64Array,
  free: readonly number[],
  curvature: Float64Array,
): Float64Array {
  const count = free.length;
  const next = weights.slice();
  const left = Float64Array.from(free, (at) => ascent[at]);
  for (let sweep = 0; sweep < NEWTON_STEPS; sweep++) {
    let moved = 0;
    for (let at = 0; at < count; at++) {
      const own = next[free[at]];
      const step = Math.max(-own, Math.min(1 - own, left[at] / curvature[at * count + at]));
      if (step === 0) continue;
      next[free[at]] = own + step;
      moved += Math.abs(step);
      for (let other = 0; other < count; other++) left[other] -= step * curvature[at * count + other];
    }
    if (moved < WEIGHT_TOLERANCE / 10) break;
  }
  return next;
}

function distance(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += Math.abs(left[at] - right[at]);
  return sum;
}

/** The log-likelihood of choices as a function of the weights of selected scorers. */
class LogLikelihood {
  /** Gradient at the weights evaluated last. */
  readonly slope: Float64Array;
  readonly #count: number;
  /** Per choice and alternative cell the score of each scorer, minus its score of the product's own cell. */
  readonly #above: Float64Array;
  /**
   * Number of alternatives of each choice, and the probability of each alternative among the alternatives of
   * its choice.
   */
  readonly #others: Int32Array;
  readonly #share: Float64Array;

  constructor(choices: readonly Choice[], scorers: number, selected: readonly number[]) {
    const count = selected.length;
    this.#count = count;
    this.slope = new Float64Array(count);
    this.#others = Int32Array.from(choices, (choice) => choice.length / scorers - 1);
    this.#share = new Float64Array(this.#others.reduce((sum, others) => sum + others, 0));
    this.#above = new Float64Array(count * this.#share.length);
    let to = 0;
    for (const choice of choices)
      for (let from = scorers; from < choice.length; from += scorers)
        for (let at = 0; at < count; at++)
          this.#above[to++] = choice[from + selected[at]] - choice[selected[at]];
  }

  /** The log-likelihood ratio at some weights; also computes the gradient. */
  evaluate(weights: Float64Array): number {
    const slope = this.slope;
    const above = this.#above;
    const share = this.#share;
    const count = this.#count;
    slope.fill(0);
    let likelihood = 0;
    let first = 0;
    for (const others of this.#others) {
      let sum = 0;
      for (let cell = first; cell < first + others; cell++) {
        let logit = 0;
        for (let at = 0; at < count; at++) logit += weights[at] * above[cell * count + at];
        share[cell] = Math.exp(Math.min(logit, LARGEST_LOGIT));
        sum += share[cell];
      }
      for (let cell = first; cell < first + others; cell++) {
        share[cell] /= sum;
        for (let at = 0; at < count; at++) slope[at] -= share[cell] * above[cell * count + at];
      }
      likelihood -= Math.log(sum / others);
      first += others;
    }
    return likelihood;
  }

  /** Negative Hessian for a subset of the weights, row by row, at the weights evaluated last. */
  curvature(free: readonly number[]): Float64Array {
    const above = this.#above;
    const share = this.#share;
    const count = free.length;
    const curved = new Float64Array(count * count);
    const mean = new Float64Array(count);
    const own = new Float64Array(count);
    let cell = 0;
    for (const others of this.#others) {
      mean.fill(0);
      for (const last = cell + others; cell < last; cell++) {
        for (let at = 0; at < count; at++) {
          own[at] = above[cell * this.#count + free[at]];
          const weighed = share[cell] * own[at];
          mean[at] += weighed;
          for (let other = 0; other <= at; other++) curved[at * count + other] += weighed * own[other];
        }
      }
      for (let at = 0; at < count; at++)
        for (let other = 0; other <= at; other++) curved[at * count + other] -= mean[at] * mean[other];
    }
    for (let at = 0; at < count; at++) {
      curved[at * count + at] = Math.max(0, curved[at * count + at]) + LEAST_CURVATURE;
      for (let other = 0; other < at; other++) curved[other * count + at] = curved[at * count + other];
    }
    return curved;
  }
}

/**
 * Natural log-likelihood ratio of a product's own cell: chosen by these weights, against drawn from the
 * column.
 */
export function logRatio(choice: Choice, weights: Float64Array): number {
  const count = weights.length;
  let sum = 0;
  for (let from = count; from < choice.length; from += count) sum += Math.exp(dot(weights, choice, from));
  return dot(weights, choice, 0) - Math.log(sum / (choice.length / count - 1));
}

function dot(weights: Float64Array, choice: Choice, from: number): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += weights[at] * choice[from + at];
  return sum;
}
