import { textOf } from '@decidable/engine/catalogue';
import { packageParts } from './package-parts.ts';
import type { ReadingBudget } from './reading-budget.ts';
import { Sheet } from './sheet.ts';
import type { Entry } from './unpack.ts';
import { brokenWorkbook } from './xml-part.ts';

/*
 * Workbooks whose parts are binary records: https://learn.microsoft.com/openspecs/office_file_formats/ms-xlsb.
 * The numbers of the records that are read:
 */
const [ROW, CELL_BLANK, CELL_RK, CELL_ERROR, CELL_BOOL, CELL_REAL, CELL_TEXT, CELL_SHARED] = [
  0, 1, 2, 3, 4, 5, 6, 7,
];
const [FORMULA_TEXT, FORMULA_REAL, FORMULA_BOOL, FORMULA_ERROR, CELL_RICH] = [8, 9, 10, 11, 62];
/** Cells without a column: each stands behind the one before it. They are those from `CELL_BLANK` to `CELL_SHARED`. */
const [SHORT_BLANK, SHORT_SHARED] = [12, 18];
const [SHARED_TEXT, FORMAT, STYLE, WORKBOOK, SHEET, CELL_STYLES, END_CELL_STYLES] = [
  19, 44, 47, 153, 156, 617, 618,
];

const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

/** Reads the visible sheets of a workbook of binary records (.xlsb). @throws CatalogueError */
export async function* readXlsbSheets(
  entries: readonly Entry[],
  budget: ReadingBudget,
): AsyncGenerator<Sheet> {
  const { isDateFormat, serialToDate } = await import('hucre');
  const parts = await packageParts(entries, budget, 'xl/workbook.bin');
  const { sheets, is1904 } = read(parts.workbook, budget, sheetsOf);
  const [textsPart, stylesPart] = [parts.typed('sharedStrings'), parts.typed('styles')];
  const texts = textsPart === undefined ? [] : read(textsPart, budget, (records) => textsOf(records, budget));
  const formats = stylesPart === undefined ? [] : read(stylesPart, budget, formatsOf);
  const isDate = formats.map(isDateFormat);
  const numberOf = (number: number, style: number) =>
    textOf(isDate[style] ? serialToDate(number, is1904) : number);
  for (const { name, id } of sheets) {
    const sheet = new Sheet(name, budget);
    read(parts.sheet(id), budget, (records) => readCells(records, sheet, texts, numberOf));
    yield sheet;
  }
}

function read<Found>(part: Entry, budget: ReadingBudget, reader: (records: Records) => Found): Found {
  try {
    return reader(new Records(part.read(budget)));
  } catch (error) {
    throw error instanceof RangeError ? brokenWorkbook(`${part.name}: ${error.message}`) : error;
  }
}

function sheetsOf(records: Records) {
  const sheets: { readonly name: string; readonly id: string }[] = [];
  let is1904 = false;
  while (records.next()) {
    if (records.id === WORKBOOK) is1904 = (records.u32() & 1) === 1;
    else if (records.id === SHEET) {
      const isVisible = records.u32() === 0;
      records.u32();
      const [id, name] = [records.text(), records.text()];
      if (isVisible && id !== '') sheets.push({ name, id });
    }
  }
  return { sheets, is1904 };
}

/** The texts that cells refer to by number. */
function textsOf(records: Records, budget: ReadingBudget): string[] {
  const texts: string[] = [];
  while (records.next()) {
    if (records.id !== SHARED_TEXT) continue;
    budget.nodes(1);
    records.u8();
    texts.push(records.text());
  }
  return texts;
}

/** For each style of a cell its format, or the number of one that every program knows. */
function formatsOf(records: Records): string[] {
  const own = new Map<number, string>();
  const formats: string[] = [];
  let isOfCells = false;
  while (records.next()) {
    if (records.id === FORMAT) own.set(records.u16(), records.text());
    else if (records.id === CELL_STYLES || records.id === END_CELL_STYLES)
      isOfCells = records.id === CELL_STYLES;
    else if (records.id === STYLE && isOfCells) {
      records.u16();
      const number = records.u16();
      formats.push(own.get(number) ?? String(number));
    }
  }
  return formats;
}

