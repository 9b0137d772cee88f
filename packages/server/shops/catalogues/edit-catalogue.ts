import { limits } from '@decidable/contract/limits';
import { CatalogueError, type ExportRows } from '@decidable/engine/catalogue';
import { csvWithIdFirst, readExport } from '@decidable/exports';
import { InvalidInput } from '../../errors.ts';
import { EXPORT_SIZES } from './file-limits.ts';

/** A product with the attributes to set; an empty text removes a value. */
export interface ProductEdit {
  readonly id: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Changes of a catalogue. */
export interface CatalogueEdits {
  /** Added where the id is new, else changed in the attributes that are named. */
  readonly upsert?: readonly ProductEdit[];
  /** Ids of products to remove; unknown ones are passed over. */
  readonly remove?: readonly string[];
  /** Texts of one column by new texts: an empty one removes the value. */
  readonly rename?: { readonly column: string; readonly texts: Readonly<Record<string, string>> };
}

export interface EditedCatalogue {
  readonly csv: Uint8Array<ArrayBuffer>;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/**
 * Changes products of a catalogue that is held as CSV, with the id in column one. It takes as long as reading and writing
 * the file: a service calls it on another thread.
 *
 * @throws InvalidInput where the file would have too many columns, or no product would be left
 */
export async function editCatalogue(csv: Uint8Array, edits: CatalogueEdits): Promise<EditedCatalogue> {
  const { upsert = [], remove = [], rename } = edits;
  const read = await readExport(csv, EXPORT_SIZES);
  const names = [...read.rows.names];
  let rows: string[][] = Array.from(read.rows.rows, (row) => [...row]);
  const gone = new Set(remove.map((id) => id.normalize()));
  const idOf = (row: readonly string[]) => (row[0] ?? '').trim().normalize();
  const rowsOf = Map.groupBy(rows, idOf);
  const removed = [...gone].filter((id) => rowsOf.has(id)).length;
  if (removed > 0) rows = rows.filter((row) => !gone.has(idOf(row)));
  const columnOf = (name: string): number => {
    const known = names.indexOf(name.trim().normalize());
    return known >= 0 ? known : names.push(name.trim().normalize()) - 1;
  };
  let [added, changed] = [0, 0];
  for (const { id: given, attributes } of upsert) {
    const id = given.trim().normalize();
    const known = gone.has(id) ? undefined : rowsOf.get(id);
    const [first, ...others] = known ?? [[id]];
    if (known === undefined) {
      rows.push(first);
      rowsOf.set(id, [first]);
      gone.delete(id);
      added++;
    }
    let differs = false;
    for (const [name, value] of Object.entries(attributes)) {
      const column = columnOf(name);
      if (column === 0) continue;
      differs ||= (first[column] ?? '') !== value;
      first[column] = value;
      // A product that stands in several rows has the values of all of them.
      for (const row of others) row[column] = '';
    }
    if (known !== undefined && differs) changed++;
  }
  if (rename !== undefined) changed += renamed(rows, names.indexOf(rename.column), rename.texts);
  if (names.length > limits.csvColumns)
    throw new InvalidInput(
      `The catalogue would have ${names.length} columns; it may have ${limits.csvColumns}. Name attributes as the catalogue does.`,
    );
  if (rows.length === 0) throw new InvalidInput('No product would be left. Keep at least one.');
  return { csv: written(read.rows, names, rows), added, changed, removed };
}

/** Replaces texts of a column, and counts the rows. */
function renamed(rows: string[][], column: number, texts: Readonly<Record<string, string>>): number {
  if (column < 0) return 0;
  let count = 0;
  for (const row of rows) {
    const text = row[column]?.trim() ?? '';
    if (text === '' || !Object.hasOwn(texts, text)) continue;
    row[column] = texts[text];
    count++;
  }
  return count;
}

function written(
  read: ExportRows,
  names: readonly string[],
  rows: readonly string[][],
): Uint8Array<ArrayBuffer> {
  try {
    return csvWithIdFirst(
      {
        names,
        rows: rows.map((row) => names.map((_, column) => row[column] ?? '')),
        placeOf: (row) => read.placeOf(Math.min(row, read.rows.length - 1)),
        warnings: [],
      },
      { id: names[0] },
    );
  } catch (error) {
    if (error instanceof CatalogueError) throw new InvalidInput(error.message, { cause: error });
    throw error;
  }
}
