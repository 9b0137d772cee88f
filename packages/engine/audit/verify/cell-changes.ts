import type { PairedAttribute } from './export-pairing.ts';

/** Changes to the cells of one attribute, on the common products. */
export interface CellChanges {
  /** Products whose cell was empty and now has a value. */
  readonly filled: readonly number[];
  readonly changed: readonly number[];
  readonly cleared: number;
  /** Number of cells that hold a placeholder now and held none before. */
  readonly placeholders: number;
  readonly recordedBefore: number;
  readonly recordedAfter: number;
}

export function cellChanges({ before, after }: PairedAttribute): CellChanges {
  const filled: number[] = [];
  const changed: number[] = [];
  let cleared = 0;
  let recordedBefore = 0;
  let recordedAfter = 0;
  for (let product = 0; product < before.cell.length; product++) {
    const earlier = before.cell[product];
    const later = after.cell[product];
    if (earlier >= 0) recordedBefore++;
    if (later >= 0) recordedAfter++;
    if (earlier === later) continue;
    if (earlier < 0) filled.push(product);
    else if (later < 0) cleared++;
    else changed.push(product);
  }
  const held = new Set(before.placeholders);
  const placeholders = after.placeholders.reduce(
    (count, product) => (held.has(product) ? count : count + 1),
    0,
  );
  return { filled, changed, cleared, placeholders, recordedBefore, recordedAfter };
}

/** Whether any cell differs. A placeholder in an empty cell counts as a difference. */
export function isTouched({ filled, changed, cleared, placeholders }: CellChanges): boolean {
  return filled.length + changed.length + cleared + placeholders > 0;
}
