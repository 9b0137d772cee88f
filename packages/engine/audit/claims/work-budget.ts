/** How many cells of one claimed attribute are learned from, and how many of these and of the new ones are judged. */
export interface WorkBudget {
  readonly learned: number;
  readonly judged: number;
}

/** AdaptiveKeyIndex that each judged one is held against. */
export const ALTERNATIVES = 16;

const LEARNED = 4_000;
const JUDGED = 300;
const JUDGED_IN_ALL = 30_000;
const JUDGED_AT_LEAST = 120;
/** Recorded cells from which anything can be learned. */
export const FEWEST = 5;
/** Pairs of a trait and an answer that all claims of a call may count, and look up. Ordinary exports stay far below. */
export const COUNTED_IN_ALL = 20_000_000;
export const LOOKED_UP_IN_ALL = 40_000_000;

/**
 * Bounds the work of a call, whatever its exports hold: the more attributes are claimed, and the longer the lists in
 * their cells and the texts beside them are, the fewer cells speak for each. Few claims on exports without long lists
 * get all.
 *
 * @param claims attributes claimed in one call
 * @param pairs of a product's traits with the answers of one cell, on average
 */
export function workBudget(claims: number, pairs: number): WorkBudget {
  const share = Math.max(1, claims) * Math.max(1, pairs);
  const judged = Math.max(JUDGED_AT_LEAST, Math.min(JUDGED, Math.floor(JUDGED_IN_ALL / claims)));
  // Both the recorded and the new ones are judged, each by its own cell and the others.
  const afforded = Math.floor(LOOKED_UP_IN_ALL / share / (2 * (ALTERNATIVES + 1)));
  return {
    learned: Math.max(FEWEST, Math.min(LEARNED, Math.floor(COUNTED_IN_ALL / share))),
    judged: Math.max(FEWEST, Math.min(judged, afforded)),
  };
}

/**
 * AdaptiveKeyIndex that all claims of a call may compare with those of other columns to find copies, and those of two columns at
 * least.
 */
const COMPARED_IN_ALL = 100_000_000;
const COMPARED_AT_LEAST = 200;

/** How many cells of two columns are compared: the first in canonical order, which are a random sample. */
export function comparedCells(claims: number, columns: number): number {
  return Math.max(COMPARED_AT_LEAST, Math.floor(COMPARED_IN_ALL / Math.max(1, claims * columns)));
}
