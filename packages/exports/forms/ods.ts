import { textOf } from '@decidable/engine/catalogue';
import type { ReadingBudget } from './reading-budget.ts';
import { Sheet } from './sheet.ts';
import type { Entry } from './unpack.ts';
import { brokenWorkbook, readPart } from './xml-part.ts';

type Attributes = Readonly<Record<string, string>>;

/** Spaces that an element may stand for. */
const MAX_SPACES = 1_000;

/** Reads the visible sheets of an OpenDocument workbook as a stream. @throws CatalogueError */
export async function readOdsSheets(entries: readonly Entry[], budget: ReadingBudget): Promise<Sheet[]> {
  const part = entries.find(({ name }) => name === 'content.xml');
  if (part === undefined) throw brokenWorkbook('content.xml is missing');
  const reader = new TableReader(budget);
  await readPart(part, budget, reader);
  return reader.sheets;
}

/** Reads tables: a cell or a row that says how often it stands there is not written out where it is empty. */
class TableReader {
  readonly sheets: Sheet[] = [];
  readonly #budget: ReadingBudget;
  /** Names of styles that hide a table. */
  readonly #hiding = new Set<string>();
  #style = '';
  #sheet: Sheet | undefined;
  #row = 0;
  #rowTimes = 1;
  #column = 0;
  #cellTimes = 1;
  #cell: Attributes | undefined;
  #paragraphs: string[] = [];
  #inParagraph = 0;
  #inNote = 0;

  constructor(budget: ReadingBudget) {
    this.#budget = budget;
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'style':
        this.#style = attributes['style:name'] ?? '';
        break;
      case 'table-properties':
        if (attributes['table:display'] === 'false') this.#hiding.add(this.#style);
        break;
      case 'table': {
        const sheet = new Sheet(attributes['table:name'] ?? `Sheet${this.sheets.length + 1}`, this.#budget);
        this.#sheet = sheet;
        this.#row = 0;
        if (!this.#hiding.has(attributes['table:style-name'] ?? '')) this.sheets.push(sheet);
        break;
      }
      case 'table-row':
        this.#rowTimes = timesOf(attributes['table:number-rows-repeated']);
        this.#column = 0;
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.#cellTimes = timesOf(attributes['table:number-columns-repeated']);
        // What a merged cell covers is not shown.
        this.#cell = name === 'table-cell' ? attributes : undefined;
        this.#paragraphs = [];
        break;
      case 'annotation':
        this.#inNote++;
        break;
      case 'p':
        if (this.#inNote === 0 && this.#inParagraph++ === 0) this.#paragraphs.push('');
        break;
      case 's':
        this.text(' '.repeat(Math.min(timesOf(attributes['text:c']), MAX_SPACES)));
        break;
      case 'line-break':
        this.text('\n');
        break;
      case 'tab':
        this.text('\t');
        break;
    }
  }

  text(more: string): void {
    if (this.#inParagraph > 0 && this.#inNote === 0) this.#paragraphs[this.#paragraphs.length - 1] += more;
  }

  close(name: string): void {
    switch (name) {
      case 'annotation':
        this.#inNote--;
        break;
      case 'p':
        if (this.#inNote === 0) this.#inParagraph--;
        break;
      case 'table-cell':
      case 'covered-table-cell': {
        const text = this.#cell === undefined ? '' : shown(this.#cell, this.#paragraphs.join('\n'));
        if (text !== '')
          for (let at = 0; at < this.#cellTimes; at++) this.#sheet?.put(this.#column + at, text);
        this.#column += this.#cellTimes;
        this.#cell = undefined;
        break;
      }
      case 'table-row':
        this.#sheet?.endRow(this.#row, this.#rowTimes);
        this.#row += this.#rowTimes;
        break;
    }
  }
}

function timesOf(written: string | undefined): number {
  const times = Number(written ?? 1);
  return Number.isInteger(times) && times >= 1 ? times : 1;
}

/** A cell's value as it is shown: dates and numbers by what they are, everything else by its text. */
function shown(cell: Attributes, text: string): string {
  switch (cell['office:value-type'] ?? cell['calcext:value-type']) {
    case 'float':
    case 'currency':
    case 'percentage': {
      const value = cell['office:value'];
      return value === undefined ? '' : textOf(Number(value));
    }
    case 'boolean':
      return cell['office:boolean-value'] ?? '';
    case 'date': {
      const value = cell['office:date-value']?.trim() ?? '';
      const isZoned = /T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(value);
      return textOf(new Date(value.includes('T') && !isZoned ? `${value}Z` : value));
    }
    case 'time':
      return cell['office:time-value'] ?? '';
    case 'string':
      return text === '' ? (cell['office:string-value'] ?? '') : text;
    default:
      return text;
  }
}
