import { CatalogueError } from '../catalogue-error.ts';
import { figure } from '../figures.ts';
import type { Warning } from '../types.ts';
import { type ExportRows, placeWords } from './export-rows.ts';

/**
 * The share of the rows that may be faulty and are left out with a warning; with more, the file is refused. Set by
 * hand: one row in fifty is a slip, one in ten a wrong separator or a wrong column of ids.
 */
const MOST_FAULTY = 0.02;

/** The number of places that a warning names; set by hand. */
const NAMED_PLACES = 3;

/** Whether so many of the rows are a handful, to be left out with a warning. */
export function isHandful(faulty: number, rows: number): boolean {
  return faulty <= MOST_FAULTY * rows;
}

/** "line 4, line 9, line 12 and 5 others". */
export function placesOf(source: ExportRows, rows: readonly number[]): string {
  const named = rows.slice(0, NAMED_PLACES).map((row) => placeWords(source.placeOf(row)));
  const rest = rows.length - named.length;
  if (rest > 0) return `${named.join(', ')} and ${figure(rest)} ${rest === 1 ? 'other' : 'others'}`;
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}

/** The warning that rows were left out, each with its place. */
export function leftOut(source: ExportRows, rows: readonly number[], why: string): Warning {
  const several = rows.length > 1;
  return {
    code: 'rows_left_out',
    message: `${figure(rows.length)} ${several ? 'rows were' : 'row was'} left out (${placesOf(source, rows)}): ${why}`,
  };
}

/** An error at a row of an export. */
export function faultAt(
  source: ExportRows,
  row: number,
  code: string,
  message: string,
  column?: number,
): CatalogueError {
  return new CatalogueError(code, message, {
    ...source.placeOf(row),
    ...(column !== undefined && { column }),
  });
}
