import { CatalogueError } from '../catalogue-error.ts';
import { figure } from '../figures.ts';
import { unfolded } from '../packed/unfolded.ts';
import type { FileRows, Table, Warning } from '../types.ts';
import { ColumnReader, trimmed } from './column-reader.ts';
import { DistinctTexts, hashOf, isUnusual } from './distinct-texts.ts';
import { isBlank, type ParsedFile, shortened } from './parsed-file.ts';
import { isPlaceholder } from './placeholders.ts';
import { readRows, rowTooLong } from './row-reader.ts';

export interface ReadingOptions {
  /** The most columns that the export may have, its id column included; unlimited when absent. */
  readonly maxColumns?: number;
  /** Whether the rows of the file are kept, for `Folding`. */
  readonly forWriting?: boolean;
}

/**
 * Reads a CSV export into one entry a product.
 *
 * The first row is the header, column one the product id, every other column an attribute; an empty cell is not
 * recorded. RFC 4180 with any line ends, `,` `;` or tab as separator, any of the usual encodings. Rows that repeat an
 * id (variants, images) fold into one product with their texts united. Numbered pairs of option names and values become
 * one column an option.
 *
 * @throws CatalogueError with the line (counted in the file) and column of the first fault, and how to fix it.
 *
 * @example
 * readTable('sku,colour\nA1,red\nA2,\n').columns[0].texts; // ['red']
 */
export function readTable(csv: string | Uint8Array, options: ReadingOptions = {}): Table {
  const { file, headerRow, names, warnings } = readRows(csv, options.maxColumns);
  const { table, rows } = fold(file, headerRow, names, [...warnings]);
  const whole = unfolded(table, rows);
  return options.forWriting === true ? { ...whole, fileRows: rows() } : whole;
}

function fold(
  file: ParsedFile,
  headerRow: number,
  names: readonly string[],
  warnings: Warning[],
): { readonly table: Table; readonly rows: () => FileRows } {
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
    if (writtenId === '') {
      if (isBlank(row)) continue;
      throw missingId(file, r, names[0]);
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
  const unusual = ids.texts.filter(isPlaceholder);
  if (unusual.length > 0) warnings.push(placeholderIds(unusual));
  if (read > products) warnings.push(duplicateIds(read, products, productOfRow));
  const columns = readers.map((reader, i) =>
    read === products
      ? reader.asIs(names[i + 1], read)
      : reader.united(names[i + 1], productOfRow, read, products),
  );
  return {
    table: { idColumn: names[0], ids: ids.texts, columns, warnings },
    rows: () => fileRows(file, headerRow, names, productOfRow),
  };
}

function fileRows(
  file: ParsedFile,
  headerRow: number,
  names: readonly string[],
  productOfRead: Int32Array,
): FileRows {
  const rows = file.rows.slice(headerRow + 1);
  let read = 0;
  const productOfRow = Int32Array.from(rows, (row) => (trimmed(row[0]) === '' ? -1 : productOfRead[read++]));
  return { names, rows, productOfRow };
}

function missingId(file: ParsedFile, row: number, idColumn: string): CatalogueError {
  const line = file.lineOfRow(row);
  return new CatalogueError(
    'missing_id',
    `The row has no id: its first column, "${shortened(idColumn)}", must name the product. ` +
      'Fill it in, delete the row, or move the column with the product ids to the front.',
    { line, column: 1 },
  );
}

/** Ids that an attribute would not count as a value: a product may be called so, and a formula may have failed. */
function placeholderIds(ids: readonly string[]): Warning {
  const named = ids.map((id) => `"${id}"`).join(', ');
  return {
    code: 'placeholder_ids',
    message: `${named} in the column of ids ${ids.length === 1 ? 'was read as a product' : 'were read as products'}. Check that no spreadsheet wrote it in place of an id.`,
  };
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
