/**
 * 1 for a recorded cell, 0 for a gap (-1). The sign bit is used instead of a branch: gaps are random, so the processor
 * would mispredict the branch.
 */
export function isRecorded(cell: number): number {
  return 1 - (cell >>> 31);
}

/** The number of cells that are no gaps. */
export function recordedCells(cell: Int32Array): number {
  let count = 0;
  for (let product = 0; product < cell.length; product++) count += isRecorded(cell[product]);
  return count;
}

/** The number of products in each cell; gaps (-1) are not counted. */
export function countByCell(cell: Int32Array, cells: number): Int32Array {
  // Counts are stored at cell + 1; entry 0 counts gaps.
  const counts = new Int32Array(cells + 1);
  for (let product = 0; product < cell.length; product++) counts[cell[product] + 1]++;
  return counts.subarray(1);
}
