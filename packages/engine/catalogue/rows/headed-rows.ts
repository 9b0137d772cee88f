import { numberedName, readHeader } from '../csv/header.ts';
import type { Warning } from '../types.ts';
import { widthAt } from './coded-rows.ts';
import { emptyFile } from './empty-file.ts';
import type { ExportRows, Grid } from './export-rows.ts';
import { refuseData } from './first-row.ts';
import { findHeader, preambleWarning } from './header-row.ts';

export interface HeadingOptions {
  readonly maxColumns?: number | undefined;
  /** Whether a row names the columns, which are called by their numbers where none does; judged when absent. */
  readonly header?: boolean | undefined;
}

/**
 * The rows of a sheet below its header.
 *
 * @throws CatalogueError `empty_file`, or what is wrong with the header
 */
export function headedRows(grid: Grid, { maxColumns, header }: HeadingOptions = {}): ExportRows {
  if (header === false) return unheadedRows(grid);
  const place = findHeader(grid.rows);
  if (place.header < 0) throw emptyFile();
  if (header === undefined && place.first === place.header + 1) refuseData(grid, place.header);
  const { names, warnings } = readHeader(grid, place.header, maxColumns);
  return belowHeader(
    grid,
    place.first,
    names,
    [...grid.warnings, ...preambleWarning(grid, place), ...warnings],
    widthAt(grid.rows, place.header),
  );
}

/** All rows of a sheet, under numbers for names. */
export function unheadedRows(grid: Grid): ExportRows {
  let width = 0;
  for (let row = 0; row < grid.rows.length; row++) width = Math.max(width, widthAt(grid.rows, row));
  const names = Array.from({ length: width }, (_, column) => numberedName(column));
  return belowHeader(grid, 0, names, grid.warnings, width);
}

/** The rows of a sheet from `first` on, under these names. */
export function belowHeader(
  grid: Pick<Grid, 'rows' | 'placeOf'>,
  first: number,
  names: readonly string[],
  warnings: readonly Warning[],
  width: number,
): ExportRows {
  return {
    names,
    rows: grid.rows.slice(first),
    rowsAbove: first,
    placeOf: (row) => grid.placeOf(row + first),
    warnings,
    width: Math.max(width, names.length),
  };
}
