/** One choice: what the witnesses say of the cell that a product has, and of cells that others have. */
export interface Choice {
  readonly own: Float64Array;
  readonly others: readonly Float64Array[];
}

/** Rounds of fitting at most, the step of a round, and the change of weights that ends it. */
const ROUNDS = 60;
const STEP = 0.3;
const SETTLED = 1e-3;
/** Curvature that keeps steps short where a witness says nearly the same of all cells. */
const LEAST_CURVATURE = 0.5;

/**
 * Weights of witnesses, each from 0 to 1, under which products choose their own cells among those of the column most probably: a
 * conditional logit (McFadden 1974), `P(own) = e^(w·own) / mean e^(w·other)` against a draw from the column. Each unit of weight costs
 * `√(2 ln k · c)` of log-likelihood for `k` witnesses, `c` being the curvature where all weights are 0: what the best of as many witnesses that know
 * nothing wins by chance (the universal threshold of Donoho and Johnstone 1994, as a lasso). Who wins less is not heard.
 *
 * @param isFree witnesses that are heard without that cost
 */
export function weightsOf(choices: readonly Choice[], isFree: readonly boolean[]): Float64Array {
  const count = isFree.length;
  const weights = new Float64Array(count);
  const slope = new Float64Array(count);
  const curvature = new Float64Array(count);
  const everyone = isFree.map((_, at) => at);
  for (const choice of choices) climb(choice, everyone, weights, slope, curvature);
  const chance = 2 * Math.log(Math.max(2, count));
  const costs = isFree.map((free, at) => (free ? 0 : Math.sqrt(chance * curvature[at])));
  const heard = everyone.filter((at) => slope[at] > costs[at]);
  for (let round = 0; heard.length > 0 && round < ROUNDS; round++) {
    for (const at of heard) {
      slope[at] = -costs[at];
      curvature[at] = LEAST_CURVATURE;
    }
    for (const choice of choices) climb(choice, heard, weights, slope, curvature);
    let moved = 0;
    for (const at of heard) {
      const next = Math.max(0, Math.min(1, weights[at] + (STEP * slope[at]) / curvature[at]));
      moved += Math.abs(next - weights[at]);
      weights[at] = next;
    }
    if (moved < SETTLED) break;
  }
  return weights;
}

/** Adds what one choice contributes to the first derivatives of its log-likelihood, and to the negative second ones. */
function climb(
  { own, others }: Choice,
  heard: readonly number[],
  weights: Float64Array,
  slope: Float64Array,
  curvature: Float64Array,
): void {
  const odds = others.map((other) => {
    let said = 0;
    for (const at of heard) said += weights[at] * other[at];
    return Math.exp(said);
  });
  const sum = odds.reduce((total, each) => total + each, 0);
  for (const at of heard) {
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

/** Natural log-likelihood ratio of a product's own cell: chosen for it by the weights, against drawn from the column. */
export function logRatio({ own, others }: Choice, weights: Float64Array): number {
  let sum = 0;
  for (const other of others) sum += Math.exp(dot(weights, other));
  return dot(weights, own) - Math.log(sum / others.length);
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += left[at] * right[at];
  return sum;
}
