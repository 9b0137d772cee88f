import Papa from 'papaparse';
import { figure } from '../figures.ts';
import { CatalogueError, type Table, type Warning } from '../types.ts';
import { ColumnReader, trimmed } from './column-reader.ts';
import { DistinctTexts, hashOf, isUnusual } from './distinct-texts.ts';
import { decode } from './encoding.ts';
import { withNamedOptions } from './numbered-options.ts';
import { refuseOtherFormats } from './other-formats.ts';
import { isPlaceholder } from './placeholders.ts';
import { recogniseSeparator, type Separator } from './separator.ts';

/** More than this of a cell or name in a message helps nobody. */
const QUOTED_LENGTH = 40;

export interface ReadingOptions {
  /** Columns that the export may have, its id column included; as many as it likes when absent. */
  readonly maxColumns?: number;
}

/**
 * Reads a CSV export into one entry a product.
 *
 * The first row is the header, column one the product id, every other column an attribute; an empty cell is not
 * recorded. RFC 4180 with any line ends, `,` `;` or tab as separator, any of the usual encodings. Rows that repeat an
 * id (variants, images) fold into one product with their texts united. Numbered pairs of option names and values become
 * one column an option.
 *
 * @throws CatalogueError with the line (counted in the file) and column of the first fault, and how to mend it.
 *
 * @example
 * readTable('sku,colour\nA1,red\nA2,\n').columns[0].texts; // ['red']
 */
export function readTable(csv: string | Uint8Array, { maxColumns }: ReadingOptions = {}): Table {
  const { text: decoded, warnings: encodingWarnings } = decode(csv);
  const warnings: Warning[] = [...encodingWarnings];
  let text = decoded.includes('\r') ? decoded.replace(/\r\n?/g, '\n') : decoded;
  const hint = /^sep=([,;\t])\n/i.exec(text);
  const linesSkipped = hint === null ? 0 : 1;
  if (hint !== null) text = text.slice(hint[0].length);
  if (text.trim() === '') throw emptyFile();
  refuseOtherFormats(text);
  const separator = hint === null ? recogniseSeparator(text) : (hint[1] as Separator);
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: '\n',
    skipEmptyLines: false,
  });
  const file = new ParsedFile(text, separator, data, linesSkipped);
  if (errors.length > 0) throw quoteFault(file, errors[0].code, errors[0].index ?? 0);

  let headerRow = 0;
  while (headerRow < data.length && isBlank(data[headerRow])) headerRow++;
  if (headerRow === data.length) throw emptyFile();
  const names = readHeader(file, headerRow, maxColumns);
  return withNamedOptions(fold(file, headerRow, names, warnings));
}

function emptyFile(): CatalogueError {
  return new CatalogueError(
    'empty_file',
    'The file is empty. It needs a first row with the names of the columns, then one row a product.',
  );
}

/** The parsed rows beside the text that they come from, to say where in the file a row stands. */
class ParsedFile {
  readonly text: string;
  readonly separator: Separator;
  readonly rows: readonly string[][];
  readonly #linesBefore: number;

  constructor(text: string, separator: Separator, rows: readonly string[][], linesBefore: number) {
    this.text = text;
    this.separator = separator;
    this.rows = rows;
    this.#linesBefore = linesBefore;
  }

  /** The line on which a row begins; cells may span lines, so this is not the row's number. */
  lineOfRow(row: number): number {
    let line = 1 + this.#linesBefore;
    for (let i = 0; i < row; i++) {
      line++;
      for (const cell of this.rows[i]) line += occurrences(cell, '\n');
    }
    return line;
  }

  /** Line and column of a position in the text. */
  placeOf(index: number): { line: number; column: number } {
    const before = this.text.slice(0, index);
    const { data } = Papa.parse<string[]>(before, { delimiter: this.separator, newline: '\n' });
    return {
      line: 1 + this.#linesBefore + occurrences(before, '\n'),
      column: Math.max(1, data.at(-1)?.length ?? 1),
    };
  }
}

function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) count++;
  return count;
}

