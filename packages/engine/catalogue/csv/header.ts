import { CatalogueError } from '../catalogue-error.ts';
import { type ParsedFile, shortened } from './parsed-file.ts';

/**
 * The names of the columns, from the header row: trimmed, in NFC, unique.
 *
 * @throws CatalogueError with the position of the first name that is missing, repeated or beyond the limit.
 */
export function readHeader(file: ParsedFile, row: number, maxColumns = Number.POSITIVE_INFINITY): string[] {
  const line = file.lineOfRow(row);
  const names = file.rows[row].map((name) => name.trim().normalize('NFC'));
  const named = withoutUnusedTail(file, row, names);
  if (named.length > maxColumns) {
    throw new CatalogueError(
      'too_many_columns',
      `The file has ${named.length} columns; at most ${maxColumns} can be read. Export only the columns that describe products.`,
      { line, column: maxColumns + 1 },
    );
  }
  if (named.length === 1 && /[|:^~]/.test(named[0])) {
    throw new CatalogueError(
      'unknown_separator',
      `The header row "${shortened(named[0])}" holds no comma, semicolon or tab. Export the file with one of these between its columns.`,
      { line, column: 1 },
    );
  }
  const seen = new Map<string, number>();
  for (let i = 0; i < named.length; i++) {
    const name = named[i];
    const place = { line, column: i + 1 };
    if (name === '') {
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
  return named;
}

/** Spreadsheets also save columns that were once edited. Without a name and without values they are dropped. */
function withoutUnusedTail(file: ParsedFile, headerRow: number, names: string[]): string[] {
  let length = names.length;
  while (length > 1 && names[length - 1] === '') length--;
  if (length === names.length) return names;
  for (let r = headerRow + 1; r < file.rows.length; r++) {
    const row = file.rows[r];
    for (let c = length; c < Math.min(row.length, names.length); c++) {
      if (row[c].trim() !== '') length = c + 1;
    }
  }
  return names.slice(0, length);
}
