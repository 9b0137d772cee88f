import { columnKey, type ExportRows, idsOf } from '@decidable/engine/catalogue';

/**
 * An export in any form as the CSV that every part of the program reads: column one the id, one row for each row that
 * names a product. Cells stay as they are, so those that a spreadsheet would run as a formula are not for spreadsheets.
 *
 * @param id the column of the ids; looked for when absent
 * @throws CatalogueError where no column can be the id, or too many rows are faulty
 */
export function writtenCsv(
  source: ExportRows,
  { id, ignore = [] }: { readonly id?: string | undefined; readonly ignore?: readonly string[] } = {},
): Uint8Array {
  const { ids } = idsOf(source, { id, tolerant: true });
  const { names } = source;
  const left = new Set(ignore.map(columnKey));
  const columns = names.flatMap((name, at) =>
    name === '' || at === ids.column || left.has(columnKey(name)) ? [] : [at],
  );
  const lines = [lineOf([names[ids.column], ...columns.map((column) => names[column])])];
  ids.rows.forEach((row, at) => {
    const cells = source.rows[row];
    lines.push(lineOf([ids.ids[ids.productOfRow[at]], ...columns.map((column) => cells[column] ?? '')]));
  });
  return new TextEncoder().encode(lines.join(''));
}

const lineOf = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\n`;

const quoted = (cell: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
