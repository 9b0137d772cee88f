/**
 * One choice: what each witness says of the cell that a product has, then, witness by witness again, of each cell that it might have had.
 * So for `k` witnesses and `n` other cells it holds `k · (n + 1)` numbers.
 */
export type Choice = Float64Array;

/** Rounds of fitting at most, the step of a round, and the change of weights that ends it. */
const ROUNDS = 60;
const STEP = 0.3;
const SETTLED = 1e-3;
/** Curvature that keeps steps short where a witness says nearly the same of all cells. */
const LEAST_CURVATURE = 0.5;
/** Odds beyond `e` to this power would overflow when summed. */
const MOST_SAID = 600;

/**
 * Weights of witnesses, each from 0 to 1, under which products choose their own cells among those of the column most probably: a
 * conditional logit (McFadden 1974), `P(own) = e^(w·own) / mean e^(w·other)` against a draw from the column. Each unit of weight costs
 * `√(2 ln k · c)` of log-likelihood for `k` witnesses, `c` being the curvature where all weights are 0: what the best of as many witnesses that know
 * nothing wins by chance (the universal threshold of Donoho and Johnstone 1994, as a lasso). Who wins less is not heard.
 *
 * @param isFree witnesses that are heard without that cost
 * @param screened witnesses from among which these were picked as the best, if there were more
 */
export function weightsOf(
  choices: readonly Choice[],
  isFree: readonly boolean[],
  screened = isFree.length,
): Float64Array {
  const count = isFree.length;
  const weights = new Float64Array(count);
  const everyone = new Climb(
    choices,
    count,
    isFree.map((_, at) => at),
  );
  everyone.look(new Float64Array(count));
  const chance = 2 * Math.log(Math.max(2, screened));
  const costs = isFree.map((free, at) => (free ? 0 : Math.sqrt(chance * everyone.curvature[at])));
  const heard = isFree.flatMap((_, at) => (everyone.slope[at] > costs[at] ? [at] : []));
  if (heard.length === 0) return weights;
  const climb = new Climb(choices, count, heard);
  const own = new Float64Array(heard.length);
  for (let round = 0; round < ROUNDS; round++) {
    climb.look(own);
    let moved = 0;
    for (let at = 0; at < heard.length; at++) {
      const slope = climb.slope[at] - costs[heard[at]];
      const next = own[at] + (STEP * slope) / (climb.curvature[at] + LEAST_CURVATURE);
      const held = Math.max(0, Math.min(1, next));
      moved += Math.abs(held - own[at]);
      own[at] = held;
    }
    if (moved < SETTLED) break;
  }
  heard.forEach((at, index) => {
    weights[at] = own[index];
  });
  return weights;
}

/** The log-likelihood of choices as a function of the weights of some witnesses. */
class Climb {
  /** First derivatives, and negative second ones. */
  readonly slope: Float64Array;
  readonly curvature: Float64Array;
  readonly #count: number;
  /** Per choice and other cell, what each witness says of it above what it says of the product's own. */
  readonly #above: Float64Array;
  /** Other cells of each choice. */
  readonly #others: Int32Array;
  readonly #mean: Float64Array;
  readonly #square: Float64Array;

  constructor(choices: readonly Choice[], witnesses: number, heard: readonly number[]) {
    const count = heard.length;
    this.#count = count;
    this.slope = new Float64Array(count);
    this.curvature = new Float64Array(count);
    this.#mean = new Float64Array(count);
    this.#square = new Float64Array(count);
    this.#others = Int32Array.from(choices, (choice) => choice.length / witnesses - 1);
    this.#above = new Float64Array(count * this.#others.reduce((sum, others) => sum + others, 0));
    let to = 0;
    for (const choice of choices)
      for (let from = witnesses; from < choice.length; from += witnesses)
        for (let at = 0; at < count; at++) this.#above[to++] = choice[from + heard[at]] - choice[heard[at]];
  }

  /** Finds the derivatives at some weights. */
  look(weights: Float64Array): void {
    const { slope, curvature } = this;
    const above = this.#above;
    const mean = this.#mean;
    const square = this.#square;
    const count = this.#count;
    slope.fill(0);
    curvature.fill(0);
    let from = 0;
    for (const others of this.#others) {
      mean.fill(0);
      square.fill(0);
      let sum = 0;
      for (let other = 0; other < others; other++, from += count) {
        let said = 0;
        for (let at = 0; at < count; at++) said += weights[at] * above[from + at];
        const odds = Math.exp(Math.min(said, MOST_SAID));
        sum += odds;
        for (let at = 0; at < count; at++) {
          const each = above[from + at];
          mean[at] += odds * each;
          square[at] += odds * each * each;
        }
      }
      for (let at = 0; at < count; at++) {
        const average = mean[at] / sum;
        slope[at] -= average;
        curvature[at] += Math.max(0, square[at] / sum - average * average);
      }
    }
  }
}

/** Natural log-likelihood ratio of a product's own cell: chosen for it by the weights, against drawn from the column. */
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