function quoteFault(file: ParsedFile, code: string, index: number): CatalogueError {
  // The parser points behind the opening quote, or at it.
  const opening = file.text[index] === '"' ? index : index - 1;
  const place = file.placeOf(Math.max(0, opening));
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

function readHeader(file: ParsedFile, row: number, maxColumns = Number.POSITIVE_INFINITY): string[] {
  const line = file.lineOfRow(row);
  const names = file.rows[row].map((name) => name.trim().normalize('NFC'));
  const named = withoutUnusedTail(file, row, names);
  if (named.length > maxColumns) {
    throw new CatalogueError(
      'too_many_columns',
      `The file has ${named.length} columns; at most ${maxColumns} can be read. Export only the columns that describe products.`,
      { line, column: maxColumns + 1 },
    );
  }
  if (named.length === 1 && /[|:^~]/.test(named[0])) {
    throw new CatalogueError(
      'unknown_separator',
      `The header row "${shortened(named[0])}" holds no comma, semicolon or tab. Export the file with one of these between its columns.`,
      { line, column: 1 },
    );
  }
  const seen = new Map<string, number>();
  for (let i = 0; i < named.length; i++) {
    const name = named[i];
    const place = { line, column: i + 1 };
    if (name === '') {
      const fix =
        i === 0
          ? 'Name it, for example "id": the first column holds the product ids.'
          : 'Name it, or delete the column.';
      throw new CatalogueError(
        'unnamed_column',
        `Column ${i + 1} has no name in the header row. ${fix}`,
        place,
      );
    }
    const first = seen.get(name);
    if (first !== undefined) {
      throw new CatalogueError(
        'repeated_column',
        `Columns ${first + 1} and ${i + 1} are both called "${shortened(name)}". Rename or delete one of them.`,
        place,
      );
    }
    seen.set(name, i);
  }
  return named;
}

/** Spreadsheets save columns that were once touched: without a name and without a cell they are no columns. */
function withoutUnusedTail(file: ParsedFile, headerRow: number, names: string[]): string[] {
  let length = names.length;
  while (length > 1 && names[length - 1] === '') length--;
  if (length === names.length) return names;
  for (let r = headerRow + 1; r < file.rows.length; r++) {
    const row = file.rows[r];
    for (let c = length; c < Math.min(row.length, names.length); c++) {
      if (row[c].trim() !== '') length = c + 1;
    }
  }
  return names.slice(0, length);
}

function isBlank(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '');
}

function fold(file: ParsedFile, headerRow: number, names: readonly string[], warnings: Warning[]): Table {
  const { rows } = file;
  const width = names.length;
  // Longer than `width` where the header ends in unused columns.
  const headerLength = rows[headerRow].length;
  const readers = names.slice(1).map(() => new ColumnReader(rows.length - headerRow - 1));
  const ids = new DistinctTexts();
  const productOfRow = new Int32Array(rows.length);
  let read = 0;
  for (let r = headerRow + 1; r < rows.length; r++) {
    const row = rows[r];
    if (row.length > headerLength) throw rowTooLong(file, r, width);
    const writtenId = trimmed(row[0]);
    if (writtenId === '' || isPlaceholder(writtenId)) {
      if (isBlank(row)) continue;
      throw missingId(file, r, writtenId, names[0]);
    }
    const hash = hashOf(writtenId);
    productOfRow[read] = isUnusual(hash)
      ? ids.number(writtenId.normalize('NFC'))
      : ids.number(writtenId, hash);
    const cells = Math.min(row.length, width);
    for (let c = 1; c < cells; c++) {
      const written = row[c];
      if (written !== '') readers[c - 1].read(read, written);
    }
    read++;
  }
  const products = ids.texts.length;
  if (read > products) warnings.push(duplicateIds(read, products, productOfRow));
  const columns = readers.map((reader, i) =>
    read === products
      ? reader.asIs(names[i + 1], read)
      : reader.united(names[i + 1], productOfRow, read, products),
  );
  return { idColumn: names[0], ids: ids.texts, columns, warnings };
}

function rowTooLong(file: ParsedFile, row: number, width: number): CatalogueError {
  const line = file.lineOfRow(row);
  return new CatalogueError(
    'row_too_long',
    `The row has ${file.rows[row].length} cells, but the header names ${width} columns. ` +
      `A cell that contains a ${SEPARATOR_NAMES[file.separator]} must be enclosed in quotation marks.`,
    { line, column: width + 1 },
  );
}

const SEPARATOR_NAMES: Record<Separator, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };

function missingId(file: ParsedFile, row: number, written: string, idColumn: string): CatalogueError {
  const line = file.lineOfRow(row);
  const what = written === '' ? 'has no id' : `has only "${shortened(written)}" as its id`;
  return new CatalogueError(
    'missing_id',
    `The row ${what}: its first column, "${shortened(idColumn)}", must name the product. ` +
      'Fill it in, delete the row, or move the column with the product ids to the front.',
    { line, column: 1 },
  );
}

function duplicateIds(rows: number, products: number, productOfRow: Int32Array): Warning {
  const rowsOf = new Int32Array(products);
  for (let i = 0; i < rows; i++) rowsOf[productOfRow[i]]++;
  const several = rowsOf.reduce((count, n) => (n > 1 ? count + 1 : count), 0);
  return {
    code: 'duplicate_ids',
    message:
      `${figure(several)} ${several === 1 ? 'id stands' : 'ids stand'} in more than one row (variants or images): ` +
      `${figure(rows)} rows were read as ${figure(products)} ${products === 1 ? 'product' : 'products'}, with the values of the rows united.`,
  };
}

function shortened(text: string): string {
  return text.length <= QUOTED_LENGTH ? text : `${text.slice(0, QUOTED_LENGTH)}\u2026`;
}
