import { maximise } from './lbfgs.ts';

/** One ranking as it was shown. */
export interface Showing {
  readonly shown: readonly ShownItem[];
}

/** One item of a ranking that was shown. */
export interface ShownItem {
  readonly item: string;
  /** From 1. */
  readonly position: number;
  readonly clicked: boolean;
  /** Score of the item in this ranking, above 0. Items without a score are not used for the estimate. */
  readonly score?: number | undefined;
}

/** Positions from this one on share one examination. Set by hand. */
export const DEEPEST = 50;
/**
 * Precision of the normal prior of each log examination. In the simulation of `position-bias.test.ts`, with 500 and
 * 5,000 lists, 10 held the curve to the default, and 1 let it vary where lists are few.
 */
const POSITION_RIDGE = 2;
/** Precision of the normal prior of the exponent of the score; 100 was worse in the same simulation with 500 lists. */
const SCORE_RIDGE = 10;
/** Prior mean of the exponent: 1 takes scores as probabilities. */
const SCORE_EXPONENT = 1;
/** Lower bound of a score, to keep its logarithm finite. */
const MIN_SCORE = 1e-12;
/** Optimiser steps, at most; it usually ends after 10 to 20. */
const MAX_ITERATIONS = 60;
/** Upper bound of the weight of a click, so that a few clicks far down do not decide alone. Set by hand. */
const MAX_WEIGHT = 10;

/** `[position]`: log examination without data, falling as 1/√position. Set by hand. */
const shippedLogExamination = (): Float64Array =>
  Float64Array.from({ length: DEEPEST }, (_, k) => -0.5 * Math.log(k + 1));

/**
 * Estimates position bias from clicks.
 *
 * The position-based model (Richardson, Dominowska & Ragno 2007) says that a click needs an examined position and an
 * attractive item. Rankings are personal, so attraction depends on the shopper, and positions depend on attraction,
 * but only through the scores. Given its score, an item is equally attractive at any position, so attraction is
 * modelled as a power of the score. Each click is then a choice among the scored items of its list, by a conditional
 * logit (McFadden 1974) with utility log examination + θ · log score. Anything that is constant within a list
 * cancels: the scale of its scores, how willing the shopper is to click, and that only lists with a click are known.
 *
 * Lists with the same scores at the same positions hold little evidence; the estimate then stays near 1/√position.
 *
 * @returns `[position - 1]`: probability that the position is examined relative to the first, 0 to 1; {@link DEEPEST}
 *   entries
 */
export function estimateExamination(showings: readonly Showing[]): Float64Array {
  const shipped = shippedLogExamination();
  const lists = showings.flatMap(clickedList);
  // The first position is the unit, so its parameter is free to hold the exponent of the score.
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

/** The scored items of a list with a click, one row per item. */
interface ClickedList {
  readonly places: Int32Array;
  readonly logScores: Float64Array;
  readonly clicked: Uint8Array;
  readonly clicks: number;
}

/** The list, or nothing if all of its scored items or none were clicked: such a list has no choice. */
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

/** Log-likelihood of the clicks into one list; adds its gradient. */
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

/** Index of a position, from 1, in an array of examination. */
export function placeOf(position: number): number {
  return Math.min(Math.max(1, Math.floor(position)), DEEPEST) - 1;
}

/**
 * Inverse propensity weight of a click, 1 to 10: it stands for the clicks that were not made because the position was
 * not examined (Joachims, Swaminathan & Schnabel 2017).
 */
export function clickWeight(examination: Float64Array, position: number): number {
  return Math.min(MAX_WEIGHT, 1 / Math.max(1e-6, examination[placeOf(position)]));
}
