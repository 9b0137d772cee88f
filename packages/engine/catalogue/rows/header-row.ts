import { isBlankAt } from '../csv/parsed-file.ts';
import type { RowList, Warning } from '../types.ts';
import type { Grid } from './export-rows.ts';

/** The number of first rows that are looked at; set by hand. */
const ROWS_LOOKED_AT = 50;
/** A report has at most so many lines above its header; set by hand. */
const MOST_ABOVE = 20;
/** Fewer columns are no table that could have a preamble above it: lines of prose have one comma, or two. */
const LEAST_COLUMNS = 3;

type Row = readonly string[];

/** The header of a sheet and the first row below it that is data; -1 for a sheet without a value. */
export interface HeaderPlace {
  readonly header: number;
  readonly first: number;
}

/**
 * Finds the header. It is the first row with a value, except where a report tells of itself above it: then it is the
 * first row as wide as those below, with a different name in each cell. Flat files of marketplaces have three header
 * rows (the version of the template, titles, names); the names are those of the last.
 */
export function findHeader(rows: RowList): HeaderPlace {
  let first = 0;
  while (first < rows.length && isBlankAt(rows, first)) first++;
  if (first === rows.length) return { header: -1, first: -1 };
  const stated = templateRows(rows.at(first)!);
  if (stated !== undefined && stated.header < rows.length) return stated;
  const header = belowPreamble(rows, first);
  const titles = rows.at(header)!;
  if (isMachineRow(rows.at(header + 1), titles) && !isMachineRow(rows.at(header + 2), titles))
    return { header: header + 1, first: header + 2 };
  return { header, first: header + 1 };
}

/** The warning that rows stand above the header. */
export function preambleWarning(grid: Grid, { header }: HeaderPlace): Warning[] {
  let above = 0;
  for (let row = 0; row < header; row++) if (!isBlankAt(grid.rows, row)) above++;
  if (above === 0) return [];
  const line = grid.placeOf(header).line;
  return [
    {
      code: 'lines_above_header',
      message: `The names of the columns were taken from ${line === undefined ? 'the row' : `line ${line}`} below ${above === 1 ? 'a line that names none' : `${above} lines that are no data`}.`,
    },
  ];
}

const filled = (row: Row): number => row.reduce((sum, cell) => sum + (cell.trim() === '' ? 0 : 1), 0);

/** Amazon's templates state where their rows stand, or have the names on the third row. */
function templateRows(row: Row): HeaderPlace | undefined {
  if (!/^(?:TemplateType|settings)=/.test(row[0]?.trim() ?? '')) return undefined;
  const stated = row.join('&');
  const at = (name: string, otherwise: number): number =>
    Number(new RegExp(`\\b${name}=(\\d{1,2})\\b`).exec(stated)?.[1] ?? otherwise) - 1;
  const header = at('attributeRow', 3);
  return { header, first: Math.max(header + 1, at('dataRow', header + 2)) };
}

function belowPreamble(rows: RowList, first: number): number {
  const counts = [...rows.slice(first, first + ROWS_LOOKED_AT)]
    .map(filled)
    .filter((count) => count > 0)
    .sort((a, b) => a - b);
  const usual = counts[counts.length >> 1];
  if (usual < LEAST_COLUMNS || filled(rows.at(first)!) >= usual / 2) return first;
  for (let row = first + 1, seen = 0; row < rows.length && seen < MOST_ABOVE; row++) {
    const cells = rows.at(row)!;
    const count = filled(cells);
    if (count === 0) continue;
    if (count >= 0.8 * usual) return isNames(cells) ? row : first;
    seen++;
  }
  return first;
}

/** Whether the cells could be names of columns: all different, and none a number. */
function isNames(row: Row): boolean {
  const names = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return new Set(names).size === names.length && !names.some((name) => /^[-+]?[\d.,]+$/.test(name));
}

/** Whether a row has the names that a program uses below the titles of the columns: "item_sku" below "Seller SKU". */
function isMachineRow(row: Row | undefined, titles: Row): boolean {
  if (row === undefined) return false;
  const names = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (names.length <= LEAST_COLUMNS || names.length < 0.8 * filled(titles)) return false;
  if (new Set(names).size < names.length) return false;
  if (titles.every((title) => title.trim() === '' || /^[a-z][a-z0-9_]*$/.test(title.trim()))) return false;
  return (
    names.every((name) => /^[a-z][a-z0-9]*(?:[_.:#-][a-z0-9]+)*$/.test(name)) &&
    names.filter((name) => name.includes('_')).length > names.length / 2
  );
}
