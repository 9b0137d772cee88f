import {
  CatalogueError,
  columnKey,
  type ExportRows,
  type Place,
  tooManyCells,
  tooManyRows,
  type Warning,
} from '@decidable/engine/catalogue';
import type { ExportLimits } from './limits.ts';

/** The rows of a file of several. */
export interface FileRows {
  readonly name: string;
  readonly rows: ExportRows;
}

/** Columns that a warning names. */
const NAMED = 5;

/**
 * Several files as one export: rows one after the other, under all columns of the files. A product of several files has
 * the values of all.
 *
 * @throws CatalogueError `too_many_columns` or `too_large`
 */
export function united(files: readonly FileRows[], limits: ExportLimits): ExportRows {
  if (files.length === 1) return files[0].rows;
  const keyOf = keysOf(files);
  const columns = new Map<string, { readonly name: string; files: number }>();
  for (const { name: file, rows } of files) {
    for (const name of rows.names) {
      if (name === '') continue;
      const known = columns.get(keyOf(name));
      if (known === undefined) columns.set(keyOf(name), { name, files: 1 });
      else known.files++;
    }
    if (columns.size > limits.columns) {
      throw new CatalogueError(
        'too_many_columns',
        `Together the files have more than ${limits.columns.toLocaleString('en-GB')} columns. Grade them one by one.`,
        { file },
      );
    }
  }
  refuseTooMuch(files, columns.size, limits);
  const names = [...columns.values()].map(({ name }) => name);
  const at = new Map([...columns.keys()].map((key, column) => [key, column]));
  const rows: string[][] = [];
  const starts: number[] = [];
  for (const { rows: own } of files) {
    starts.push(rows.length);
    const target = own.names.map((name) => (name === '' ? -1 : (at.get(keyOf(name)) ?? -1)));
    for (const row of own.rows) rows.push(moved(row, target, names.length, own.width ?? own.names.length));
  }
  const placeOf = (row: number): Place => {
    let file = starts.length - 1;
    while (starts[file] > row) file--;
    return { ...files[file].rows.placeOf(row - starts[file]), file: files[file].name };
  };
  return {
    names,
    rows,
    placeOf,
    warnings: [
      ...files.flatMap(({ name, rows: { warnings } }) =>
        warnings.map((warning): Warning => ({ ...warning, message: `${name}: ${warning.message}` })),
      ),
      ...differing([...columns.values()], files.length),
    ],
    isUnordered: files.some(({ rows: { isUnordered } }) => isUnordered === true),
  };
}

function refuseTooMuch(files: readonly FileRows[], columns: number, limits: ExportLimits): void {
  const rows = files.reduce((sum, file) => sum + file.rows.rows.length, 0);
  if (rows > limits.rows) throw tooManyRows(limits.rows);
  if (rows * columns > limits.cells) throw tooManyCells(limits.cells);
}

/**
 * What tells a column of the files from others: its name without letter case and punctuation; the name as written where
 * one of the files has two that differ in these alone.
 */
function keysOf(files: readonly FileRows[]): (name: string) => string {
  const ambiguous = new Set<string>();
  for (const { rows } of files) {
    const own = new Set<string>();
    for (const name of rows.names) {
      const key = columnKey(name);
      if (own.has(key)) ambiguous.add(key);
      own.add(key);
    }
  }
  return (name) => {
    const key = columnKey(name);
    return ambiguous.has(key) ? name : key;
  };
}

/** A row under the columns of all files. What stands behind its header stays behind it, so that it is told. */
function moved(row: readonly string[], target: readonly number[], width: number, own: number): string[] {
  const cells = new Array<string>(width).fill('');
  for (let column = 0; column < Math.min(row.length, target.length); column++) {
    if (target[column] >= 0) cells[target[column]] = row[column];
  }
  return row.length > own ? [...cells, ...row.slice(own)] : cells;
}

function differing(
  columns: readonly { readonly name: string; readonly files: number }[],
  files: number,
): Warning[] {
  const some = columns.filter((column) => column.files < files).map(({ name }) => `"${name}"`);
  if (some.length === 0) return [];
  const named = some.slice(0, NAMED).join(', ');
  return [
    {
      code: 'columns_differ',
      message: `The ${files} files differ in their columns: ${named}${some.length > NAMED ? ` and ${some.length - NAMED} others are` : some.length === 1 ? ' is' : ' are'} not in all. They were read together, with empty cells where a file has no such column.`,
    },
  ];
}
