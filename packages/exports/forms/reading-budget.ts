import {
  CatalogueError,
  cellTooLong,
  type TableLimits,
  tooManyCells,
  tooManyRows,
} from '@decidable/engine/catalogue';
import type { ExportLimits } from '../limits.ts';

/**
 * A file may unpack to so many times its bytes, beyond what every file may. Set by hand: exports pack to a fiftieth at
 * most, a file of one repeated byte to a thousandth.
 */
export const MAX_RATIO = 200;
export const FREE_BYTES = 8_000_000;
/**
 * Cells that are written once and repeated by a count (runs of Parquet, repeated cells of OpenDocument), and values that
 * cost more than their bytes (elements, objects): so many for each byte that was given, beyond what every file may have.
 * Set by hand: reading them takes a second a megabyte.
 */
const CELLS_A_BYTE = 10;
const FREE_CELLS = 500_000;
const NODES_A_BYTE = 2;
const FREE_NODES = 500_000;

/**
 * Rows, blank ones included, and cells of a table, those that short rows lack included: kept columns cost them. Set by
 * hand; in a file that is not packed a row has a byte at least, and a cell where each row has all its separators.
 */
const ROWS_A_BYTE = 10;
const FREE_ROWS = 1_000_000;
const TABLE_CELLS_A_BYTE = 20;
const FREE_TABLE_CELLS = 5_000_000;

type Place = { readonly line?: number; readonly record?: number; readonly column?: number };

/** What is left of a file's limits while it is read: bounded by the bytes that arrived, whatever the file says of itself. */
export class ReadingBudget {
  readonly limits: ExportLimits;
  readonly #given: number;
  #unpacked = 0;
  #rows = 0;
  #cells = 0;
  #characters = 0;
  #nodes = 0;

  /** @param given bytes of the file as it arrived */
  constructor(limits: ExportLimits, given: number) {
    this.limits = limits;
    this.#given = given;
  }

  /** What the table may have: rows, and rows times columns. */
  get table(): TableLimits {
    const { limits } = this;
    return {
      ...limits,
      rows: Math.min(limits.rows, FREE_ROWS + ROWS_A_BYTE * this.#given),
      cells: Math.min(limits.cells, FREE_TABLE_CELLS + TABLE_CELLS_A_BYTE * this.#given),
    };
  }

  /** Bytes that may still be unpacked. */
  get unpackable(): number {
    return this.#unpackable - this.#unpacked;
  }

  get #unpackable(): number {
    return Math.min(this.limits.unpackedBytes, Math.max(FREE_BYTES, MAX_RATIO * this.#given));
  }

  /** @throws CatalogueError `too_large` where more was unpacked than may be */
  unpacked(bytes: number): void {
    this.#unpacked += bytes;
    if (this.unpackable < 0) throw this.tooMuchUnpacked();
  }

  tooMuchUnpacked(): CatalogueError {
    const isRatio = this.#unpackable < this.limits.unpackedBytes;
    return new CatalogueError(
      'too_large',
      isRatio
        ? `Unpacked, the file has more than ${megabytes(this.#unpackable)}, over ${MAX_RATIO} times what it has packed. Unpack it, and give what is inside.`
        : `Unpacked, the file has more than ${megabytes(this.limits.unpackedBytes)}. Split it by shelf and grade the parts.`,
    );
  }

  /**
   * Counts a row that is kept, where its form can repeat cells.
   *
   * @throws CatalogueError `too_large`
   */
  row(cells: readonly string[], at: Place = {}): void {
    this.rows(1);
    this.cells(cells.length);
    for (let column = 0; column < cells.length; column++)
      this.text(cells[column].length, { ...at, column: column + 1 });
  }

  rows(count: number): void {
    this.#rows += count;
    const { rows } = this.table;
    if (this.#rows > rows) throw tooManyRows(rows);
  }

  cells(count: number): void {
    this.#cells += count;
    this.values(this.#cells);
  }

  /** Bounds the values of the whole file, before they are read. */
  values(count: number): void {
    const most = Math.min(this.limits.cells, FREE_CELLS + CELLS_A_BYTE * this.#given);
    if (count > most) throw tooManyCells(most);
  }

  /** Counts the characters of a cell, which may stand in the file once and be referred to often. */
  text(characters: number, at?: Place): void {
    if (characters > this.limits.cellLength) throw cellTooLong(this.limits.cellLength, at);
    this.#characters += characters;
    if (this.#characters > this.#unpackable) throw this.tooMuchUnpacked();
  }

  /** Counts elements or objects. @throws CatalogueError `too_large` */
  nodes(count: number, at?: Place): void {
    this.#nodes += count;
    const most = FREE_NODES + NODES_A_BYTE * this.#given;
    if (this.#nodes <= most) return;
    throw new CatalogueError(
      'too_large',
      `The file has more than ${most.toLocaleString('en-GB')} elements or objects, more than files of its ${megabytes(this.#given)} have. Export the products as CSV.`,
      at,
    );
  }
}

/** `433 kB`, `12 MB`. */
const megabytes = (bytes: number): string =>
  bytes < 1e6
    ? `${Math.max(1, Math.round(bytes / 1e3)).toLocaleString('en-GB')} kB`
    : `${Math.floor(bytes / 1e6).toLocaleString('en-GB')} MB`;
