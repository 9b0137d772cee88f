import { DistinctTexts } from '../csv/distinct-texts.ts';
import type { RowList } from '../types.ts';

/** Codes of one piece of memory, as a power of 2: growing never copies what is there. */
const PIECE_BITS = 16;
const PIECE = 1 << PIECE_BITS;

/** Takes the codes of one column. */
export interface CodeReader {
  /** @param code the number of the text, from 1; empty cells are passed over */
  read(row: number, code: number): void;
}

/**
 * Rows whose cells are numbers: each column has its texts once. A cell takes 4 bytes, and a row is as long
 * as it was written, so that memory is proportional to the file's bytes however wide its rows are.
 */
export class CodedRows implements RowList {
  length = 0;
  /** Codes row by row; 0 for an empty cell, else one more than the place among the texts of the column. */
  #pieces: Uint32Array[] = [];
  /** For each row the place of its first code, and behind the last the end. */
  #starts: Uint32Array = new Uint32Array(64);
  /** The first of the rows, where they are a part of others. */
  #first = 0;
  #columns: DistinctTexts[] = [];

  /** The rows as coded ones; those that are already are returned. */
  static of(rows: RowList): CodedRows {
    if (rows instanceof CodedRows) return rows;
    const coded = new CodedRows();
    for (const row of rows) coded.push(row);
    return coded;
  }

  push(row: readonly string[]): void {
    for (let column = 0; column < row.length; column++) if (row[column] !== '') this.put(column, row[column]);
    this.end(row.length);
  }

  /** Puts a text, not an empty one, into the row behind the last. */
  put(column: number, text: string): void {
    const at = this.#starts[this.length] + column;
    this.#makeRoom(at);
    while (this.#columns.length <= column) this.#columns.push(new DistinctTexts());
    this.#pieces[at >> PIECE_BITS][at & (PIECE - 1)] = this.#columns[column].number(text) + 1;
  }

  /** Ends the row into which cells were put: it has so many, empty ones included. */
  end(width: number): void {
    if (this.length + 1 === this.#starts.length) {
      const starts = new Uint32Array(2 * this.#starts.length);
      starts.set(this.#starts);
      this.#starts = starts;
    }
    const end = this.#starts[this.length] + width;
    if (width > 0) this.#makeRoom(end - 1);
    this.#starts[++this.length] = end;
  }

  #makeRoom(at: number): void {
    while (at >> PIECE_BITS >= this.#pieces.length) this.#pieces.push(new Uint32Array(PIECE));
  }

  /** The number of cells of a row, empty ones included. */
  widthOf(row: number): number {
    return this.#starts[this.#first + row + 1] - this.#starts[this.#first + row];
  }

  /** The text of a cell; empty beyond the end of its row. */
  cell(row: number, column: number): string {
    return column < this.widthOf(row) ? this.#text(this.#starts[this.#first + row] + column, column) : '';
  }

  at(row: number): readonly string[] | undefined {
    if (row < 0 || row >= this.length) return undefined;
    const start = this.#starts[this.#first + row];
    const cells: string[] = [];
    for (let column = 0; column < this.widthOf(row); column++) cells.push(this.#text(start + column, column));
    return cells;
  }

  /** The texts of a column, those of all rows of which these may be a part. */
  textsOf(column: number): DistinctTexts {
    return this.#columns[column] ?? new DistinctTexts();
  }

  /** Gives each reader its column: the codes of these rows, under their places among `rows`. */
  give(rows: ArrayLike<number>, readers: readonly (CodeReader | undefined)[]): void {
    for (let read = 0; read < rows.length; read++) {
      const start = this.#starts[this.#first + rows[read]];
      const width = Math.min(this.widthOf(rows[read]), readers.length);
      for (let column = 0; column < width; column++) {
        const at = start + column;
        const code = this.#pieces[at >> PIECE_BITS][at & (PIECE - 1)];
        if (code > 0) readers[column]?.read(read, code);
      }
    }
  }

  /** A part of the rows; it shares their memory. */
  slice(from = 0, to = this.length): RowList {
    const part = new CodedRows();
    part.#pieces = this.#pieces;
    part.#starts = this.#starts;
    part.#columns = this.#columns;
    part.#first = this.#first + Math.min(from, this.length);
    part.length = Math.max(0, Math.min(to, this.length) - from);
    return part;
  }

  *[Symbol.iterator](): IterableIterator<readonly string[]> {
    for (let row = 0; row < this.length; row++) yield this.at(row)!;
  }

  #text(at: number, column: number): string {
    const code = this.#pieces[at >> PIECE_BITS][at & (PIECE - 1)];
    return code === 0 ? '' : this.#columns[column].texts[code - 1];
  }
}

/** The text of a cell; empty beyond the end of its row. */
export function cellAt(rows: RowList, row: number, column: number): string {
  return rows instanceof CodedRows ? rows.cell(row, column) : (rows.at(row)?.[column] ?? '');
}

/** The number of cells of a row. */
export function widthAt(rows: RowList, row: number): number {
  return rows instanceof CodedRows ? rows.widthOf(row) : (rows.at(row)?.length ?? 0);
}