function readCells(
  records: Records,
  sheet: Sheet,
  texts: readonly string[],
  numberOf: (number: number, style: number) => string,
): void {
  let row = -1;
  let column = -1;
  while (records.next()) {
    const { id } = records;
    if (id === ROW) {
      sheet.endRow(row);
      const next = records.u32();
      if (next <= row) throw new RangeError(`row ${next + 1} is out of order`);
      row = next;
      column = -1;
      continue;
    }
    const isShort = id >= SHORT_BLANK && id <= SHORT_SHARED;
    const isCell = isShort || (id >= CELL_BLANK && id <= FORMULA_ERROR) || id === CELL_RICH;
    if (row < 0 || !isCell) continue;
    column = isShort ? column + 1 : records.u32();
    const style = records.u32() & 0xffffff;
    const kind = isShort ? id - SHORT_BLANK + CELL_BLANK : id;
    if (kind !== CELL_BLANK) sheet.put(column, cellText(records, kind, style, texts, numberOf));
  }
  sheet.endRow(row);
}

function cellText(
  records: Records,
  kind: number,
  style: number,
  texts: readonly string[],
  numberOf: (number: number, style: number) => string,
): string {
  switch (kind) {
    case CELL_RK:
      return numberOf(numberOfRk(records.u32()), style);
    case CELL_REAL:
    case FORMULA_REAL:
      return numberOf(records.f64(), style);
    case CELL_BOOL:
    case FORMULA_BOOL:
      return String(records.u8() !== 0);
    case CELL_ERROR:
    case FORMULA_ERROR:
      return ERRORS[records.u8()] ?? '#ERR!';
    case CELL_SHARED:
      return texts[records.u32()] ?? '';
    case CELL_RICH:
      records.u8();
      return records.text();
    case CELL_TEXT:
    case FORMULA_TEXT:
      return records.text();
    default:
      return '';
  }
}

/** A number in four bytes: a whole one, or the upper half of one of eight bytes; either may stand for a hundredth. */
function numberOfRk(rk: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, rk & ~3);
  const number = (rk & 2) === 2 ? (rk | 0) >> 2 : view.getFloat64(0);
  return (rk & 1) === 1 ? number / 100 : number;
}

/** The records of a part, one after the other. No length is believed that exceeds the bytes that are there. */
class Records {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** The number of the record that is read. */
  id = -1;
  #at = 0;
  #end = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Goes on to the next record. @returns whether there is one; @throws RangeError where it is cut off */
  next(): boolean {
    this.#at = this.#end;
    if (this.#at === this.#bytes.length) return false;
    this.#end = this.#bytes.length;
    const first = this.u8();
    this.id = first < 128 ? first : (first & 127) | ((this.u8() & 127) << 7);
    let length = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.u8();
      length |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    this.#end = this.#at + length;
    if (this.#end > this.#bytes.length) throw new RangeError('it is cut off');
    return true;
  }

  u8(): number {
    return this.#bytes[this.#taken(1)];
  }

  u16(): number {
    return this.#view.getUint16(this.#taken(2), true);
  }

  u32(): number {
    return this.#view.getUint32(this.#taken(4), true);
  }

  f64(): number {
    return this.#view.getFloat64(this.#taken(8), true);
  }

  text(): string {
    const length = this.u32();
    if (length === NO_TEXT) return '';
    const from = this.#taken(2 * length);
    return UTF_16.decode(this.#bytes.subarray(from, this.#at));
  }

  #taken(length: number): number {
    const from = this.#at;
    if (from + length > this.#end) throw new RangeError('a record is cut off');
    this.#at = from + length;
    return from;
  }
}

const NO_TEXT = 0xffffffff;
const UTF_16 = new TextDecoder('utf-16le');
