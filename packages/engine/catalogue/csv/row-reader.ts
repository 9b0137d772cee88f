import { CatalogueError } from '../catalogue-error.ts';
import { widthAt } from '../rows/coded-rows.ts';
import { emptyFile } from '../rows/empty-file.ts';

import { type TableLimits, UNLIMITED_TABLE } from '../rows/table-limits.ts';
import type { RowList, Warning } from '../types.ts';
import { decode } from './encoding.ts';
import { refuseEndlessLine } from './endless-line.ts';
import { readHeader } from './header.ts';
import { refuseOtherFormats } from './other-formats.ts';
import { parseRows, type QuoteError, rowLengthOf } from './parse-rows.ts';
import { isBlankAt, ParsedFile } from './parsed-file.ts';
import { QUOTE_FORMS } from './quote-forms.ts';
import { recogniseSeparator, type Separator } from './separator.ts';

/** The rows of a CSV file as they are written. */
export interface Rows {
  readonly file: ParsedFile;
  /** Index of the header among the rows; those below it are the data. */
  readonly headerRow: number;
  /** Names of the columns: trimmed, in NFC, unique. */
  readonly names: readonly string[];
  readonly warnings: readonly Warning[];
}

/**
 * Reads the rows of a CSV file: RFC 4180 with any line ends, `,` `;` or tab as separator, any of the usual encodings. Where
 * that cannot read it, or reads rows of other lengths, quotation marks may be written with a backslash, or with spaces around them.
 * Rows may be blank, shorter than the header, or longer (see `rowTooLong`).
 *
 * @throws CatalogueError with the line (counted in the file) and column of the first fault, and how to fix it.
 */
export function readRows(csv: string | Uint8Array, limits?: Partial<TableLimits>): Rows {
  const file = readGrid(csv, false, limits);
  let headerRow = 0;
  while (headerRow < file.rows.length && isBlankAt(file.rows, headerRow)) headerRow++;
  if (headerRow === file.rows.length) throw emptyFile();
  const { names, warnings } = readHeader(file, headerRow, limits?.columns);
  return { file, headerRow, names, warnings: [...file.warnings, ...warnings] };
}

/**
 * Reads all rows of a CSV file, the header among them.
 *
 * @param preamble whether lines may stand above the header, which then do not decide what the separator is
 * @throws CatalogueError as `readRows`
 */
export function readGrid(
  csv: string | Uint8Array,
  preamble: boolean,
  limits: Partial<TableLimits> = {},
): ParsedFile {
  const table = { ...UNLIMITED_TABLE, ...limits };
  if (typeof csv !== 'string') refuseEndlessLine(csv, rowLengthOf(table));
  const { text: decoded, warnings } = decode(csv);
  let text = decoded.includes('\r') ? decoded.replace(/\r\n?/g, '\n') : decoded;
  const hint = /^sep=([,;\t|])\n/i.exec(text);
  const linesSkipped = hint === null ? 0 : 1;
  if (hint !== null) text = text.slice(hint[0].length);
  if (text.trim() === '') throw emptyFile();
  refuseOtherFormats(text);
  const separator = hint === null ? recogniseSeparator(text, preamble) : (hint[1] as Separator);
  const read = (source: string) => parseRows(source, separator, table, linesSkipped);
  const { rows, error } = read(text);
  for (const form of QUOTE_FORMS) {
    const standard = form.mayBe(text, separator) ? form.asStandard(text, separator) : undefined;
    if (standard === undefined) continue;
    const again = read(standard);
    if (again.error !== undefined) continue;
    const gained = alike(again.rows) - alike(rows);
    if (error !== undefined || gained > 0 || (gained === 0 && form.isNeverMeant))
      return new ParsedFile(standard, separator, again.rows, linesSkipped, [...warnings, form.warning]);
  }
  const file = new ParsedFile(text, separator, rows, linesSkipped, warnings);
  if (error !== undefined) throw quoteFault(file, error);
  return file;
}

/** The share of the rows that have the length of most. */
function alike(rows: RowList): number {
  const counts = new Map<number, number>();
  for (let row = 0; row < rows.length; row++) {
    const width = widthAt(rows, row);
    counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  return Math.max(...counts.values()) / rows.length;
}

function quoteFault(file: ParsedFile, { code, index }: QuoteError): CatalogueError {
  // The parser points behind the opening quote, or at it.
  const opening = file.text[index] === '"' ? index : index - 1;
  const place = file.placeAt(Math.max(0, opening));
  if (code === 'MissingQuotes') {
    return new CatalogueError(
      'unterminated_quote',
      'A cell opens with a quotation mark that is never closed. ' +
        'Close it, or write a quotation mark that belongs to the text twice ("").',
      place,
    );
  }
  return new CatalogueError(
    'misplaced_quote',
    'Text follows the closing quotation mark of a cell. ' +
      'A quotation mark inside a quoted cell must be written twice ("").',
    place,
  );
}

/** The fault of a row that has more cells than the header has names. */
export function rowTooLong(file: ParsedFile, row: number, width: number): CatalogueError {
  const line = file.lineOfRow(row);
  return new CatalogueError(
    'row_too_long',
    `The row has ${widthAt(file.rows, row)} cells, but the header names ${width} columns. ` +
      `A cell that contains a ${SEPARATOR_NAMES[file.separator]} must be enclosed in quotation marks.`,
    { line, column: width + 1 },
  );
}

const SEPARATOR_NAMES: Record<Separator, string> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'vertical bar',
};
