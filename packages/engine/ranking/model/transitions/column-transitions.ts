import type { CatalogueIndex } from '../../indexing/catalogue-index.ts';
import type { Column } from '../../indexing/column.ts';
import { TRANSITION_SIZE } from './item-transitions.ts';

/**
 * Columns of at most this many values have a count for each pair of values; larger ones only the probability that the
 * value stays. Set by hand: 512² floats are 1 MB.
 */
const MAX_VALUES = 512;
/** Prior probability that the next product has the same value, and its pseudo-counts. Set by hand. */
const STAYS = 0.5;
const STAYS_IN_CATEGORY = 0.85;
const PRIOR_COUNT = 20;

/** How the value of a column changes from one product of a session to the next. */
export interface ColumnTransitions {
  /** Probability that the value stays, 0 to 1. */
  readonly stays: number;
  /** The part of `stays` that comes from the prior and applies to common values only; the rest was counted. */
  readonly priorShare: number;
  /** `[from][to]` counts, row by row; `undefined` for columns of many values. */
  readonly counts: Float32Array | undefined;
  /** `[value]`: row sums of `counts`. */
  readonly from: Float64Array;
}

/** The prior, for a column without history. */
export const UNKNOWN_TRANSITIONS: ColumnTransitions = {
  stays: STAYS,
  priorShare: STAYS,
  counts: undefined,
  from: new Float64Array(0),
};

/** Transitions per step of the generator, so that a step takes milliseconds. Set by hand. */
const TRANSITIONS_PER_STEP = 50_000;

/**
 * Counts how the values of a column change over transitions, in steps.
 *
 * @param transitions from `itemTransitionsIn`
 */
export function* countTransitions(
  index: CatalogueIndex,
  column: Column,
  transitions: Int32Array,
): Generator<void, ColumnTransitions> {
  const values = column.labels.length;
  const counts = values <= MAX_VALUES ? new Float32Array(values * values) : undefined;
  const from = new Float64Array(values);
  let same = 0;
  let steps = 0;
  for (let m = 0; m < transitions.length; m += TRANSITION_SIZE) {
    if (m % (TRANSITION_SIZE * TRANSITIONS_PER_STEP) === TRANSITION_SIZE * (TRANSITIONS_PER_STEP - 1)) yield;
    const cellBefore = column.cell[transitions[m]];
    const cell = column.cell[transitions[m + 1]];
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
  const priorStays = column === index.category ? STAYS_IN_CATEGORY : STAYS;
  const stays = (same + PRIOR_COUNT * priorStays) / (steps + PRIOR_COUNT);
  // The prior of the category applies to rare values too: categories are few and shoppers agree on them.
  const priorShare = column === index.category ? 0 : (PRIOR_COUNT * priorStays) / (steps + PRIOR_COUNT);
  return { stays, priorShare, counts, from };
}
