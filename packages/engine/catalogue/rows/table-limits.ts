import { CatalogueError } from '../catalogue-error.ts';
import { figure } from '../figures.ts';
import type { RowList } from '../types.ts';
import { widthAt } from './coded-rows.ts';
import type { ExportRows } from './export-rows.ts';

/** How large a table may be. Limits hold while it is read: what is beyond them is never kept. */
export interface TableLimits {
  /** The id column included. */
  readonly columns: number;
  /** Rows of the file: the header, blank rows, and lines around the table included. */
  readonly rows: number;
  /** Cells, those included that short rows lack: rows times columns. */
  readonly cells: number;
  /** Characters of one cell. */
  readonly cellLength: number;
}

export const UNLIMITED_TABLE: TableLimits = {
  columns: Number.POSITIVE_INFINITY,
  rows: Number.POSITIVE_INFINITY,
  cells: Number.POSITIVE_INFINITY,
  cellLength: Number.POSITIVE_INFINITY,
};

const tooLarge = (what: string, remedy: string, at?: { line?: number; column?: number; record?: number }) =>
  new CatalogueError('too_large', `${what}. ${remedy}`, at);

export const tooManyRows = (most: number): CatalogueError =>
  tooLarge(
    `The file has more than ${figure(most)} rows, blank ones included`,
    'Split it by shelf and grade the parts.',
  );

export const tooManyCells = (most: number): CatalogueError =>
  tooLarge(
    `The table has more than ${figure(most)} cells (rows times columns), empty ones included`,
    'Leave out columns that do not describe products, or split the export by shelf and grade the parts.',
  );

export const cellTooLong = (
  most: number,
  at?: { line?: number; column?: number; record?: number },
): CatalogueError =>
  tooLarge(
    `A cell has more than ${figure(most)} characters`,
    'Shorten it, leave its column out of the export, or close the quotation mark that opens it.',
    at,
  );

export const tooManyColumns = (
  most: number,
  at?: { line?: number; column?: number; record?: number },
): CatalogueError =>
  new CatalogueError(
    'too_many_columns',
    `The file has more than ${figure(most)} columns. Export only the columns that describe products.`,
    at,
  );

/** The number of rows, without the one behind a last line end. */
export const rowsIn = (rows: RowList): number =>
  rows.length - Number(rows.length > 0 && widthAt(rows, rows.length - 1) === 0);

/**
 * The rows, where rows times columns are within the limit: columns are kept whole, so a header of a thousand names costs
 * a thousand cells a row, however short the rows are.
 *
 * @throws CatalogueError `too_large`
 */
export function withinCells(
  source: ExportRows,
  { cells = UNLIMITED_TABLE.cells }: Partial<TableLimits>,
): ExportRows {
  if (rowsIn(source.rows) * source.names.length > cells) throw tooManyCells(cells);
  return source;
}
