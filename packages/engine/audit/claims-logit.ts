/** One choice: what the witnesses say of the cell that a product has, and of cells that others have. */
export interface Choice {
  readonly own: Float64Array;
  readonly others: readonly Float64Array[];
}

/** Rounds of fitting at most, the step of a round, and the change of weights that ends it. */
const ROUNDS = 60;
const STEP = 0.3;
const SETTLED = 1e-3;
/** Pseudo-variance that keeps steps short where a witness says the same of all cells. */
const LEAST_CURVATURE = 0.5;

/**
 * Weights of witnesses, each from 0 to 1, under which products choose their own cells among those of the column most probably: a conditional logit
 * (McFadden 1974), `P(own) = e^(w·own) / mean e^(w·other)` against a draw from the column, with a penalty in natural logarithms for each
 * unit of weight (the lasso: a witness that wins less is not heard). Every round moves each weight along its own second derivative.
 */
export function weightsOf(choices: readonly Choice[], penalties: readonly number[]): Float64Array {
  const count = penalties.length;
  const weights = new Float64Array(count);
  const slope = new Float64Array(count);
  const curvature = new Float64Array(count);
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = 0; at < count; at++) slope[at] = -penalties[at];
    curvature.fill(LEAST_CURVATURE);
    for (const choice of choices) climb(choice, weights, slope, curvature);
    let moved = 0;
    for (let at = 0; at < count; at++) {
      const next = Math.max(0, Math.min(1, weights[at] + (STEP * slope[at]) / curvature[at]));
      moved += Math.abs(next - weights[at]);
      weights[at] = next;
    }
    if (moved < SETTLED) break;
  }
  return weights;
}

/** Adds what one choice contributes to the first derivatives, and to the negative second ones. */
function climb({ own, others }: Choice, weights: Float64Array, slope: Float64Array, curvature: Float64Array) {
  const odds = others.map((other) => Math.exp(dot(weights, other)));
  const sum = odds.reduce((total, each) => total + each, 0);
  for (let at = 0; at < weights.length; at++) {
    let mean = 0;
    let square = 0;
    for (let index = 0; index < others.length; index++) {
      const said = others[index][at];
      mean += odds[index] * said;
      square += odds[index] * said * said;
    }
    mean /= sum;
    slope[at] += own[at] - mean;
    curvature[at] += Math.max(0, square / sum - mean * mean);
  }
}

/** Natural log-likelihood ratio of `cell`, chosen for the product of `choice` by the weights, against drawn from the column. */
export function logRatio({ others }: Choice, cell: Float64Array, weights: Float64Array): number {
  let sum = 0;
  for (const other of others) sum += Math.exp(dot(weights, other));
  return dot(weights, cell) - Math.log(sum / others.length);
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += left[at] * right[at];
  return sum;
}
