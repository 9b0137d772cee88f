/** 1 for a cell, 0 for a gap (-1), from its sign: gaps come by chance, so that a processor foresees no branch. */
export function isRecorded(cell: number): number {
  return 1 - (cell >>> 31);
}

/** How many products have each of so many cells; -1 is a gap. */
export function countByCell(cell: Int32Array, cells: number): Int32Array {
  // One place further on than the cell, the first being that of gaps.
  const counts = new Int32Array(cells + 1);
  for (let product = 0; product < cell.length; product++) counts[cell[product] + 1]++;
  return counts.subarray(1);
}
