import { textOf } from '@decidable/engine/catalogue';
import { workbookStream } from './compound-file.ts';
import type { ReadingBudget } from './reading-budget.ts';
import { Sheet } from './sheet.ts';
import type { Entry } from './unpack.ts';
import { brokenWorkbook } from './xml-part.ts';

/** Columns of a workbook of the old form. */
const OLD_COLUMNS = 256;
const BOUND_SHEET = 0x85;
const MULTIPLE_NUMBERS = 0xbd;
/** Records of a cell: formula, number, label, boolean, number in short, label by number, rich label. */
const OLD_CELLS: ReadonlySet<number> = new Set([
  0x06,
  0x203,
  0x204,
  0x205,
  0x27e,
  0xfd,
  0xd6,
  MULTIPLE_NUMBERS,
]);
const [ROW, FIRST_CELL, LAST_CELL, SHEET] = [0, 2, 11, 156];

/**
 * Reads workbooks of binary records, `.xls` and `.xlsb`. A library reads them whole, and makes each row as wide as its last
 * cell: where cells and sheets stand is looked at before.
 *
 * @throws CatalogueError
 */
export async function readBinarySheets(
  bytes: Uint8Array,
  form: 'xls' | 'xlsb',
  entries: readonly Entry[],
  budget: ReadingBudget,
): Promise<Sheet[]> {
  const { readXls, readXlsb } = await import('hucre/xlsx');
  let sheets: Awaited<ReturnType<typeof readXls>>['sheets'];
  try {
    if (form === 'xls') checkOld(workbookStream(bytes) ?? new Uint8Array(0));
    else for (const entry of entries) checkPart(entry, budget);
    ({ sheets } = await (form === 'xls' ? readXls(bytes) : readXlsb(bytes)));
  } catch (error) {
    throw error instanceof Error && !('code' in error) ? brokenWorkbook(error.message) : error;
  }
  return sheets
    .filter(({ hidden, veryHidden }) => !hidden && !veryHidden)
    .map(({ name, rows }) => {
      const sheet = new Sheet(name, budget);
      for (const [number, row] of rows.entries()) {
        for (const [column, value] of (row ?? []).entries())
          if (value !== null && value !== undefined) sheet.put(column, textOf(value));
        sheet.endRow(number);
      }
      return sheet;
    });
}

function checkOld(stream: Uint8Array): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const places = new Set<number>();
  for (let at = 0; at + 4 <= stream.length; ) {
    const [record, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    at += 4;
    if (at + length > stream.length) throw new RangeError('it is cut off');
    if (record === BOUND_SHEET && length >= 4) {
      const place = view.getUint32(at, true);
      if (places.has(place)) throw new RangeError('two of its sheets are one');
      places.add(place);
    } else if (OLD_CELLS.has(record) && length >= 6) {
      const more = record === MULTIPLE_NUMBERS ? (length - 6) / 6 - 1 : 0;
      if (view.getUint16(at + 2, true) + more >= OLD_COLUMNS)
        throw new RangeError('a cell stands behind its last column');
    }
    at += length;
  }
}

/** The parts of an `.xlsb` that have records: their sheets, and the cells of each row. */
function checkPart(entry: Entry, budget: ReadingBudget): void {
  const bytes = entry.read(budget);
  if (!entry.name.endsWith('.bin')) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const links = new Set<string>();
  let cells = 0;
  let width = 0;
  for (let at = 0; at < bytes.length; ) {
    let record = bytes[at++];
    if (record > 127) record = (record & 127) | ((bytes[at++] & 127) << 7);
    let length = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[at++];
      length |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    if (!(at + length <= bytes.length)) throw new RangeError('it is cut off');
    if (record === ROW) width = 0;
    else if (record >= FIRST_CELL && record <= LAST_CELL && length >= 4 && isSheet(entry.name)) {
      const column = view.getUint32(at, true);
      if (column >= budget.limits.columns) throw new RangeError(`a cell stands in column ${column + 1}`);
      cells += Math.max(0, column + 1 - width);
      width = Math.max(width, column + 1);
      if (cells > budget.table.cells) throw new RangeError('it has too many cells, empty ones included');
    } else if (record === SHEET && length >= 12) {
      const end = at + 12 + 2 * view.getUint32(at + 8, true);
      const link = Buffer.from(bytes.subarray(at + 12, Math.min(end, at + length))).toString('hex');
      if (links.has(link)) throw new RangeError('two of its sheets are one');
      links.add(link);
    }
    at += length;
  }
}

const isSheet = (name: string): boolean => name.includes('worksheets/');
