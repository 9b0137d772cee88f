import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import { MOVE } from './item-transitions.ts';

/** Pairs of values are counted for columns of at most this many values; else only whether the value stays. */
const MOST_VALUES = 512;
/** Chance, before anything was seen, that the next product has the same value, and what that belief weighs. */
const STAYS = 0.5;
const STAYS_IN_CATEGORY = 0.85;
const BELIEF = 20;

/** How shoppers go from value to value of a column when they go from one product to another. */
export interface ColumnTransitions {
  /** Chance that the value stays. */
  readonly stays: number;
  /** How much of that is belief, which holds for common values only; the rest was counted. */
  readonly believed: number;
  /** `[from][to]` counts, absent for columns of many values. */
  readonly counts: Float32Array | undefined;
  /** Row sums of `counts`; as many as it has rows. */
  readonly from: Float64Array;
}

/** For a column of which no history is known. */
export const UNKNOWN_TRANSITIONS: ColumnTransitions = {
  stays: STAYS,
  believed: STAYS,
  counts: undefined,
  from: new Float64Array(0),
};

/** Moves that are read in one step. */
const MOVES_AT_ONCE = 50_000;

/**
 * Counts, over steps of the history to a different product, see `moves.ts`, how the values of a column moved; in steps
 * of its own.
 */
export function* countTransitions(
  index: CatalogueIndex,
  column: Column,
  moves: Int32Array,
): Generator<void, ColumnTransitions> {
  const values = column.labels.length;
  const counts = values <= MOST_VALUES ? new Float32Array(values * values) : undefined;
  const from = new Float64Array(values);
  let same = 0;
  let steps = 0;
  for (let m = 0; m < moves.length; m += MOVE) {
    if (m % (MOVE * MOVES_AT_ONCE) === MOVE * (MOVES_AT_ONCE - 1)) yield;
    const cellBefore = column.cell[moves[m]];
    const cell = column.cell[moves[m + 1]];
    if (cell < 0 || cellBefore < 0) continue;
    steps++;
    const start = column.cellStart[cell];
    const end = column.cellStart[cell + 1];
    let shared = 0;
    for (let a = column.cellStart[cellBefore]; a < column.cellStart[cellBefore + 1]; a++) {
      const u = column.cellValues[a];
      from[u]++;
      for (let b = start; b < end; b++) {
        const v = column.cellValues[b];
        if (u === v) shared++;
        if (counts !== undefined) counts[u * values + v] += 1 / (end - start);
      }
    }
    same += shared / Math.max(1, end - start);
  }
  const belief = column === index.category ? STAYS_IN_CATEGORY : STAYS;
  const stays = (same + BELIEF * belief) / (steps + BELIEF);
  // Categories are few and mean the same thing to everybody: that belief needs no common value.
  const believed = column === index.category ? 0 : (BELIEF * belief) / (steps + BELIEF);
  return { stays, believed, counts, from };
}
