import { ColumnReader } from './column-reader.ts';
import { decode } from './encoding.ts';
import { type QuoteFault, Rows } from './rows.ts';
import { recogniseSeparator, type Separator } from './separator.ts';
import { CatalogueError, type Table, type Warning } from './types.ts';

/** Columns that an export may have, its id column included. */
export const MAX_COLUMNS = 1_000;

/** Bytes of UTF-8 that an export sent over the wire may have. Files read from disk may be larger. */
export const MAX_WIRE_BYTES = 2_000_000;

/** More than this of a cell or name in a message helps nobody. */
const QUOTED_LENGTH = 40;

/**
 * Reads a CSV export into one entry a product.
 *
 * The first row is the header, column one the product id, every other column an attribute; an empty cell is not recorded.
 * RFC 4180 with any line ends, `,` `;` or tab as separator, any of the usual encodings. Rows that repeat an id
 * (variants, images) fold into one product with their texts united.
 *
 * @throws CatalogueError with the line (counted in the file) and column of the first fault, and how to mend it.
 *
 * @example
 * readTable('sku,colour\nA1,red\nA2,\n').columns[0].texts; // ['red']
 */
export function readTable(csv: string | Uint8Array): Table {
  const { text: decoded, warnings: encodingWarnings } = decode(csv);
  const warnings: Warning[] = [...encodingWarnings];
  let text = decoded.includes('\r') ? decoded.replace(/\r\n?/g, '\n') : decoded;
  const hint = /^sep=([,;\t])\n/i.exec(text);
  const linesSkipped = hint === null ? 0 : 1;
  if (hint !== null) text = text.slice(hint[0].length);
  if (text.trim() === '') throw emptyFile();
  const separator = hint === null ? recogniseSeparator(text) : (hint[1] as Separator);
  const file = new ParsedFile(text, separator, linesSkipped);
  if (file.rows.fault !== undefined) throw quoteFault(file, file.rows.fault);

  let headerRow = 0;
  while (headerRow < file.rows.count && file.rows.isBlank(headerRow)) headerRow++;
  if (headerRow === file.rows.count) throw emptyFile();
  const names = readHeader(file, headerRow);
  return fold(file, headerRow, names, warnings);
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
  readonly rows: Rows;
  readonly #linesBefore: number;

  constructor(text: string, separator: Separator, linesBefore: number) {
    this.text = text;
    this.separator = separator;
    this.rows = new Rows(text, separator);
    this.#linesBefore = linesBefore;
  }

  /** The line on which a row begins; cells may span lines, so this is not the row's number. */
  lineOfRow(row: number): number {
    return this.lineOf(this.rows.starts[this.rows.firsts[row]]);
  }

  /** The line of a position in the text. */
  lineOf(index: number): number {
    return 1 + this.#linesBefore + occurrences(this.text.slice(0, index), '\n');
  }
}

function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) count++;
  return count;
}

function quoteFault(file: ParsedFile, { kind, index, column }: QuoteFault): CatalogueError {
  const place = { line: file.lineOf(index), column };
  if (kind === 'unterminated') {
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

function readHeader(file: ParsedFile, row: number): string[] {
  const line = file.lineOfRow(row);
  const names = file.rows.cells(row).map((name) => name.trim().normalize('NFC'));
  const named = withoutUnusedTail(file, row, names);
  if (named.length > MAX_COLUMNS) {
    throw new CatalogueError(
      'too_many_columns',
      `The file has ${named.length} columns; at most ${MAX_COLUMNS} can be read. Export only the columns that describe products.`,
      { line, column: MAX_COLUMNS + 1 },
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
  const { rows } = file;
  for (let r = headerRow + 1; r < rows.count; r++) {
    for (let c = length; c < Math.min(rows.width(r), names.length); c++) {
      if (rows.text(rows.firsts[r] + c).trim() !== '') length = c + 1;
    }
  }
  return names.slice(0, length);
}

function fold(file: ParsedFile, headerRow: number, names: readonly string[], warnings: Warning[]): Table {
  const { rows } = file;
  const width = names.length;
  // Longer than `width` where the header ends in unused columns.
  const headerLength = rows.width(headerRow);
  const all = new Int32Array(rows.count - headerRow - 1);
  for (let i = 0; i < all.length; i++) all[i] = headerRow + 1 + i;
  const idReader = new ColumnReader(rows, all, 0);
  const { ids, productOf } = productsOf(idReader.texts, rows.plain);
  const kept = new Int32Array(all.length);
  const productOfRow = new Int32Array(all.length);
  let read = 0;
  for (let i = 0; i < all.length; i++) {
    if (rows.width(all[i]) > headerLength) throw rowTooLong(file, all[i], width);
    const id = idReader.meanings[i];
    if (id < 0) {
      if (rows.isBlank(all[i])) continue;
      throw missingId(file, all[i], rows.text(rows.firsts[all[i]]).trim(), names[0]);
    }
    productOfRow[read] = productOf === undefined ? id : productOf[id];
    kept[read++] = all[i];
  }
  if (read > ids.length) warnings.push(duplicateIds(read, ids.length, productOfRow));
  const columns = names.slice(1).map((name, i) => {
    const column = new ColumnReader(rows, kept.subarray(0, read), i + 1);
    return read === ids.length
      ? column.asIs(name, read)
      : column.united(name, productOfRow, read, ids.length);
  });
  return { idColumn: names[0], ids, columns, warnings };
}

/** Ids that differ only in how their accents are written are one product; `productOf` is undefined where no two are. */
function productsOf(
  texts: readonly string[],
  plain: boolean,
): { readonly ids: readonly string[]; readonly productOf: Int32Array | undefined } {
  if (plain) return { ids: texts, productOf: undefined };
  const products = new Map<string, number>();
  const productOf = Int32Array.from(texts, (text) => {
    const id = text.normalize('NFC');
    const product = products.get(id) ?? products.size;
    products.set(id, product);
    return product;
  });
  return { ids: [...products.keys()], productOf };
}

function rowTooLong(file: ParsedFile, row: number, width: number): CatalogueError {
  const line = file.lineOfRow(row);
  return new CatalogueError(
    'row_too_long',
    `The row has ${file.rows.width(row)} cells, but the header names ${width} columns. ` +
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
      `${several} ${several === 1 ? 'id stands' : 'ids stand'} in more than one row (variants or images): ` +
      `${rows} rows were read as ${products} ${products === 1 ? 'product' : 'products'}, with the values of the rows united.`,
  };
}

function shortened(text: string): string {
  return text.length <= QUOTED_LENGTH ? text : `${text.slice(0, QUOTED_LENGTH)}\u2026`;
}
