import { type CellEdit, columnKey, type ExportRows, idsOf, ROW_JOINER } from '@decidable/engine/catalogue';

/**
 * An export in any form as the CSV that every part of the program reads: column one the id, one row for each row that
 * names a product. Cells stay as they are, those that a spreadsheet would run as a formula too: this CSV is not meant for
 * spreadsheets.
 *
 * @param id the column of the ids; looked for when absent
 * @throws CatalogueError where no column can be the id, or too many rows are faulty
 */
export function csvWithIdFirst(
  source: ExportRows,
  { id, ignore = [] }: { readonly id?: string | undefined; readonly ignore?: readonly string[] } = {},
): Uint8Array<ArrayBuffer> {
  const { ids, idColumn } = idsOf(source, { id, tolerant: true });
  const { names } = source;
  const ignored = new Set(ignore.map(columnKey));
  const columns = names.flatMap((name, at) =>
    name === '' || at === ids.column || ignored.has(columnKey(name)) ? [] : [at],
  );
  const lines = [lineOf([idColumn, ...columns.map((column) => names[column])], '\n')];
  ids.rows.forEach((row, at) => {
    const cells = source.rows.at(row) ?? [];
    lines.push(
      lineOf([ids.ids[ids.productOfRow[at]], ...columns.map((column) => cells[column] ?? '')], '\n'),
    );
  });
  return new TextEncoder().encode(lines.join(''));
}

/**
 * The rows of an export in another form as CSV, with new texts in some cells. Several values of one field are joined by
 * `|`, as shop systems list them.
 */
export function editedRowsAsCsv(
  { names, rows }: Pick<ExportRows, 'names' | 'rows'>,
  edits: readonly CellEdit[],
): Uint8Array<ArrayBuffer> {
  const editsOfRow = Map.groupBy(edits, ({ row }) => row);
  const lines = Array.from(rows, (row, at) => {
    const cells = names.map((_, column) => row[column] ?? '');
    for (const { column, text } of editsOfRow.get(at) ?? []) cells[column] = text;
    return lineOf(
      cells.map((cell) => cell.replaceAll(ROW_JOINER, '|')),
      '\r\n',
    );
  });
  return new TextEncoder().encode([lineOf(names, '\r\n'), ...lines].join(''));
}

const lineOf = (cells: readonly string[], end: string): string => `${cells.map(quoted).join(',')}${end}`;

/** Quoted too where other programs would split the cell, or trim it. */
const quoted = (cell: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
