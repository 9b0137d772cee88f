import { CatalogueError } from '../catalogue-error.ts';
import { figure } from '../figures.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** No character takes more bytes in any of the encodings that are read. */
const BYTES_A_CHARACTER = 4;

/**
 * Refuses a file with a line that no row can have, before the file is decoded: its text would take several times its
 * bytes. Looks at the ends of lines alone, at some bytes of each stretch.
 *
 * @param rowLength characters that a row may have
 * @throws CatalogueError `too_large` with the line
 */
export function refuseEndlessLine(bytes: Uint8Array, rowLength: number): void {
  const most = BYTES_A_CHARACTER * rowLength;
  for (let at = 0; bytes.length - at > most; ) {
    const last = at + most;
    const end = Math.max(bytes.lastIndexOf(LINE_FEED, last), bytes.lastIndexOf(CARRIAGE_RETURN, last));
    if (end < at) {
      throw new CatalogueError(
        'too_large',
        `A line has more than ${figure(rowLength)} characters. Export the products with a line for each, or close the quotation mark that opens a cell.`,
        { line: 1 + linesIn(bytes, at) },
      );
    }
    at = end + 1;
  }
}

/** Ends of lines before a place. */
function linesIn(bytes: Uint8Array, before: number): number {
  let lines = 0;
  for (let at = 0; at < before; at++) {
    if (bytes[at] === LINE_FEED || (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED)) lines++;
  }
  return lines;
}
