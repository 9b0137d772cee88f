/** The offsets of a cell in a text, its quotation marks included and its separators not. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One row: the offsets of its cells, and of its end before the line break. */
export interface RowSpans {
  readonly cells: readonly Span[];
  readonly end: number;
}

const QUOTE = 34;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

/**
 * Where the rows of a CSV text stand, as the reader counts them: a line break at the end of the text opens one more
 * row, which is empty. Line breaks are CR LF, LF or CR, and mean nothing within quotation marks.
 *
 * @param from the offset of the first row, behind a `sep=` line
 */
export function* rowSpans(text: string, separator: string, from = 0): Generator<RowSpans> {
  const separatorCode = separator.charCodeAt(0);
  const isLineEnd = (code: number) => code === LINE_FEED || code === CARRIAGE_RETURN;
  let at = from;
  for (;;) {
    const cells: Span[] = [];
    for (;;) {
      const start = at;
      if (text.charCodeAt(at) === QUOTE) at = behindQuotes(text, at);
      while (at < text.length && text.charCodeAt(at) !== separatorCode && !isLineEnd(text.charCodeAt(at)))
        at++;
      cells.push({ start, end: at });
      if (at === text.length || text.charCodeAt(at) !== separatorCode) break;
      at++;
    }
    yield { cells, end: at };
    if (at === text.length) return;
    at += text.charCodeAt(at) === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED ? 2 : 1;
  }
}

/** The offset behind a quoted cell and the spaces after it, which the reader ignores. */
function behindQuotes(text: string, opening: number): number {
  let at = opening + 1;
  for (;;) {
    const closing = text.indexOf('"', at);
    if (closing < 0) return text.length;
    at = closing + 1;
    if (text.charCodeAt(at) !== QUOTE) break;
    at++;
  }
  while (text.charCodeAt(at) === SPACE) at++;
  return at;
}

/** The text of a cell as the reader gives it. */
export function textAt(text: string, { start, end }: Span): string {
  const written = text.slice(start, end);
  if (written.charCodeAt(0) !== QUOTE) return written;
  return written.slice(1, written.lastIndexOf('"')).replaceAll('""', '"').replace(/\r\n?/g, '\n');
}
