import { MOVE } from './item-transitions.ts';

/** How far apart in the catalogue two products may stand to be neighbours. */
export const OFFSET_REACH = 12;
const WIDTH = 2 * OFFSET_REACH + 1;
/** Steps that must be seen before offsets mean something, and before those after a certain step mean more than all. */
const BELIEF = 50;
/** Rows of the table: one an offset of the step before, one for steps before that went farther, one for all steps. */
const FARTHER = WIDTH;
const ALL = WIDTH + 1;
/** What a row holds: the offsets from where the step before ended, and those from where it began. */
const ROW = 2 * WIDTH;

/** Where, in what {@link countRowOffsets} returns, the chances after any step begin. */
export const AFTER_ANY = ALL * ROW;

/** Where those after a step of this offset begin. */
export const startAfter = (offset: number): number =>
  (Math.abs(offset) <= OFFSET_REACH ? offset + OFFSET_REACH : FARTHER) * ROW;

/** How far behind the chances from where the step before ended those from where it began stand. */
export const FROM_ITS_START = WIDTH;

/**
 * How often, in `moves` (see `moves.ts`), the next different product stood at each offset in the catalogue, -12 to 12,
 * from the one before, and from the one before that: exports list variants and collections together, and shoppers walk
 * along them, mostly on in the direction in which they came; or they look at one product elsewhere and come back. `[the
 * step before][from its end, from its start][offset]`, see {@link startAfter}; offset 0, the product itself, stays 0,
 * since going back is told by others.
 */
export function countRowOffsets(moves: Int32Array): Float64Array {
  const chances = new Float64Array(AFTER_ANY + ROW);
  const steps = new Float64Array(chances.length / WIDTH);
  const count = (start: number, offset: number): void => {
    steps[start / WIDTH]++;
    if (offset !== 0 && Math.abs(offset) <= OFFSET_REACH) chances[start + offset + OFFSET_REACH]++;
  };
  for (let m = 0; m < moves.length; m += MOVE) {
    const from = moves[m];
    const to = moves[m + 1];
    const before = moves[m + 2];
    count(AFTER_ANY, to - from);
    if (before < 0) continue;
    const row = startAfter(from - before);
    count(row, to - from);
    count(row + FROM_ITS_START, to - before);
    count(AFTER_ANY + FROM_ITS_START, to - before);
  }
  // The row of all steps comes last, and is what the others are drawn to.
  for (let at = chances.length - 1; at >= 0; at--) {
    const believed = at >= AFTER_ANY ? 0 : BELIEF * chances[AFTER_ANY + (at % ROW)];
    chances[at] = (chances[at] + believed) / (steps[Math.floor(at / WIDTH)] + BELIEF);
  }
  return chances;
}
