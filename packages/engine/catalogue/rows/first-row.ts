import { CatalogueError } from '../catalogue-error.ts';
import { conceptsOf, optionConceptOf, wordsOf } from '../columns/header-names.ts';
import { shortened } from '../csv/parsed-file.ts';
import { isPlaceholder } from '../csv/placeholders.ts';
import type { Grid } from './export-rows.ts';

/*
 * Whether the first row names columns, or is a product like those below, as a likelihood ratio of both. In a row of names
 * hardly a cell stands among the values of its column, nor is written as they are; in a row of data nearly every one does.
 */

/** Rows below that are compared; set by hand. */
const ROWS_LOOKED_AT = 200;
/** Fewer rows tell nothing; set by hand. */
const FEWEST_ROWS = 5;
/** Chances that a name stands among the values of its column or is written as they are, and that a value does not. */
const CHANCE = 0.02;
/** Odds of files with names to those without. */
const PRIOR = Math.log(1_000);
/** Evidence of a cell that is called as columns are. */
const NAMED = Math.log(50);
/** Share of the values of a column that are written alike, from which on that tells anything. */
const ALIKE = 0.9;

/**
 * @param row index of the row that should name the columns
 * @throws CatalogueError `no_header_row` where it is a product
 */
export function refuseData(grid: Grid, row: number): void {
  const first = grid.rows.at(row)!;
  const below = [...grid.rows.slice(row + 1, row + 1 + ROWS_LOOKED_AT)]
    // Files that were put together have their names again.
    .filter((cells) => cells.some((cell, column) => cell.trim() !== (first[column] ?? '').trim()));
  if (below.length < FEWEST_ROWS) return;
  const columns = first.map((name, column) =>
    evidenceOf(
      name.trim(),
      below.map((cells) => (cells[column] ?? '').trim()),
    ),
  );
  // Names may be a series (sizes, years, c1 to c9): that they are written as their cells is one piece of evidence, however many.
  const bySeries = new Map<string, number>();
  let evidence = 0;
  for (const { data, series } of columns) {
    if (series === undefined || data <= 0) evidence += data;
    else bySeries.set(series, Math.max(bySeries.get(series) ?? 0, data));
  }
  for (const data of bySeries.values()) evidence += data;
  if (evidence <= PRIOR) return;
  const { line } = grid.placeOf(row);
  const shown = first.filter((cell) => cell.trim() !== '').slice(0, 3);
  throw new CatalogueError(
    'no_header_row',
    `The first row looks like a product (${shown.map((cell) => `"${shortened(cell.trim())}"`).join(', ')}), and not like the names of columns: its values are written as those below. ` +
      'Put a row with the names of the columns above it, or say that there is none (--no-header, or "header": false in the settings; true where these are the names).',
    line === undefined ? {} : { line },
  );
}

interface Evidence {
  /** Logarithm of the ratio of the chances that a cell is data and that it is a name. */
  readonly data: number;
  /** What it has in common with other cells that count as one with it. */
  readonly series?: string;
}

function evidenceOf(name: string, all: readonly string[]): Evidence {
  const values = all.filter((value) => value !== '' && !isPlaceholder(value));
  const number = /^[-+]?[\d.,]+$/.test(name) ? { series: 'number' } : {};
  if (name === '' || isPlaceholder(name) || values.length < FEWEST_ROWS) return { data: 0 };
  const own = isCalledAsColumns(name) ? -NAMED : 0;
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  if (/\d/.test(values[0])) {
    const shape = shapeOf(values[0]);
    let alike = 0;
    for (const [value, count] of counts) if (shapeOf(value) === shape) alike += count;
    if (alike >= ALIKE * values.length) {
      const isAlike = shapeOf(name) === shape;
      return { data: own + (isAlike ? 1 : -1) * Math.log(1 / CHANCE), series: shapeOf(name), ...number };
    }
  }
  // Chance that a further value is a new one (Good and Turing).
  const once = [...counts.values()].filter((count) => count === 1).length;
  const isNew = (once + 0.5) / (values.length + 1);
  const data = counts.has(name) ? Math.log((1 - isNew) / CHANCE) : Math.log(isNew / (1 - CHANCE));
  return { data: own + data, ...number };
}

const isCalledAsColumns = (name: string): boolean =>
  conceptsOf(name).size > 0 || optionConceptOf(wordsOf(name)) !== undefined;

/** How a text is written: digits and letters in a row count once. */
const shapeOf = (text: string): string =>
  text
    .replace(/\d+(?:[.,]\d+)*/g, '9')
    .replace(/\p{Lu}+/gu, 'A')
    .replace(/\p{Ll}+/gu, 'a');
