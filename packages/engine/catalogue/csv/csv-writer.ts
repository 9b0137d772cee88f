/** A cell to write: text from anywhere, or a number of our own. */
export type CsvCell = string | number | undefined;

/** A spreadsheet runs a cell that begins like this as a formula; some also where the mark is of full width. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Writes rows as CSV (RFC 4180, lines ended by CRLF). Texts that a spreadsheet would run as a formula get an apostrophe
 * in front, negative numbers in text form included: catalogue text is not ours to trust. Cells handed in as numbers are
 * written as they are.
 *
 * @example
 * writeCsv([['id', 'note'], ['A1', '=1+1']]); // "id,note\r\nA1,'=1+1\r\n"
 */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');
}

function written(cell: CsvCell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
