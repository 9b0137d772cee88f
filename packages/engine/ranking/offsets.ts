import { MOVE } from './moves.ts';

/** How far apart in the catalogue two products may stand to be neighbours. */
export const OFFSET_REACH = 12;
const WIDTH = 2 * OFFSET_REACH + 1;
/** Steps that must be seen before offsets mean something, and before those after a certain step mean more than all. */
const BELIEF = 50;
/** Rows of the table: one an offset of the step before, one for steps before that went farther, one for all steps. */
const FARTHER = WIDTH;
const ALL = WIDTH + 1;

/** Where, in what {@link measureOffsets} returns, the chances after any step begin. */
export const AFTER_ANY = ALL * WIDTH;

/** Where those after a step of this offset begin. */
export const startAfter = (offset: number): number =>
  (Math.abs(offset) <= OFFSET_REACH ? offset + OFFSET_REACH : FARTHER) * WIDTH;

/**
 * How often, in `moves` (see `moves.ts`), the next different product stood at each offset in the catalogue from the one
 * before, -12 to 12: exports list variants and collections together, and shoppers walk along them, mostly on in the
 * direction in which they came. `[the step before][offset]`, see {@link startAfter}; offset 0, the product itself, never comes.
 */
export function measureOffsets(moves: Int32Array): Float64Array {
  const chances = new Float64Array((ALL + 1) * WIDTH);
  const steps = new Float64Array(ALL + 1);
  const count = (start: number, offset: number): void => {
    steps[start / WIDTH]!++;
    if (Math.abs(offset) <= OFFSET_REACH) chances[start + offset + OFFSET_REACH]!++;
  };
  for (let m = 0; m < moves.length; m += MOVE) {
    const from = moves[m]!;
    const before = moves[m + 2]!;
    const offset = moves[m + 1]! - from;
    count(AFTER_ANY, offset);
    if (before >= 0) count(startAfter(from - before), offset);
  }
  // The row of all steps comes last, and is what the others are drawn to.
  for (let row = ALL; row >= 0; row--) {
    for (let k = 0; k < WIDTH; k++) {
      const believed = row === ALL ? 0 : BELIEF * chances[AFTER_ANY + k]!;
      chances[row * WIDTH + k] = (chances[row * WIDTH + k]! + believed) / (steps[row]! + BELIEF);
    }
  }
  return chances;
}
