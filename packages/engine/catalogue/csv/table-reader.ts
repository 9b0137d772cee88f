import { figure } from '../figures.ts';
import { unfolded } from '../packed/unfolded.ts';
import { CodedRows, widthAt } from '../rows/coded-rows.ts';
import type { ExportRows } from '../rows/export-rows.ts';
import { refuseData } from '../rows/first-row.ts';
import { belowHeader, headedRows, unheadedRows } from '../rows/headed-rows.ts';
import { type ChosenIds, chooseIds } from '../rows/ids/id-column.ts';
import { idWarnings, refuseFaulty } from '../rows/ids/id-faults.ts';
import { nameOfIds } from '../rows/ids/row-numbers.ts';
import { ignoredColumns } from '../rows/ignored-columns.ts';
import { type TableLimits, withinCells } from '../rows/table-limits.ts';
import { totalsBelow } from '../rows/totals.ts';
import type { FileRows, Table, Warning } from '../types.ts';
import { ColumnReader } from './column-reader.ts';
import { isPlaceholder } from './placeholders.ts';
import { readGrid, readRows } from './row-reader.ts';

export interface ReadingOptions {
  /**
   * Whether a row names the columns; where none does, they are called "column 1" and so on. When absent, a first row
   * that looks like a product is refused.
   */
  readonly header?: boolean | undefined;
  /** How large the table may be; unlimited when absent. */
  readonly limits?: Partial<TableLimits>;
  /** The column of the product ids; column one when absent (see `tolerant`). */
  readonly id?: string | undefined;
  /** Whether another column than the first may be the id, or none; so where `tolerant` when absent. */
  readonly findsId?: boolean;
  /** Whether a column must be the id, since others name the products by it: rows are refused rather than numbered. */
  readonly needsId?: boolean;
  /** Columns whose cells may have been filled since rows were numbered: rows are not known by them. */
  readonly filled?: readonly string[] | undefined;
  /** Columns by which numbered rows are known again; see `Table.numberedBy`. */
  readonly numberedBy?: readonly string[] | undefined;
  /** Columns to leave out. */
  readonly ignore?: readonly string[] | undefined;
  /**
   * Reads what shops' systems and spreadsheets write around their tables: lines above the header, totals below, a
   * handful of faulty rows, a first column that cannot be the id. Each is told by a warning. Otherwise column one is the
   * id, and each faulty row is refused.
   */
  readonly tolerant?: boolean;
  /** Whether the rows of the file are kept, for `Folding`. */
  readonly forWriting?: boolean;
}

/**
 * Reads an export into one entry a product.
 *
 * The first row is the header, column one the product id, every other column an attribute; an empty cell is not
 * recorded. RFC 4180 with any line ends, `,` `;` or tab as separator, any of the usual encodings. Rows that repeat an
 * id (variants, images) fold into one product with their texts united. Numbered pairs of option names and values become
 * one column an option.
 *
 * @param source a CSV file, or the rows of an export in another form
 * @throws CatalogueError with the line (counted in the file) and column of the first fault, and how to fix it.
 *
 * @example
 * readTable('sku,colour\nA1,red\nA2,\n').columns[0].texts; // ['red']
 */
export function readTable(source: string | Uint8Array | ExportRows, options: ReadingOptions = {}): Table {
  const { table, rows } = fold(rowsOf(source, options), options);
  const whole = unfolded(table, rows);
  return options.forWriting === true ? { ...whole, fileRows: rows() } : whole;
}

/** Reads a later export of a catalogue: where the column of ids is looked for, by that of the earlier one. */
export function readSecondTable(
  first: Table,
  source: string | Uint8Array | ExportRows,
  options: ReadingOptions = {},
): Table {
  const rows = rowsOf(source, options);
  const { tolerant = false, findsId = tolerant } = options;
  if (!findsId || options.id !== undefined) return readTable(rows, options);
  const { idColumn, numberedBy } = first;
  if (numberedBy !== undefined) return readTable(rows, { ...options, numberedBy });
  return readTable(rows, { ...options, id: rows.names.includes(idColumn) ? idColumn : undefined });
}

