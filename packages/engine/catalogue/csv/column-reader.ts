import type { CodeReader } from '../rows/coded-rows.ts';
import type { RawColumn } from '../types.ts';
import { DistinctTexts } from './distinct-texts.ts';
import { isPlaceholder } from './placeholders.ts';
import { ROW_JOINER } from './row-joiner.ts';

const EMPTY = -1;
const PLACEHOLDER = -2;

/** Collects one column row by row. Every distinct text is processed once, however many cells hold it. */
export class ColumnReader implements CodeReader {
  /** The texts of the file, in rows that may not all be read. */
  readonly #file: DistinctTexts;
  /** For each code of the file the index of its written text; -1 for one that was not read yet. */
  readonly #place: Int32Array;
  /** Texts as written, surrounding spaces included. */
  readonly #written = new DistinctTexts();
  /** For each row the index of its written text; `EMPTY` for an empty cell. */
  readonly #cells: Int32Array;
  /** Whether all texts so far are free of placeholders and surrounding spaces. */
  #plain = true;

  constructor(file: DistinctTexts, rows: number) {
    this.#file = file;
    this.#place = new Int32Array(file.texts.length + 1).fill(-1);
    this.#cells = new Int32Array(rows).fill(EMPTY);
  }

  read(row: number, code: number): void {
    const known = this.#place[code];
    this.#cells[row] = known >= 0 ? known : this.#meet(code);
  }

  #meet(code: number): number {
    const written = this.#file.texts[code - 1];
    if (!isPlain(written)) this.#plain = false;
    this.#place[code] = this.#written.add(written, this.#file.hashes[code - 1]);
    return this.#place[code];
  }

  /**
   * The trimmed texts. `textOf` maps each written text to one of them, to `EMPTY` or to `PLACEHOLDER`; it is undefined
   * where no text changes.
   */
  #meaning(): { readonly texts: DistinctTexts; readonly textOf: Int32Array | undefined } {
    if (this.#plain) return { texts: this.#written, textOf: undefined };
    const texts = new DistinctTexts();
    const textOf = Int32Array.from(this.#written.texts, (written) => {
      const text = trimmed(written);
      if (text === '') return EMPTY;
      return isPlaceholder(text) ? PLACEHOLDER : texts.number(text);
    });
    return { texts, textOf };
  }

  /** The column, where each product has one row. */
  asIs(name: string, rows: number): RawColumn {
    const cell = this.#cells.subarray(0, rows);
    const { texts, textOf } = this.#meaning();
    const placeholders: number[] = [];
    if (textOf !== undefined) {
      for (let row = 0; row < rows; row++) {
        if (cell[row] === EMPTY) continue;
        const text = textOf[cell[row]];
        if (text === PLACEHOLDER) placeholders.push(row);
        cell[row] = text === PLACEHOLDER ? EMPTY : text;
      }
    }
    return {
      name,
      cell,
      texts: texts.finished(),
      placeholders: Int32Array.from(placeholders),
    };
  }

  /** The column, where products have several rows: unites their texts, in an order that does not depend on the rows. */
  united(name: string, productOfRow: Int32Array, rows: number, products: number): RawColumn {
    const { texts, textOf } = this.#meaning();
    const cell = new Int32Array(products).fill(EMPTY);
    const several = new Map<number, Set<number>>();
    const placeholder = new Uint8Array(products);
    for (let row = 0; row < rows; row++) {
      const written = this.#cells[row];
      const text = written === EMPTY || textOf === undefined ? written : textOf[written];
      const product = productOfRow[row];
      if (text === PLACEHOLDER) placeholder[product] = 1;
      if (text < 0 || text === cell[product]) continue;
      if (cell[product] === EMPTY) cell[product] = text;
      else {
        let set = several.get(product);
        if (set === undefined) {
          set = new Set([cell[product]]);
          several.set(product, set);
        }
        set.add(text);
      }
    }
    for (const [product, set] of several) {
      const text = [...set]
        .map((index) => texts.texts[index])
        .sort()
        .join(ROW_JOINER);
      cell[product] = texts.number(text);
    }
    const placeholders: number[] = [];
    for (let p = 0; p < products; p++) if (placeholder[p] === 1 && cell[p] === EMPTY) placeholders.push(p);
    return {
      name,
      ...withoutUnusedTexts(cell, texts.texts),
      placeholders: Int32Array.from(placeholders),
    };
  }
}

/** Whether a text is no placeholder, not empty, and has no space around it. */
function isPlain(written: string): boolean {
  return written !== '' && trimmed(written) === written && !isPlaceholder(written);
}

/** `trim`. Nearly no cell needs it, so both ends are tested before the call. */
export function trimmed(text: string): string {
  return text.length > 0 && isInk(text.charCodeAt(0)) && isInk(text.charCodeAt(text.length - 1))
    ? text
    : text.trim();
}

/** Whether a character is printable ASCII other than a space. */
function isInk(code: number): boolean {
  return code > 32 && code < 127;
}

/** Drops texts that occur only together with others: after their rows are joined, no cell holds them alone. */
function withoutUnusedTexts(cell: Int32Array, texts: readonly string[]): Pick<RawColumn, 'cell' | 'texts'> {
  const place = new Int32Array(texts.length).fill(-1);
  const used: string[] = [];
  for (let i = 0; i < cell.length; i++) {
    const text = cell[i];
    if (text === EMPTY) continue;
    if (place[text] === -1) place[text] = used.push(texts[text]) - 1;
    cell[i] = place[text];
  }
  return { cell, texts: used };
}
