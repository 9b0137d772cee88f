import { CatalogueError } from '../catalogue-error.ts';
import { figure } from '../figures.ts';
import type { Grid } from '../rows/export-rows.ts';
import { isHandful } from '../rows/faults.ts';
import type { Warning } from '../types.ts';
import { shortened } from './parsed-file.ts';

export interface HeaderOptions {
  readonly maxColumns?: number | undefined;
  /** Columns without a name are left out where hardly a row has a value there, and numbered where many have. */
  readonly tolerant?: boolean;
}

/** The names of the columns: trimmed, in NFC, unique; empty for a column that is left out. */
export interface Header {
  readonly names: readonly string[];
  readonly warnings: readonly Warning[];
}

/**
 * Reads the header row.
 *
 * @throws CatalogueError with the position of the first name that is missing, repeated or beyond the limit.
 */
export function readHeader(
  grid: Grid,
  row: number,
  { maxColumns = Number.POSITIVE_INFINITY, tolerant = false }: HeaderOptions = {},
): Header {
  const line = grid.placeOf(row).line;
  const names = grid.rows[row].map((name) => name.trim().normalize('NFC'));
  const unused = withoutUnusedTail(grid, row, names);
  if (unused.length > maxColumns) {
    throw new CatalogueError(
      'too_many_columns',
      `The file has ${unused.length} columns; at most ${maxColumns} can be read. Export only the columns that describe products.`,
      { ...(line !== undefined && { line }), column: maxColumns + 1 },
    );
  }
  const { names: named, warnings } = tolerant
    ? withoutUnnamed(grid, row, unused)
    : { names: unused, warnings: [] };
  if (named.length === 1 && /[|:^~]/.test(named[0])) {
    throw new CatalogueError(
      'unknown_separator',
      `The header row "${shortened(named[0])}" holds no comma, semicolon or tab. Export the file with one of these between its columns.`,
      { ...(line !== undefined && { line }), column: 1 },
    );
  }
  const seen = new Map<string, number>();
  for (let i = 0; i < named.length; i++) {
    const name = named[i];
    const place = { ...(line !== undefined && { line }), column: i + 1 };
    if (name === '') {
      if (tolerant) continue;
      const fix =
        i === 0
          ? 'Name it, for example "id": the first column holds the product ids.'
          : 'Name it, or delete the column.';
      throw new CatalogueError(
        'unnamed_column',
        `Column ${i + 1} has no name in the header row. ${fix}`,
        place,
      );
    }
    const first = seen.get(name);
    if (first !== undefined) {
      throw new CatalogueError(
        'repeated_column',
        `Columns ${first + 1} and ${i + 1} are both called "${shortened(name)}". Rename or delete one of them.`,
        place,
      );
    }
    seen.set(name, i);
  }
  return { names: named, warnings };
}

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
    const own = `column ${column + 1}`;
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
function filledIn(rows: readonly (readonly string[])[], names: readonly string[]): Uint32Array {
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
    const row = rows[r];
    for (let c = length; c < Math.min(row.length, names.length); c++) {
      if (row[c].trim() !== '') length = c + 1;
    }
  }
  return names.slice(0, length);
}
