import { textOf } from '@decidable/engine/catalogue';
import { workbookStream, wrapped } from './compound-file.ts';
import type { ReadingBudget } from './reading-budget.ts';
import { Sheet } from './sheet.ts';
import { brokenWorkbook } from './xml-part.ts';

/** Columns and rows of a sheet. */
const COLUMNS = 256;
const ROWS = 65_536;
const [BEGIN, BOUND_SHEET, MULTIPLE_NUMBERS] = [0x809, 0x85, 0xbd];
/** Records of a cell: formula, number, label, boolean, number in short, label by number, rich label. */
const CELLS: ReadonlySet<number> = new Set([0x06, 0x203, 0x204, 0x205, 0x27e, 0xfd, 0xd6, MULTIPLE_NUMBERS]);
/** A place where no sheet begins. */
const NOWHERE = 0xffffffff;

/**
 * Reads the visible sheets of a workbook of the old form (.xls). A library reads its records. It makes rows as long as
 * their last cell and goes through all rows up to the last: what it is given is checked before, and holds nothing else.
 *
 * @throws CatalogueError
 */
export async function readXlsSheets(bytes: Uint8Array, budget: ReadingBudget): Promise<Sheet[]> {
  const { readXls } = await import('hucre/xlsx');
  let read: Awaited<ReturnType<typeof readXls>>['sheets'];
  try {
    const stream = workbookStream(bytes);
    hideAndBound(stream, budget);
    ({ sheets: read } = await readXls(wrapped(stream)));
  } catch (error) {
    throw error instanceof Error && !('code' in error) ? brokenWorkbook(error.message) : error;
  }
  return read.map(({ name, rows }) => {
    const sheet = new Sheet(name, budget);
    for (const [number, row] of rows.entries()) {
      for (const [column, value] of (row ?? []).entries())
        if (value !== null && value !== undefined) sheet.put(column, textOf(value));
      sheet.endRow(number);
    }
    return sheet;
  });
}

/**
 * Takes the places of hidden sheets out of the records, so that the library does not read them, and holds the places of
 * cells against the form and the budget.
 *
 * @throws RangeError; CatalogueError `too_large`
 */
function hideAndBound(stream: Uint8Array, budget: ReadingBudget): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const places = new Set<number>();
  const widths = new Uint16Array(ROWS);
  let rows = 0;
  /** Cells, empty ones included, of all sheets. A row is one more. */
  let cells = 0;
  for (let at = 0; at + 4 <= stream.length; ) {
    const [record, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    at += 4;
    if (at + length > stream.length) throw new RangeError('it is cut off');
    if (record === BEGIN) {
      widths.fill(0, 0, rows);
      rows = 0;
    } else if (record === BOUND_SHEET && length >= 6) {
      const place = view.getUint32(at, true);
      if (places.has(place)) throw new RangeError('two of its sheets are one');
      places.add(place);
      if (view.getUint8(at + 4) % 4 !== 0) view.setUint32(at, NOWHERE, true);
    } else if (CELLS.has(record) && length >= 6) {
      const more = record === MULTIPLE_NUMBERS ? Math.ceil((length - 6) / 6) - 1 : 0;
      const [row, width] = [view.getUint16(at, true), view.getUint16(at + 2, true) + more + 1];
      if (width > COLUMNS) throw new RangeError('a cell stands behind its last column');
      cells += Math.max(0, row + 1 - rows) + Math.max(0, width - widths[row]);
      budget.values(cells);
      rows = Math.max(rows, row + 1);
      widths[row] = Math.max(widths[row], width);
    }
    at += length;
  }
}
