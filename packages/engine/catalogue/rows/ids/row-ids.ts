import { trimmed } from '../../csv/column-reader.ts';
import { DistinctTexts, hashOf, isUnusual } from '../../csv/distinct-texts.ts';
import { isBlank, isBlankAt } from '../../csv/parsed-file.ts';
import { cellAt, widthAt } from '../coded-rows.ts';
import type { ExportRows } from '../export-rows.ts';

/** What a column says as the column of ids. */
export interface RowIds {
  readonly column: number;
  readonly ids: readonly string[];
  /** The rows with an id, and for each the index of its product. */
  readonly rows: Int32Array;
  readonly productOfRow: Int32Array;
  /** Rows with values and without an id. */
  readonly without: readonly number[];
  /** Rows with values behind the last column; they are none of `rows`. */
  readonly tooLong: readonly number[];
}

/**
 * Reads the ids of one column.
 *
 * @param passed rows to pass over, such as totals
 * @param fillsDown an empty id means that of the row above
 */
export function readIds(
  { rows, names, width = names.length }: ExportRows,
  column: number,
  passed: ReadonlySet<number>,
  fillsDown = false,
): RowIds {
  const ids = new DistinctTexts();
  const read = new Int32Array(rows.length);
  const productOfRow = new Int32Array(rows.length);
  const without: number[] = [];
  const tooLong: number[] = [];
  let count = 0;
  let last = -1;
  for (let r = 0; r < rows.length; r++) {
    if (widthAt(rows, r) > width && !isBlank(rows.at(r)!.slice(width))) {
      tooLong.push(r);
      continue;
    }
    if (passed.size > 0 && passed.has(r)) continue;
    const written = trimmed(cellAt(rows, r, column));
    if (written === '') {
      if (isBlankAt(rows, r)) continue;
      if (!fillsDown || last < 0) {
        without.push(r);
        continue;
      }
    } else {
      const hash = hashOf(written);
      last = isUnusual(hash) ? ids.number(written.normalize('NFC')) : ids.number(written, hash);
    }
    read[count] = r;
    productOfRow[count++] = last;
  }
  return {
    column,
    ids: ids.finished(),
    rows: read.subarray(0, count),
    productOfRow: productOfRow.subarray(0, count),
    without,
    tooLong,
  };
}

/** Facts of a product are recorded in at least this share of the rows with an id; set by hand. */
const MOST = 0.8;

/**
 * Whether rows without an id belong to the product above them: the first row has an id, columns that nearly all rows
 * with an id have are empty in nearly all without, and those hold something else (variants, or merged cells).
 */
export function continuesAbove({ rows, names }: ExportRows, { rows: own, without, column }: RowIds): boolean {
  if (own.length === 0 || without.length === 0 || without[0] < own[0]) return false;
  const share = (among: ArrayLike<number>, c: number): number => {
    let filled = 0;
    for (let at = 0; at < among.length; at++) if (cellAt(rows, among[at], c).trim() !== '') filled++;
    return filled / among.length;
  };
  let isFactOfProduct = false;
  let isFactOfVariant = false;
  for (let c = 0; c < names.length; c++) {
    if (c === column) continue;
    const below = share(without, c);
    if (below > 1 - MOST) isFactOfVariant ||= below >= MOST / 2;
    else if (share(own, c) >= MOST) isFactOfProduct = true;
  }
  return isFactOfProduct && isFactOfVariant;
}
