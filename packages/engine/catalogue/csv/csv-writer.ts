/** A cell to write: untrusted text, or a number that this program computed. */
export type CsvCell = string | number | undefined;

/**
 * Spreadsheets run a cell that begins like this as a formula; some also with full-width characters. Apostrophes before
 * it count, so that the one that is put in front can be taken away again.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * Writes rows as CSV (RFC 4180, lines ended by CRLF). Texts that a spreadsheet would run as a formula get an apostrophe
 * in front, negative numbers in text form included, since catalogue text is untrusted. Cells passed as numbers are
 * written unchanged.
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

/** A text as it was before `writeCsv` put an apostrophe in front of it. */
export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}
