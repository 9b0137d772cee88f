import { movesOf, type TrainingSession } from '../training-session.ts';

/**
 * Probability that an earlier product of a session comes next, by four properties: distance to its latest view,
 * number of views, whether a view of it followed a view of the current product, and whether one preceded it. The
 * lower bounds of the distance classes are set by hand.
 */
const GAPS = [1, 2, 3, 4, 6, 11] as const;
const COUNTS = 3;
const REVISIT_CELLS = GAPS.length * COUNTS * 4;

/** Largest distance, in moves, at which products are considered. Profiles hold no more interactions. */
const MAX_GAP = 50;
/** Pseudo-opportunities of the default chances. Set by hand. */
const PRIOR_COUNT = 30;

/**
 * Index in the table.
 *
 * @param gap moves back to the latest view, from 1 for the product before the current one
 * @param count views so far, from 1
 */
export function revisitCell(gap: number, count: number, follows: boolean, precedes: boolean): number {
  let g = GAPS.length - 1;
  while (g > 0 && gap < GAPS[g]) g--;
  return ((g * COUNTS + Math.min(count, COUNTS) - 1) * 2 + (follows ? 1 : 0)) * 2 + (precedes ? 1 : 0);
}

/**
 * The chances without history: they fall with the distance, and rise with the number of views and along repeated
 * paths. All factors are set by hand.
 */
export function defaultRevisits(): Float64Array {
  const table = new Float64Array(REVISIT_CELLS);
  for (const gap of GAPS) {
    for (let count = 1; count <= COUNTS; count++) {
      for (const follows of [false, true]) {
        for (const precedes of [false, true]) {
          table[revisitCell(gap, count, follows, precedes)] =
            ((0.1 * (1 + 0.4 * (count - 1))) / (1 + 0.35 * gap)) * (follows ? 2 : 1) * (precedes ? 1.5 : 1);
        }
      }
    }
  }
  return table;
}

/** The chances measured in sessions, smoothed towards the default ones. */
export function measureRevisits(sessions: readonly TrainingSession[]): Float64Array {
  const chances = defaultRevisits();
  const opportunities = new Float64Array(chances.length);
  const hits = new Float64Array(chances.length);
  for (const session of sessions) {
    const items = movesOf(session).map(({ item }) => item);
    for (let k = 2; k < items.length; k++) {
      const from = Math.max(0, k - MAX_GAP);
      for (let j = k - 2; j >= from; j--) {
        const item = items[j];
        if (item === items[k - 1] || items.lastIndexOf(item, k - 2) !== j) continue;
        const cell = cellIn(items, from, k - 1, j);
        opportunities[cell]++;
        if (items[k] === item) hits[cell]++;
      }
    }
  }
  return chances.map(
    (chance, cell) => (hits[cell] + PRIOR_COUNT * chance) / (opportunities[cell] + PRIOR_COUNT),
  );
}

/**
 * Index in the table of the product at `at`, its latest view, where the current product is at `last`.
 *
 * @param from first move that is considered
 */
export function cellIn<T>(products: ArrayLike<T>, from: number, last: number, at: number): number {
  const product = products[at];
  const current = products[last];
  let count = 0;
  let follows = false;
  let precedes = false;
  for (let j = at; j >= from; j--) {
    if (products[j] !== product) continue;
    count++;
    if (j > from && products[j - 1] === current) follows = true;
    if (j + 1 < last && products[j + 1] === current) precedes = true;
  }
  return revisitCell(last - at, count, follows, precedes);
}
