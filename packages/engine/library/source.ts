import { type ExportRows, flatten, rowsOf, type TableLimits } from '../catalogue/index.ts';

/** A product as a program has it: nested objects and lists are read as the fields of a JSON export are. */
export type ProductRecord = object;

/** Products: the text of a CSV file, its bytes in any usual encoding, or objects. */
export type Source = string | Uint8Array | Iterable<ProductRecord>;

/** Nested containers of one product. The same as in exports as JSON. */
const MAX_DEPTH = 32;

/** How a source is read: objects have no first column, so that of their ids is looked for. */
export const isTolerant = (source: Source): boolean => !isCsv(source);

const isCsv = (source: Source): source is string | Uint8Array =>
  typeof source === 'string' || source instanceof Uint8Array;

/** @throws CatalogueError for CSV that cannot be read, and for objects that are nested too deep */
export function rowsFrom(
  source: Source,
  options: { readonly tolerant?: boolean; readonly limits?: Partial<TableLimits> } = {},
): ExportRows {
  return isCsv(source) ? rowsOf(source, options) : rowsOfRecords(source);
}

/** One row an object, one column a field, in the order in which fields appear. */
function rowsOfRecords(records: Iterable<ProductRecord>): ExportRows {
  const columns = new Map<string, number>();
  const rows: string[][] = [];
  for (const record of records) {
    const row: string[] = [];
    for (const [name, text] of flatten(record, MAX_DEPTH)) {
      const column = columns.get(name) ?? columns.size;
      columns.set(name, column);
      while (row.length <= column) row.push('');
      row[column] = text;
    }
    rows.push(row);
  }
  return { ...placed(rows), names: [...columns.keys()], warnings: [], isUnordered: true };
}

const placed = (rows: readonly string[][]) => ({ rows, placeOf: (row: number) => ({ record: row + 1 }) });

/**
 * The rows of a shop after a change: those that remain, and new ones under the same names.
 *
 * @param kept the numbers of the rows that remain
 */
export function withRows(before: ExportRows, kept: readonly number[], added: ExportRows): ExportRows {
  const names = [...new Set([...before.names, ...added.names])];
  const places = added.names.map((name) => names.indexOf(name));
  const rows = kept.map((row) => [...(before.rows.at(row) ?? [])]);
  for (const cells of added.rows) {
    const row = new Array<string>(names.length).fill('');
    for (const [k, cell] of cells.entries()) if (places[k] >= 0) row[places[k]] = cell;
    rows.push(row);
  }
  return { ...placed(rows), names, warnings: [], isUnordered: true };
}
