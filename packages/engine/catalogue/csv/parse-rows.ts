import Papa from 'papaparse';
import { CodedRows } from '../rows/coded-rows.ts';
import {
  cellTooLong,
  rowsIn,
  type TableLimits,
  tooManyCells,
  tooManyColumns,
  tooManyRows,
} from '../rows/table-limits.ts';
import { ParsedFile } from './parsed-file.ts';
import type { Separator } from './separator.ts';

/** Characters. The rows of a larger piece outlive the young generation, and are then copied twice. */
const PIECE = 1 << 18;
/** Characters that a row may have: those of two cells of the greatest length. Set by hand. */
export const rowLengthOf = ({ cellLength }: TableLimits): number => 2 * cellLength;
/**
 * Columns of a spreadsheet. Programs write a separator for each that was ever formatted, so a row may have more empty
 * cells than there are columns to read.
 */
const SPREADSHEET_COLUMNS = 16_384;

/** A fault of quotation marks. `index` is the place of its cell in the text, or just behind the mark that opens it. */
export interface QuoteError {
  readonly code: string;
  readonly index: number;
}

export interface ParsedRows {
  readonly rows: CodedRows;
  /** The first fault; what stands behind it may not have been read. */
  readonly error?: QuoteError;
}

/** Rows without a character are all this one: a file of separators alone costs no more than its bytes. */
const EMPTY: string[] = [];

/**
 * Parses a CSV text piece by piece, and stops where a limit is exceeded.
 *
 * @param text with line ends unified
 * @param linesBefore lines of the file above the text
 * @param pieceLength characters that are parsed between two looks at the limits
 * @throws CatalogueError `too_large` or `too_many_columns`
 */
export function parseRows(
  text: string,
  separator: Separator,
  limits: TableLimits,
  linesBefore = 0,
  pieceLength = PIECE,
): ParsedRows {
  const rows = new CodedRows();
  const nextLine = () => new ParsedFile(text, separator, rows, linesBefore).lineOfRow(rows.length);
  let cells = 0;
  let length = pieceLength;
  for (let at = 0; at < text.length; ) {
    const isLast = at + length >= text.length;
    const piece = text.slice(at, at + length);
    const parser = new Papa.Parser({ delimiter: separator, newline: '\n' });
    const { data, errors, meta }: Papa.ParseResult<string[]> = parser.parse(piece, at, !isLast);
    for (const row of data) {
      refuseWide(row, limits, nextLine);
      const isEmpty = row.every((cell) => cell === '');
      rows.push(isEmpty ? EMPTY : row);
      if (!isEmpty) cells += row.length;
    }
    if (rowsIn(rows) > limits.rows) throw tooManyRows(limits.rows);
    if (cells > limits.cells) throw tooManyCells(limits.cells);
    // The last row of a piece may be cut off between a mark and what follows it.
    const error = errors.find(({ row = 0 }) => isLast || row < data.length);
    if (error !== undefined) return { rows, error: { code: error.code, index: at + (error.index ?? 0) } };
    if (isLast) break;
    if (data.length === 0 && length > rowLengthOf(limits))
      throw cellTooLong(limits.cellLength, { line: nextLine() });
    // A row that is longer than the piece is tried again with more of it.
    length = data.length === 0 ? 2 * length : pieceLength;
    at = meta.cursor;
  }
  return { rows };
}

function refuseWide(row: readonly string[], { columns, cellLength }: TableLimits, line: () => number): void {
  if (row.length > SPREADSHEET_COLUMNS && row.length > columns)
    throw tooManyColumns(columns, { line: line() });
  const long = row.findIndex((cell) => cell.length > cellLength);
  if (long >= 0) throw cellTooLong(cellLength, { line: line(), column: long + 1 });
}
