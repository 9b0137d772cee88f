import { textOf } from '@decidable/engine/catalogue';
import { packageParts } from './package-parts.ts';
import type { ReadingBudget } from './reading-budget.ts';
import { Sheet } from './sheet.ts';
import type { Entry } from './unpack.ts';
import { brokenWorkbook, readPart } from './xml-part.ts';

/**
 * Reads the visible sheets of a workbook as a stream: its texts, its formats of dates and the cells. Of its pictures,
 * pivot tables, links and formulas nothing is read.
 *
 * @throws CatalogueError
 */
export async function* readXlsxSheets(
  entries: readonly Entry[],
  budget: ReadingBudget,
): AsyncGenerator<Sheet> {
  const parts = await packageParts(entries, budget, 'xl/workbook.xml');
  const { sheets, is1904 } = await sheetsOf(parts.workbook, budget);
  const [textsPart, stylesPart] = [parts.typed('sharedStrings'), parts.typed('styles')];
  const texts = textsPart === undefined ? [] : await textsOf(textsPart, budget);
  const isDate = stylesPart === undefined ? [] : await dateStyles(stylesPart, budget);
  const dates = isDate.includes(true) ? (await import('hucre')).serialToDate : undefined;
  for (const { name, id } of sheets) {
    const sheet = new Sheet(name, budget);
    const cells = new CellReader(sheet, { texts, isDate, dateOf: (serial) => dates!(serial, is1904) });
    await readPart(parts.sheet(id), budget, cells);
    yield sheet;
  }
}

async function sheetsOf(part: Entry, budget: ReadingBudget) {
  const sheets: { readonly name: string; readonly id: string }[] = [];
  let is1904 = false;
  await readPart(part, budget, {
    open(element, attributes) {
      if (element === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (element !== 'sheet' || /hidden/i.test(attributes.state ?? '')) return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      if (id !== undefined) sheets.push({ name: attributes.name ?? '', id });
    },
  });
  return { sheets, is1904 };
}

/** Characters that XML cannot hold are written as `_x000D_`. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** The texts that cells refer to by number. */
async function textsOf(part: Entry, budget: ReadingBudget): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  await readPart(part, budget, {
    open(name, _, isEmpty) {
      if (name === 'si') {
        text = '';
        budget.nodes(1);
      } else if (name === 't') isText = !isEmpty;
      else if (name === 'rPh') isPhonetic = !isEmpty;
    },
    text(more) {
      if (isText && !isPhonetic) text += more;
    },
    close(name) {
      if (name === 'si') texts.push(unescaped(text));
      else if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
    },
  });
  return texts;
}

/** For each style of a cell whether its numbers are shown as dates. */
async function dateStyles(part: Entry, budget: ReadingBudget): Promise<boolean[]> {
  const { isDateFormat } = await import('hucre');
  const formats = new Map<string, string>();
  const styles: boolean[] = [];
  let isOfCells = false;
  await readPart(part, budget, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') formats.set(numFmtId, formatCode);
      else if (name === 'cellXfs') isOfCells = true;
      else if (name === 'xf' && isOfCells) styles.push(isDateFormat(formats.get(numFmtId) ?? numFmtId));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return styles;
}

interface CellContext {
  readonly texts: readonly string[];
  readonly isDate: readonly boolean[];
  readonly dateOf: (serial: number) => Date;
}

/** Reads the cells of a sheet. */
class CellReader {
  readonly #sheet: Sheet;
  readonly #context: CellContext;
  #row = -1;
  #column = -1;
  #type = '';
  #style = -1;
  #written = '';
  /** Where the text belongs to the cell: within its value, or a text of its own. */
  #isValue = false;
  #isPhonetic = false;

  constructor(sheet: Sheet, context: CellContext) {
    this.#sheet = sheet;
    this.#context = context;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, isEmpty: boolean): void {
    if (name === 'row') {
      const number = Number(attributes.r ?? this.#row + 2) - 1;
      if (!(number > this.#row)) throw brokenWorkbook(`row ${attributes.r} is out of order`);
      this.#row = number;
      this.#column = -1;
    } else if (name === 'c') {
      this.#column = attributes.r === undefined ? this.#column + 1 : columnOf(attributes.r);
      this.#type = attributes.t ?? 'n';
      this.#style = Number(attributes.s ?? -1);
      this.#written = '';
    } else if (name === 'v' || name === 't') this.#isValue = !isEmpty;
    else if (name === 'rPh') this.#isPhonetic = !isEmpty;
  }

  text(more: string): void {
    if (this.#isValue && !this.#isPhonetic) this.#written += more;
  }

  close(name: string): void {
    if (name === 'row') this.#sheet.endRow(this.#row);
    else if (name === 'c') this.#sheet.put(this.#column, this.#shown());
    else if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'rPh') this.#isPhonetic = false;
  }

  #shown(): string {
    const written = this.#written;
    if (written === '') return '';
    switch (this.#type) {
      case 's':
        return this.#context.texts[Number(written)] ?? '';
      case 'str':
      case 'inlineStr':
        return unescaped(written);
      case 'b':
        return String(written === '1' || written.toLowerCase() === 'true');
      case 'e':
        return written;
      case 'd':
        return textOf(new Date(/[Zz]$/.test(written) ? written : `${written}Z`)) || written;
      default: {
        const number = Number(written);
        if (Number.isNaN(number)) return written;
        return textOf(this.#context.isDate[this.#style] ? this.#context.dateOf(number) : number);
      }
    }
  }
}

/** The column of a cell's reference, from 0: `B12` is 1. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & ~32;
    if (letter < 65 || letter > 90 || at > 3) break;
    column = column * 26 + letter - 64;
  }
  if (column === 0) throw brokenWorkbook(`a cell has the place "${reference.slice(0, 20)}"`);
  return column - 1;
}
