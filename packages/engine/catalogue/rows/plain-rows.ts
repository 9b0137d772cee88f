/** The cells of one row that are not empty: the first `count` of both lists, which are used again for the next row. */
export interface PlainRow {
  readonly columns: readonly number[];
  readonly texts: readonly string[];
  readonly count: number;
  /** Cells, empty ones included. */
  readonly width: number;
}

/** Where reading stopped. */
export interface PlainEnd {
  /** The place of the first row that was not read. */
  readonly at: number;
  readonly rows: number;
  /** Whether that row has quotation marks which do not surround a cell: what it says is for a parser of faults. */
  readonly isUnusual: boolean;
}

const QUOTE = 34;
const NEWLINE = 10;

/**
 * Reads rows of CSV that are written as the standard says (RFC 4180), without a text for an empty cell: nearly all cells of
 * wide exports are empty.
 *
 * @param isLast whether nothing follows: else the last row may go on behind the text, and is not read
 */
export function readPlainRows(
  text: string,
  separator: string,
  isLast: boolean,
  take: (row: PlainRow) => void,
): PlainEnd {
  const between = separator.charCodeAt(0);
  const end = text.length;
  const columns: number[] = [];
  const texts: string[] = [];
  let rows = 0;
  for (let start = 0; ; ) {
    let at = start;
    let width = 0;
    let count = 0;
    for (;;) {
      const from = at;
      let cell = '';
      if (at < end && text.charCodeAt(at) === QUOTE) {
        const close = closingQuote(text, at);
        if (close < 0 || (close + 1 === end && !isLast)) return { at: start, rows, isUnusual: isLast };
        at = close + 1;
        if (at < end && text.charCodeAt(at) !== between && text.charCodeAt(at) !== NEWLINE)
          return { at: start, rows, isUnusual: true };
        cell = text.slice(from + 1, close);
        if (cell.includes('"')) cell = cell.replaceAll('""', '"');
      } else {
        for (; at < end; at++) {
          const code = text.charCodeAt(at);
          if (code === between || code === NEWLINE) break;
          if (code === QUOTE) return { at: start, rows, isUnusual: true };
        }
        if (at > from) cell = text.slice(from, at);
      }
      if (cell !== '') {
        columns[count] = width;
        texts[count++] = cell;
      }
      width++;
      if (at === end || text.charCodeAt(at) === NEWLINE) break;
      at++;
    }
    if (at === end && !isLast) return { at: start, rows, isUnusual: false };
    take({ columns, texts, count, width });
    rows++;
    if (at === end) return { at: end, rows, isUnusual: false };
    start = at + 1;
  }
}

/** The place of the mark that closes a quoted cell; -1 where none does. */
function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 2))
    if (text.charCodeAt(at + 1) !== QUOTE) return at;
  return -1;
}
