import { TRANSITION_SIZE } from './item-transitions.ts';

/** Largest distance in catalogue rows that is counted. Set by hand. */
export const OFFSET_REACH = 12;
const WIDTH = 2 * OFFSET_REACH + 1;
/**
 * Pseudo-transitions: of no neighbour for the row of any transition, and of that row for the others. 200 halved the
 * gain with 50 and 500 sessions; 20 cost .0019 ± .0007 in log-likelihood with 50.
 */
const PRIOR_COUNT = 50;
/**
 * Rows of the table: one per offset of the previous transition, one for previous transitions beyond the reach, one
 * for any.
 */
const FARTHER = WIDTH;
const ANY = WIDTH + 1;
/** A row holds the offsets from the end of the previous transition, then those from its start. */
const ROW = 2 * WIDTH;

/** Index in the table of {@link countRowOffsets} at which the row for any previous transition begins. */
export const AFTER_ANY = ANY * ROW;

/** Index at which the row for a previous transition of this offset begins. */
export const startAfter = (offset: number): number =>
  (Math.abs(offset) <= OFFSET_REACH ? offset + OFFSET_REACH : FARTHER) * ROW;

/** Distance within a row of the offsets from the start of the previous transition. */
export const FROM_ITS_START = WIDTH;

/**
 * Probability of each catalogue offset, -12 to 12, of the next different product: from the current product, and from
 * the one before it. Exports list variants and collections together, and shoppers walk along them, mostly on in the
 * same direction; or they look at a product elsewhere and come back.
 *
 * @param transitions from `itemTransitionsIn`
 * @returns `[previous transition][from its end, from its start][offset]`, see {@link startAfter}; offset 0 is 0,
 *   since returns are scored by the revisit expert
 */
export function countRowOffsets(transitions: Int32Array): Float64Array {
  const chances = new Float64Array(AFTER_ANY + ROW);
  const steps = new Float64Array(chances.length / WIDTH);
  const count = (start: number, offset: number): void => {
    steps[start / WIDTH]++;
    if (offset !== 0 && Math.abs(offset) <= OFFSET_REACH) chances[start + offset + OFFSET_REACH]++;
  };
  for (let m = 0; m < transitions.length; m += TRANSITION_SIZE) {
    const from = transitions[m];
    const to = transitions[m + 1];
    const before = transitions[m + 2];
    count(AFTER_ANY, to - from);
    if (before < 0) continue;
    const row = startAfter(from - before);
    count(row, to - from);
    count(row + FROM_ITS_START, to - before);
    count(AFTER_ANY + FROM_ITS_START, to - before);
  }
  // The row for any transition comes last and is the prior of the others.
  for (let at = chances.length - 1; at >= 0; at--) {
    const priorCount = at >= AFTER_ANY ? 0 : PRIOR_COUNT * chances[AFTER_ANY + (at % ROW)];
    chances[at] = (chances[at] + priorCount) / (steps[Math.floor(at / WIDTH)] + PRIOR_COUNT);
  }
  return chances;
}
