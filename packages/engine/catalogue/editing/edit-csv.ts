import { isBlankAt } from '../csv/parsed-file.ts';
import { withStandardQuotes } from '../csv/quote-forms.ts';
import { readGrid } from '../csv/row-reader.ts';
import type { CellEdit } from '../packed/folding.ts';
import { type RowSpans, rowSpans, textAt } from './cell-spans.ts';
import { editText, type FileEncoding } from './file-encoding.ts';

/** A line that names the separator, which Excel writes and reads. */
const SEPARATOR_LINE = /^sep=[,;\t|](?:\r\n?|\n)/i;

export interface EditingOptions {
  /** Rows below the header, as the reader counts them, where it read `tolerant`: lines may stand above the header. */
  readonly rows?: number;
  /** The encoding to write instead of the file's own. */
  readonly encoding?: FileEncoding;
}

/**
 * Writes new texts into cells of a CSV file. Every other character stays: separators, quotation marks, line ends, blank
 * rows, byte-order mark, `sep=` line; but quotation marks that are written with a backslash are doubled. A new text is quoted
 * as the other cells of its column are; a row that ends before the column is filled up with separators.
 *
 * @param csv the bytes of a file, in an encoding that the reader knows, or its text
 * @returns bytes for bytes, text for a text
 * @throws CatalogueError `not_encodable` where the encoding of the file lacks a character; that of the reader
 */
export function editCsv(csv: string, edits: readonly CellEdit[], options?: EditingOptions): string;
export function editCsv(
  csv: Uint8Array,
  edits: readonly CellEdit[],
  options?: EditingOptions,
): Uint8Array<ArrayBuffer>;
export function editCsv(
  csv: string | Uint8Array,
  edits: readonly CellEdit[],
  options: EditingOptions = {},
): string | Uint8Array {
  if (typeof csv === 'string') {
    const mark = csv.startsWith('\ufeff') ? '\ufeff' : '';
    return `${mark}${editedText(csv.slice(mark.length), edits, options)}`;
  }
  return editText(csv, (text) => editedText(text, edits, options), options.encoding);
}

function editedText(written: string, edits: readonly CellEdit[], { rows: below }: EditingOptions): string {
  if (edits.length === 0) return written;
  const file = readGrid(written, below !== undefined);
  const text = withStandardQuotes(written, file);
  let header = 0;
  while (header < file.rows.length && isBlankAt(file.rows, header)) header++;
  const first = below === undefined ? header + 1 : file.rows.length - below;
  const editsOfRow = Map.groupBy(edits, ({ row }) => first + row);
  const spans = [...rowSpans(text, file.separator, SEPARATOR_LINE.exec(text)?.[0].length)];
  if (spans.length !== file.rows.length)
    throw new Error('The rows of the file are not where they were read.');
  const quotes = new QuotingStyle(text, spans.slice(first), file.separator);
  const parts: string[] = [];
  let copied = 0;
  for (const row of [...editsOfRow.keys()].sort((a, b) => a - b)) {
    if (spans[row] === undefined) throw new RangeError(`The file has no row ${row - first}.`);
    const { cells, end } = spans[row];
    let width = cells.length;
    for (const { column, text: value } of editsOfRow.get(row)!.toSorted((a, b) => a.column - b.column)) {
      const cell = column < cells.length ? cells[column] : { start: end, end };
      if (textAt(text, cell) === value) continue;
      parts.push(text.slice(copied, cell.start));
      if (column >= width) {
        parts.push(file.separator.repeat(column - width + 1));
        width = column + 1;
      }
      parts.push(quotes.written(value, column, text[cell.start] === '"' && cell.end > cell.start));
      copied = cell.end;
    }
  }
  parts.push(text.slice(copied));
  return parts.join('');
}

/**
 * Whether the cells of a column stand in quotation marks that they do not need. Programs differ: some quote every cell,
 * some all texts, some those with a space.
 */
class QuotingStyle {
  readonly #text: string;
  readonly #rows: readonly RowSpans[];
  readonly #needed: RegExp;
  readonly #columns = new Map<number, ReadonlyMap<boolean, boolean>>();

  constructor(text: string, rows: readonly RowSpans[], separator: string) {
    this.#text = text;
    this.#rows = rows;
    this.#needed = new RegExp(`["\\r\\n${separator}]|^\\s|\\s$`);
  }

  /** @param wasQuoted whether the cell that is replaced stood in quotation marks */
  written(value: string, column: number, wasQuoted: boolean): string {
    const isQuoted = wasQuoted || this.#needed.test(value) || this.#isUsual(column, value.includes(' '));
    return isQuoted ? `"${value.replaceAll('"', '""')}"` : value;
  }

  #isUsual(column: number, spaced: boolean): boolean {
    let own = this.#columns.get(column);
    if (own === undefined) {
      own = this.#styleOf(column);
      this.#columns.set(column, own);
    }
    return own.get(spaced) ?? false;
  }

  /** For texts with a space and without one, whether most cells are quoted without need. */
  #styleOf(column: number): ReadonlyMap<boolean, boolean> {
    const balance = new Map<boolean, number>();
    for (const { cells } of this.#rows) {
      const cell = cells[column];
      if (cell === undefined || cell.start === cell.end) continue;
      const value = textAt(this.#text, cell);
      if (value === '' || this.#needed.test(value)) continue;
      const spaced = value.includes(' ');
      balance.set(spaced, (balance.get(spaced) ?? 0) + (this.#text[cell.start] === '"' ? 1 : -1));
    }
    return new Map([...balance].map(([spaced, sum]) => [spaced, sum > 0]));
  }
}
