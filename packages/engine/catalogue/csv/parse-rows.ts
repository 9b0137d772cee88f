import Papa from 'papaparse';
import { CodedRows } from '../rows/coded-rows.ts';
import { type PlainRow, readPlainRows } from '../rows/plain-rows.ts';
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
  const take = (row: PlainRow) => {
    refuseWide(row, limits, nextLine);
    for (let place = 0; place < row.count; place++) rows.put(row.columns[place], row.texts[place]);
    // Rows without a character have no cells: a file of separators alone costs no more than its bytes.
    rows.end(row.count === 0 ? 0 : row.width);
    if (row.count > 0) cells += row.width;
  };
  let length = pieceLength;
  for (let at = 0; at < text.length; ) {
    const isLast = at + length >= text.length;
    const piece = text.slice(at, at + length);
    const before = rows.length;
    const plain = readPlainRows(piece, separator, isLast, take);
    let end = at + plain.at;
    let error: QuoteError | undefined;
    if (plain.isUnusual) {
      const unusual = unusualRows(piece.slice(plain.at), end, separator, isLast);
      for (const row of unusual.data) take(plainRowOf(row));
      error = unusual.error;
      end = unusual.end;
    }
    if (rowsIn(rows) > limits.rows) throw tooManyRows(limits.rows);
    if (cells > limits.cells) throw tooManyCells(limits.cells);
    if (error !== undefined) return { rows, error };
    if (isLast) break;
    const isStuck = rows.length === before;
    if (isStuck && length > rowLengthOf(limits)) throw cellTooLong(limits.cellLength, { line: nextLine() });
    // A row that is longer than the piece is tried again with more of it.
    length = isStuck ? 2 * length : pieceLength;
    at = end;
  }
  return { rows };
}

/** Reads rows whose quotation marks stand otherwise than the standard says, from `at` in the text on. */
function unusualRows(piece: string, at: number, separator: Separator, isLast: boolean) {
  const parser = new Papa.Parser({ delimiter: separator, newline: '\n' });
  const { data, errors, meta }: Papa.ParseResult<string[]> = parser.parse(piece, at, !isLast);
  // The last row of a piece may be cut off between a mark and what follows it.
  const error = errors.find(({ row = 0 }) => isLast || row < data.length);
  return {
    data,
    end: meta.cursor,
    ...(error === undefined ? {} : { error: { code: error.code, index: at + (error.index ?? 0) } }),
  };
}

function plainRowOf(row: readonly string[]): PlainRow {
  const columns = [...row.keys()].filter((column) => row[column] !== '');
  return { columns, texts: columns.map((column) => row[column]), count: columns.length, width: row.length };
}

function refuseWide(row: PlainRow, { columns, cellLength }: TableLimits, line: () => number): void {
  if (row.width > SPREADSHEET_COLUMNS && row.width > columns) throw tooManyColumns(columns, { line: line() });
  for (let place = 0; place < row.count; place++)
    if (row.texts[place].length > cellLength)
      throw cellTooLong(cellLength, { line: line(), column: row.columns[place] + 1 });
}
