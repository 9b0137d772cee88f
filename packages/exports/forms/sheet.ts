import { CatalogueError, type Grid } from '@decidable/engine/catalogue';
import type { ReadingBudget } from './reading-budget.ts';

/** The first rows are as wide as the sheet: its header is one of them, and a column may lack a name. Set by hand. */
const WIDENED = 80;

/**
 * The cells of a sheet as they are read: rows only as long as their last value, gaps of any size as one blank row. So a
 * sheet costs what is written in it, wherever that stands.
 */
export class Sheet {
  readonly name: string;
  /** Cells with a value. */
  values = 0;
  readonly #rows: string[][] = [];
  /** The number of each row in the sheet, from 0. */
  readonly #numbers: number[] = [];
  readonly #budget: ReadingBudget;
  #row: string[] = [];
  #width = 0;

  constructor(name: string, budget: ReadingBudget) {
    this.name = name;
    this.#budget = budget;
  }

  /**
   * Puts a value into the row that is being read.
   *
   * @throws CatalogueError `too_many_columns` where it stands too far to the right
   */
  put(column: number, text: string): void {
    if (text === '') return;
    const { columns } = this.#budget.limits;
    if (column >= columns) {
      throw new CatalogueError(
        'too_many_columns',
        `The sheet "${this.name}" has a value in column ${letters(column)}; the first ${columns.toLocaleString('en-GB')} columns can be read. Delete what stands behind the columns that describe products.`,
      );
    }
    while (this.#row.length <= column) this.#row.push('');
    this.#row[column] = text;
    this.values++;
  }

  /** Ends a row, which stands `times` in the sheet from `number` on. */
  endRow(number: number, times = 1): void {
    const row = this.#row;
    if (row.length === 0) return;
    this.#row = [];
    this.#width = Math.max(this.#width, row.length);
    const last = this.#numbers.at(-1) ?? -1;
    if (number > last + 1) this.#add([], number - 1);
    for (let at = 0; at < times; at++) this.#add(row, number + at);
    this.values += (times - 1) * row.reduce((sum, cell) => sum + (cell === '' ? 0 : 1), 0);
  }

  #add(row: string[], number: number): void {
    this.#budget.row(row, { line: number + 1 });
    this.#rows.push(row);
    this.#numbers.push(number);
  }

  get grid(): Grid {
    const numbers = this.#numbers;
    const rows = this.#rows.map((row, at) =>
      at >= WIDENED || row.length === this.#width
        ? row
        : [...row, ...new Array<string>(this.#width - row.length).fill('')],
    );
    return { rows, placeOf: (row) => ({ line: numbers[row] + 1 }), warnings: [] };
  }
}

/** `A`, `Z`, `AA`. */
function letters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : `${letters(Math.floor(column / 26) - 1)}${letter}`;
}
