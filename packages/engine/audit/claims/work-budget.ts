import {
  ALTERNATIVES,
  COMPARED_IN_ALL,
  COUNTED_IN_ALL,
  FEWEST_COMPARED,
  FEWEST_JUDGED,
  FEWEST_LEARNED,
  JUDGED_IN_ALL,
  LOOKED_UP_IN_ALL,
  MOST_JUDGED,
  MOST_LEARNED,
} from '../constants.ts';
/**
 * Number of cells of one claimed attribute that are learned from, and number of recorded and of new cells
 * that are judged.
 */
export interface WorkBudget {
  readonly learned: number;
  readonly judged: number;
}

/**
 * Bounds the work of a call for any export: with more claims, longer lists and longer texts, fewer cells are
 * used for each claim. A few claims on an ordinary export get the maximum.
 *
 * @param claims attributes claimed in one call
 * @param pairs mean number of pairs of a product's features with the answers of its cell
 */
export function workBudget(claims: number, pairs: number): WorkBudget {
  const share = Math.max(1, claims) * Math.max(1, pairs);
  const judged = Math.max(FEWEST_JUDGED, Math.min(MOST_JUDGED, Math.floor(JUDGED_IN_ALL / claims)));
  // Recorded and new cells are judged alike, each with its alternatives.
  const afforded = Math.floor(LOOKED_UP_IN_ALL / share / (2 * (ALTERNATIVES + 1)));
  return {
    learned: Math.max(FEWEST_LEARNED, Math.min(MOST_LEARNED, Math.floor(COUNTED_IN_ALL / share))),
    judged: Math.max(FEWEST_LEARNED, Math.min(judged, afforded)),
  };
}

/** Number of cells of two columns that are compared: the first ones in canonical order, a random sample. */
export function comparedCells(claims: number, columns: number): number {
  return Math.max(FEWEST_COMPARED, Math.floor(COMPARED_IN_ALL / Math.max(1, claims * columns)));
}
