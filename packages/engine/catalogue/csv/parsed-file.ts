import Papa from 'papaparse';
import { widthAt } from '../rows/coded-rows.ts';
import type { Grid } from '../rows/export-rows.ts';
import type { RowList, Warning } from '../types.ts';
import type { Separator } from './separator.ts';

/** Characters of a cell or a name that a message quotes; set by hand. */
const QUOTED_LENGTH = 40;

/** The parsed rows of a file with its text, from which line and column of a row follow. */
export class ParsedFile implements Grid {
  readonly text: string;
  readonly separator: Separator;
  readonly rows: RowList;
  readonly warnings: readonly Warning[];
  readonly #linesBefore: number;
  /** The last row that was asked for, and its line: the rows of a file are asked for in their order, as a rule. */
  #last: { readonly row: number; readonly line: number };

  constructor(
    text: string,
    separator: Separator,
    rows: RowList,
    linesBefore: number,
    warnings: readonly Warning[] = [],
  ) {
    this.warnings = warnings;
    this.text = text;
    this.separator = separator;
    this.rows = rows;
    this.#linesBefore = linesBefore;
    this.#last = { row: 0, line: 1 + linesBefore };
  }

  /** The line on which a row begins; cells may span lines, so this is not the row's number. */
  lineOfRow(row: number): number {
    const from = row < this.#last.row ? { row: 0, line: 1 + this.#linesBefore } : this.#last;
    let { line } = from;
    for (let i = from.row; i < row; i++) {
      line++;
      for (const cell of this.rows.at(i) ?? []) line += occurrences(cell, '\n');
    }
    this.#last = { row, line };
    return line;
  }

  /** The place of a row: its line. */
  placeOf(row: number): { line: number } {
    return { line: this.lineOfRow(row) };
  }

  /** Line and column of a position in the text. */
  placeAt(index: number): { line: number; column: number } {
    const before = this.text.slice(0, index);
    const { data } = Papa.parse<string[]>(before, { delimiter: this.separator, newline: '\n' });
    return {
      line: 1 + this.#linesBefore + occurrences(before, '\n'),
      column: Math.max(1, data.at(-1)?.length ?? 1),
    };
  }
}

function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) count++;
  return count;
}

/** Whether a row has no value in any cell. */
export function isBlank(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '');
}

/** Whether the row at this place has no value in any cell. */
export function isBlankAt(rows: RowList, row: number): boolean {
  return widthAt(rows, row) === 0 || isBlank(rows.at(row) ?? []);
}

/** A text, shortened for a message. */
export function shortened(text: string): string {
  return text.length <= QUOTED_LENGTH ? text : `${text.slice(0, QUOTED_LENGTH)}\u2026`;
}