/** The rows of an export as `readTable` reads them. */
export function rowsOf(
  source: string | Uint8Array | ExportRows,
  { limits = {}, tolerant, header }: ReadingOptions = {},
): ExportRows {
  if (typeof source !== 'string' && !(source instanceof Uint8Array)) return source;
  return withinCells(
    tolerant ? tolerantRows(source, limits, header) : strictRows(source, limits, header),
    limits,
  );
}

const tolerantRows = (
  csv: string | Uint8Array,
  limits: Partial<TableLimits>,
  header: boolean | undefined,
): ExportRows => headedRows(readGrid(csv, true, limits), { maxColumns: limits.columns, header });

function strictRows(csv: string | Uint8Array, limits: Partial<TableLimits>, header?: boolean): ExportRows {
  if (header === false) return unheadedRows(readGrid(csv, false, limits));
  const { file, headerRow, names, warnings } = readRows(csv, limits);
  if (header === undefined) refuseData(file, headerRow);
  return belowHeader(file, headerRow + 1, names, warnings, widthAt(file.rows, headerRow));
}

/** The ids of an export, with the warnings of what was passed over to read them. */
export function idsOf(
  source: ExportRows,
  { id, numberedBy, filled, needsId = false, tolerant = false, findsId = tolerant }: ReadingOptions,
): ReadIds {
  const totals = tolerant ? totalsBelow(source) : [];
  const passed = new Set(totals);
  const chosen = chooseIds(source, passed, {
    id,
    numberedBy,
    filled,
    finds: findsId,
    needs: needsId,
    tolerant,
  });
  const { ids } = chosen;
  refuseFaulty(source, ids, tolerant);
  const warnings = idWarnings(source, passed, chosen, totals);
  return { ...chosen, idColumn: nameOfIds(source, ids.column), warnings };
}

export interface ReadIds extends ChosenIds {
  /** The name of the column, or of the numbers of rows. */
  readonly idColumn: string;
  readonly warnings: readonly Warning[];
}

function fold(
  source: ExportRows,
  options: ReadingOptions,
): { readonly table: Table; readonly rows: () => FileRows } {
  const { names, rows: written, width = names.length } = source;
  const { ids: chosen, idColumn, numberedBy, warnings: told } = idsOf(source, options);
  const { column, ids, rows, productOfRow } = chosen;
  const ignored = ignoredColumns(names, options.ignore ?? [], column);
  const warnings = [...source.warnings, ...told, ...ignored.warnings];
  const coded = CodedRows.of(written);
  const readers = names.map((name, c) =>
    name === '' || c === column || ignored.columns.has(c)
      ? undefined
      : new ColumnReader(coded.textsOf(c), rows.length),
  );
  coded.give(rows, readers.slice(0, width));
  const read = rows.length;
  const products = ids.length;
  const unusual = ids.filter(isPlaceholder);
  if (unusual.length > 0) warnings.push(placeholderIds(unusual));
  if (read > products) warnings.push(duplicateIds(read, products, productOfRow));
  const columns = readers.flatMap((reader, c) => {
    if (reader === undefined) return [];
    return read === products
      ? reader.asIs(names[c], read)
      : reader.united(names[c], productOfRow, read, products);
  });
  return {
    table: { idColumn, ids, columns, warnings, ...(numberedBy !== undefined && { numberedBy }) },
    rows: () => {
      const productOf = new Int32Array(written.length).fill(-1);
      for (let at = 0; at < read; at++) productOf[rows[at]] = productOfRow[at];
      return {
        names,
        rows: written,
        productOfRow: productOf,
        ...(source.rowsAbove !== undefined && { rowsAbove: source.rowsAbove }),
      };
    },
  };
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
