/** A quotation mark that does not do what quotation marks do: where the cell opens that has it, and in which column of its row. */
export interface QuoteFault {
  readonly kind: 'unterminated' | 'misplaced';
  readonly index: number;
  readonly column: number;
}

/** The character codes of a text. */
export type Codes = Uint8Array | Uint16Array;

const QUOTE = 34;
const NEWLINE = 10;

/**
 * The cells of a CSV text (RFC 4180, line ends unified to `\n`) as positions in it: one pass over its characters, and no string for a cell
 * before somebody asks for it, which for repeated values nobody does.
 *
 * A cell that begins with a quotation mark ends with one; two of them inside stand for one. Spaces may follow the closing one.
 */
export class Rows {
  /** Rows, blank ones included. */
  readonly count: number;
  readonly fault: QuoteFault | undefined;
  /** Cell `i` is `text.slice(starts[i], ends[i])`, without its quotation marks; `ends` is negative (`~end`) where it holds doubled ones. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Row `r` holds the cells `firsts[r]` … `firsts[r + 1] - 1`. */
  readonly firsts: Int32Array;
  /** The character codes of the text. */
  readonly codes: Codes;
  readonly whole: string;

  /** @param most rows after which the rest is not looked at. */
  constructor(text: string, separator: string, most = Number.POSITIVE_INFINITY) {
    const comma = separator.charCodeAt(0);
    const length = text.length;
    const codes = codesOf(text);
    let starts = new Int32Array(1024);
    let ends = new Int32Array(1024);
    let firsts = new Int32Array(256);
    let cells = 0;
    let rows = 0;
    let fault: QuoteFault | undefined;
    let at = 0;
    while (at < length && rows < most) {
      // One cell a turn, and behind it a separator, the end of the row, or that of the text.
      if (cells === starts.length) {
        starts = enlarged(starts);
        ends = enlarged(ends);
      }
      let code = codes[at];
      if (code === QUOTE) {
        const close = closingQuote(text, at + 1);
        const place = { index: at, column: cells - firsts[rows] + 1 };
        if (close.at === -1) {
          fault = { kind: 'unterminated', ...place };
          break;
        }
        starts[cells] = at + 1;
        ends[cells++] = close.doubled ? ~close.at : close.at;
        at = close.at + 1;
        code = codes[at];
        while (at < length && code !== comma && code !== NEWLINE && isSpace(code)) code = codes[++at];
        if (at < length && code !== comma && code !== NEWLINE) {
          fault = { kind: 'misplaced', ...place };
          break;
        }
      } else {
        starts[cells] = at;
        while (at < length && code !== comma && code !== NEWLINE) code = codes[++at];
        ends[cells++] = at;
      }
      if (at < length && code === comma) {
        at++;
        if (at < length) continue;
        // The text ends behind a separator: with an empty cell.
        if (cells === starts.length) {
          starts = enlarged(starts);
          ends = enlarged(ends);
        }
        starts[cells] = at;
        ends[cells++] = at;
      }
      at++;
      if (++rows === firsts.length) firsts = enlarged(firsts);
      firsts[rows] = cells;
    }
    this.codes = codes;
    this.whole = text;
    this.count = rows;
    this.fault = fault;
    this.starts = starts;
    this.ends = ends;
    this.firsts = firsts;
  }

  /** Whether all characters are ASCII. */
  get plain(): boolean {
    return this.codes instanceof Uint8Array;
  }

  width(row: number): number {
    return this.firsts[row + 1] - this.firsts[row];
  }

  /** The text of a cell, given its place among all cells. */
  text(cell: number): string {
    const end = this.ends[cell];
    return end < 0
      ? this.whole.slice(this.starts[cell], ~end).replaceAll('""', '"')
      : this.whole.slice(this.starts[cell], end);
  }

  cells(row: number): string[] {
    return Array.from({ length: this.width(row) }, (_, column) => this.text(this.firsts[row] + column));
  }

  /** Whether nothing but spaces stands in a row. */
  isBlank(row: number): boolean {
    for (let cell = this.firsts[row]; cell < this.firsts[row + 1]; cell++) {
      if (this.text(cell).trim() !== '') return false;
    }
    return true;
  }
}

/** A typed array is read several times faster than the characters of a string. */
export function codesOf(text: string): Codes {
  const bytes = new TextEncoder().encode(text);
  // Of nothing but ASCII.
  if (bytes.length === text.length) return bytes;
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < codes.length; at++) codes[at] = text.charCodeAt(at);
  return codes;
}

/** Where the quotation mark stands that closes a cell, -1 if none does, and whether doubled ones stand before it. */
function closingQuote(text: string, from: number): { readonly at: number; readonly doubled: boolean } {
  let at = text.indexOf('"', from);
  let doubled = false;
  while (at !== -1 && text.charCodeAt(at + 1) === QUOTE) {
    doubled = true;
    at = text.indexOf('"', at + 2);
  }
  return { at, doubled };
}

/** What `String.trim` takes away. */
export function isSpace(code: number): boolean {
  if (code < 128) return code === 32 || (code >= 9 && code <= 13);
  return code === 0xa0 || (code > 0x167f && /\s/.test(String.fromCharCode(code)));
}

function enlarged(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 4);
  larger.set(array);
  return larger;
}
