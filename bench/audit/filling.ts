import type { Blanking } from './blanking.ts';
import type { Truth } from './truth.ts';

/**
 * Area under "bits decided per cell recorded": attributes are filled completely, in the order of `scores` per cell,
 * each giving the bits realised at K = 3 for as many cells as it misses. The area is a share of that of the best order.
 * Methods differ in the sort key: the audit sorts by the gain of three questions per missing cell, "most empty first" by missing cells,
 * plain entropy by entropy.
 */
export function bitsPerCell(
  truth: Truth,
  { blank }: Blanking,
  scores: readonly number[],
  realised: readonly number[],
): number {
  const cells = truth.columns.map((_, column) => blank[column].reduce((count, gone) => count + gone, 0));
  const gaps = cells.map((_, column) => column).filter((column) => cells[column] > 0);
  const best = area(gaps, cells, realised, (column) => realised[column] / cells[column]);
  return best > 0 ? area(gaps, cells, realised, (column) => scores[column]) / best : 1;
}

function area(
  columns: readonly number[],
  cells: readonly number[],
  realised: readonly number[],
  score: (column: number) => number,
): number {
  let bits = 0;
  let sum = 0;
  for (const column of [...columns].sort((left, right) => score(right) - score(left) || left - right)) {
    sum += cells[column] * (bits + realised[column] / 2);
    bits += realised[column];
  }
  return sum;
}
