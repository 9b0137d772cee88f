import { CatalogueError } from '../catalogue-error.ts';
import { figure } from '../figures.ts';
import { cellAt, widthAt } from '../rows/coded-rows.ts';
import type { Grid } from '../rows/export-rows.ts';
import { isHandful } from '../rows/faults.ts';
import type { RowList, Warning } from '../types.ts';
import { moveOut } from './distinct-texts.ts';
import { shortened } from './parsed-file.ts';

/** The names of the columns: trimmed, in NFC, unique; empty for a column without a name and with hardly a value. */
export interface Header {
  readonly names: readonly string[];
  readonly warnings: readonly Warning[];
}

/**
 * Reads the header row. Columns without a name are called by their number, and a name that stands again gets a number
 * behind it; each is told by a warning.
 *
 * @throws CatalogueError with the position of the first name beyond the limit, or where no separator is known
 */
export function readHeader(grid: Grid, row: number, maxColumns = Number.POSITIVE_INFINITY): Header {
  const line = grid.placeOf(row).line;
  const written = grid.rows.at(row)!.map((name) => name.trim().normalize('NFC'));
  moveOut(written);
  const names = withoutUnusedTail(grid, row, written);
  if (names.length > maxColumns) {
    throw new CatalogueError(
      'too_many_columns',
      `The file has ${names.length} columns; at most ${maxColumns} can be read. Export only the columns that describe products.`,
      { ...(line !== undefined && { line }), column: maxColumns + 1 },
    );
  }
  if (names.length === 1 && /[|:^~]/.test(names[0])) {
    throw new CatalogueError(
      'unknown_separator',
      `The header row "${shortened(names[0])}" holds no comma, semicolon or tab. Export the file with one of these between its columns.`,
      { ...(line !== undefined && { line }), column: 1 },
    );
  }
  const named = withoutUnnamed(grid, row, names);
  const apart = toldApart(named.names);
  return { names: apart.names, warnings: [...named.warnings, ...apart.warnings] };
}

/** Names that stand again with a number behind them: "colour (2)". */
function toldApart(names: readonly string[]): Header {
  const taken = new Set(names);
  const seen = new Set<string>();
  const warnings: Warning[] = [];
  const apart = names.map((name, column) => {
    if (name === '' || !seen.has(name)) {
      seen.add(name);
      return name;
    }
    let number = 2;
    while (taken.has(`${name} (${number})`)) number++;
    const own = `${name} (${number})`;
    taken.add(own);
    warnings.push({
      code: 'repeated_column',
      message: `Columns ${names.indexOf(name) + 1} and ${column + 1} are both called "${shortened(name)}": the latter is called "${shortened(own)}" here.`,
    });
    return own;
  });
  return { names: apart, warnings };
}

/** What a column without a name is called. */
export const numberedName = (column: number): string => `column ${column + 1}`;

/** Numbers columns without a name that are used, and leaves the name of those empty in which hardly a row has a value. */
function withoutUnnamed(grid: Grid, headerRow: number, names: readonly string[]): Header {
  if (!names.includes('')) return { names, warnings: [] };
  const warnings: Warning[] = [];
  const line = grid.placeOf(headerRow).line;
  const data = grid.rows.slice(headerRow + 1);
  const valuesOf = filledIn(data, names);
  const taken = new Set(names);
  const numbered = names.map((name, column) => {
    if (name !== '') return name;
    const filled = valuesOf[column];
    const where = `Column ${column + 1} has no name${line === undefined ? '' : ` on line ${line}`}`;
    const values = `${figure(filled)} ${filled === 1 ? 'value' : 'values'}`;
    if (filled === 0) return '';
    const own = numberedName(column);
    const isLeftOut = isHandful(filled, data.length) || taken.has(own);
    warnings.push({
      code: 'unnamed_column',
      message: isLeftOut
        ? `${where}: its ${values} ${filled === 1 ? 'was' : 'were'} left out.`
        : `${where}: with its ${values} it is called "${own}" here.`,
    });
    return isLeftOut ? '' : own;
  });
  return { names: numbered, warnings };
}

/** For each column without a name the number of its values. */
function filledIn(rows: RowList, names: readonly string[]): Uint32Array {
  const filled = new Uint32Array(names.length);
  for (const row of rows) {
    for (let column = Math.min(row.length, names.length) - 1; column >= 0; column--)
      if (names[column] === '' && row[column].trim() !== '') filled[column]++;
  }
  return filled;
}

/** Spreadsheets also save columns that were once edited. Without a name and without values they are dropped. */
function withoutUnusedTail(
  { rows }: Pick<Grid, 'rows'>,
  headerRow: number,
  names: readonly string[],
): readonly string[] {
  let length = names.length;
  while (length > 1 && names[length - 1] === '') length--;
  if (length === names.length) return names;
  for (let r = headerRow + 1; r < rows.length; r++) {
    const most = Math.min(widthAt(rows, r), names.length);
    for (let c = length; c < most; c++) {
      if (cellAt(rows, r, c).trim() !== '') length = c + 1;
    }
  }
  return names.slice(0, length);
}
