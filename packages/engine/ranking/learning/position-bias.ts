import { maximise } from './lbfgs.ts';

/** One ranking as it was shown. */
export interface Showing {
  readonly shown: readonly ShownItem[];
}

export interface ShownItem {
  readonly item: string;
  /** Counted from 1. */
  readonly position: number;
  readonly clicked: boolean;
  /** Score that this ranking gave the item, over 0; without one the item says nothing about positions. */
  readonly score?: number | undefined;
}

/** Positions further down share one examination; set by hand. */
export const DEEPEST = 50;
/**
 * Precision of the normal prior of each position's log examination. In the simulation of the tests, with 500 and 5,000
 * lists: 10 holds the curve to the shipped one, 1 lets it vary where lists are few.
 */
const POSITION_RIDGE = 2;
/** Precision of the normal prior of the score's exponent; 100 was worse in the same simulation with 500 lists. */
const SCORE_RIDGE = 10;
/** A score of 1 is taken at its word. */
const SCORE_EXPONENT = 1;
const MIN_SCORE = 1e-12;
/** Steps of the optimiser at most; it usually ends after 10 to 20. */
const MAX_ITERATIONS = 60;
/** No click counts more than this many, so that few clicks far down do not decide alone; set by hand. */
const MAX_WEIGHT = 10;

/** Logarithm of the examination of each position without data: it falls as 1/√position; set by hand. */
const shippedLogExamination = (): Float64Array =>
  Float64Array.from({ length: DEEPEST }, (_, k) => -0.5 * Math.log(k + 1));

/**
 * The chance that a shopper examines each position, relative to the first, 0 to 1, by place (`placeOf`). Estimated from
 * clicks under the position-based model (Richardson, Dominowska & Ragno 2007): a click takes an examined position and
 * an attractive item.
 *
 * Items stand first because they attract this shopper, so attraction depends on the shopper as positions do. But a
 * position depends on shopper and item only through the scores of the ranking. Given its score, an item is no more
 * attractive at one position than at another, so attraction is taken as a power of the score. Each click is then a
 * choice among the scored items of its list, by a conditional logit (McFadden 1974) with utility
 * log examination + θ · log score. What lists have in common (the scale of their scores, how willing the shopper is to
 * click, that only lists with a click are known) cancels.
 *
 * Lists in which the same scores stand at the same positions tell little; the estimate then stays near 1/√position.
 */
export function estimateExamination(showings: readonly Showing[]): Float64Array {
  const shipped = shippedLogExamination();
  const lists = showings.flatMap(clickedList);
  // The first position is the unit; its parameter holds the exponent of the score instead.
  const start = shipped.slice();
  start[0] = SCORE_EXPONENT;
  const ridge = new Float64Array(DEEPEST).fill(POSITION_RIDGE);
  ridge[0] = SCORE_RIDGE;
  const logLikelihood = (x: Float64Array, gradient: Float64Array): number => {
    gradient.fill(0);
    let value = 0;
    for (const list of lists) value += addList(list, x, gradient);
    for (let k = 0; k < x.length; k++) {
      const away = x[k] - start[k];
      value -= (ridge[k] / 2) * away * away;
      gradient[k] = gradient[k] - ridge[k] * away;
    }
    return value;
  };
  const { at } = maximise(logLikelihood, start, MAX_ITERATIONS);
  return at.map((logExamination, place) => (place === 0 ? 1 : Math.min(1, Math.exp(logExamination))));
}

/** The scored items of a list that was clicked into, by row. */
interface ClickedList {
  readonly places: Int32Array;
  readonly logScores: Float64Array;
  readonly clicked: Uint8Array;
  readonly clicks: number;
}

function clickedList({ shown }: Showing): ClickedList[] {
  const scored = shown.filter(({ score }) => score !== undefined);
  const clicks = scored.filter(({ clicked }) => clicked).length;
  if (clicks === 0 || clicks === scored.length) return [];
  return [
    {
      places: Int32Array.from(scored, ({ position }) => placeOf(position)),
      logScores: Float64Array.from(scored, ({ score }) => Math.log(Math.max(MIN_SCORE, score!))),
      clicked: Uint8Array.from(scored, ({ clicked }) => (clicked ? 1 : 0)),
      clicks,
    },
  ];
}

/** The log-likelihood of the clicks into one list; adds its gradient. */
function addList(list: ClickedList, x: Float64Array, gradient: Float64Array): number {
  const { places, logScores, clicked, clicks } = list;
  const utility = logScores.map(
    (logScore, row) => x[0] * logScore + (places[row] === 0 ? 0 : x[places[row]]),
  );
  const highest = utility.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
  let sum = 0;
  for (let row = 0; row < utility.length; row++) sum += Math.exp(utility[row] - highest);
  let value = 0;
  for (let row = 0; row < utility.length; row++) {
    const logProbability = utility[row] - highest - Math.log(sum);
    if (clicked[row] === 1) value += logProbability;
    const unexpected = clicked[row] - clicks * Math.exp(logProbability);
    gradient[0] = gradient[0] + unexpected * logScores[row];
    const place = places[row];
    if (place > 0) gradient[place] = gradient[place] + unexpected;
  }
  return value;
}

/** Place of a position, counted from 1, in an array of examination. */
export function placeOf(position: number): number {
  return Math.min(Math.max(1, Math.floor(position)), DEEPEST) - 1;
}

/**
 * How much a click at a position counts, 1 to 10: the inverse of its examination, since it stands for the clicks that
 * were not made because nobody looked (Joachims, Swaminathan & Schnabel 2017, inverse propensity weights).
 */
export function clickWeight(examination: Float64Array, position: number): number {
  return Math.min(MAX_WEIGHT, 1 / Math.max(1e-6, examination[placeOf(position)]));
}
