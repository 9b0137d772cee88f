import { readHeader } from '../csv/header.ts';
import type { Warning } from '../types.ts';
import { emptyFile } from './empty-file.ts';
import type { ExportRows, Grid } from './export-rows.ts';
import { findHeader, preambleWarning } from './header-row.ts';

export interface HeadingOptions {
  readonly maxColumns?: number | undefined;
  /** Lines above the header are passed over, and columns without a name left out or numbered. */
  readonly tolerant?: boolean | undefined;
}

/**
 * The rows of a sheet below its header.
 *
 * @throws CatalogueError `empty_file`, or what is wrong with the header
 */
export function headedRows(grid: Grid, { maxColumns, tolerant = true }: HeadingOptions = {}): ExportRows {
  const place = findHeader(grid.rows);
  if (place.header < 0) throw emptyFile();
  const { names, warnings } = readHeader(grid, place.header, { maxColumns, tolerant });
  return belowHeader(
    grid,
    place.first,
    names,
    [...grid.warnings, ...preambleWarning(grid, place), ...warnings],
    grid.rows[place.header].length,
  );
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
