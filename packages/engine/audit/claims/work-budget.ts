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
/** How many cells of one claimed attribute are learned from, and how many of these and of the new ones are judged. */
export interface WorkBudget {
  readonly learned: number;
  readonly judged: number;
}

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
  const judged = Math.max(FEWEST_JUDGED, Math.min(MOST_JUDGED, Math.floor(JUDGED_IN_ALL / claims)));
  // Both the recorded and the new ones are judged, each by its own cell and the others.
  const afforded = Math.floor(LOOKED_UP_IN_ALL / share / (2 * (ALTERNATIVES + 1)));
  return {
    learned: Math.max(FEWEST_LEARNED, Math.min(MOST_LEARNED, Math.floor(COUNTED_IN_ALL / share))),
    judged: Math.max(FEWEST_LEARNED, Math.min(judged, afforded)),
  };
}

/** How many cells of two columns are compared: the first in canonical order, which are a random sample. */
export function comparedCells(claims: number, columns: number): number {
  return Math.max(FEWEST_COMPARED, Math.floor(COMPARED_IN_ALL / Math.max(1, claims * columns)));
}
