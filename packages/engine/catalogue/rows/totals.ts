import { phrasesIn } from '../../languages/index.ts';
import { wordsOf } from '../columns/header-names.ts';
import { isBlankAt } from '../csv/parsed-file.ts';
import type { ExportRows } from './export-rows.ts';

const TOTAL = new RegExp(`^(?:${phrasesIn(({ headers }) => headers?.totals)})(?: \\p{N}+)*$`, 'u');

/** The number of last rows among which totals are looked for; set by hand. */
const ROWS_LOOKED_AT = 5;
/** Fewer columns tell a total from a product too badly. */
const LEAST_COLUMNS = 3;
/** Rows of which the usual width is taken; set by hand. */
const SAMPLE = 50;

/**
 * The rows below the products: totals ("Grand total" in front, narrower than products) and, below a blank row,
 * lines with one value ("Exported by …").
 *
 * @returns indices, in ascending order
 */
export function totalsBelow({ rows, names }: ExportRows): number[] {
  const named = names.filter((name) => name !== '').length;
  if (named < LEAST_COLUMNS) return [];
  const usual = usualWidth(rows);
  const found: number[] = [];
  let seen = 0;
  for (let row = rows.length - 1; row > 0 && seen < ROWS_LOOKED_AT; row--) {
    const cells = rows.at(row)!.filter((cell) => cell.trim() !== '');
    if (cells.length === 0) continue;
    seen++;
    const isBelowGap = isBlankAt(rows, row - 1);
    const isTotal = cells.length < usual && TOTAL.test(wordsOf(cells[0]));
    const isRemark = cells.length === 1 && usual >= LEAST_COLUMNS && (isBelowGap || found.includes(row + 1));
    if (isTotal || (isRemark && isBelowGap)) found.push(row);
    else if (!isRemark) break;
  }
  return found.reverse();
}

function usualWidth(rows: ExportRows['rows']): number {
  const widths = [...rows.slice(0, SAMPLE)]
    .map((row) => row.filter((cell) => cell.trim() !== '').length)
    .filter((width) => width > 0)
    .sort((a, b) => a - b);
  return widths[widths.length >> 1] ?? 0;
}
