import { isPlaceholder } from './placeholders.ts';
import { type Codes, codesOf, isSpace, type Rows } from './rows.ts';
import type { RawColumn } from './types.ts';

/** Joins the texts of one product's rows in `RawColumn.texts`; no keyboard types it, so no cell contains it. */
export const ROW_JOINER = '\u001f';

/** A table in which so many others stood in the way of a text is not meant for it: it is looked up by itself. */
const LONGEST_SEARCH = 64;

/**
 * Distinct texts of one column while its rows are read. A text is looked up by its characters where they stand in the file; a string is made
 * of it only when it is seen for the first time.
 */
export class ColumnReader {
  readonly texts: string[] = [];
  /** For each row an index into `texts`, -1 where nothing stands, -2 where a placeholder does. */
  readonly meanings: Int32Array;
  /** Texts seen, trimmed: where their characters stand, their hashes, and the index into `texts` or -2 for a placeholder. */
  readonly #within: Codes[] = [];
  readonly #places: number[] = [];
  readonly #lengths: number[] = [];
  readonly #hashes: number[] = [];
  readonly #indices: number[] = [];
  /** Open addressing: 0 for free, else one more than the index into the texts seen. */
  #slots = new Int32Array(64);
  readonly #crowded = new Map<string, number>();

  /**
   * @param kept the rows that hold products
   * @param column the column, counted from 0
   */
  constructor(rows: Rows, kept: Int32Array, column: number) {
    const { firsts, starts, ends, codes } = rows;
    const cells = new Int32Array(kept.length).fill(-1);
    for (let row = 0; row < kept.length; row++) {
      const cell = firsts[kept[row]] + column;
      if (cell >= firsts[kept[row] + 1]) continue;
      const start = starts[cell];
      const end = ends[cell];
      if (end > start) cells[row] = this.#read(rows.whole, codes, start, end);
      else if (end < 0) {
        const written = rows.text(cell);
        cells[row] = this.#read(written, codesOf(written), 0, written.length);
      }
    }
    this.meanings = cells;
  }

  /** What the characters from `start` to `end` of a text mean as a cell: an index into `texts`, -1 nothing, -2 a placeholder. */
  #read(text: string, codes: Codes, start: number, end: number): number {
    let from = start;
    let to = end;
    while (from < to && isSpace(codes[from])) from++;
    while (to > from && isSpace(codes[to - 1])) to--;
    if (from === to) return -1;
    let hash = 0x811c9dc5;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ codes[at], 0x01000193);
    hash ^= hash >>> 15;
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let step = 0; step < LONGEST_SEARCH; step++) {
      const slot = (hash + step) & mask;
      const seen = slots[slot] - 1;
      if (seen === -1) {
        const meaning = this.#meaningOfNew(text.slice(from, to));
        slots[slot] = this.#within.push(codes);
        this.#places.push(from);
        this.#lengths.push(to - from);
        this.#hashes.push(hash);
        this.#indices.push(meaning);
        if (this.#within.length * 2 > slots.length) this.#grow();
        return meaning;
      }
      if (
        this.#hashes[seen] === hash &&
        this.#lengths[seen] === to - from &&
        this.#isSeen(seen, codes, from)
      ) {
        return this.#indices[seen];
      }
    }
    const own = text.slice(from, to);
    const meaning = this.#crowded.get(own) ?? this.#meaningOfNew(own);
    this.#crowded.set(own, meaning);
    return meaning;
  }

  #isSeen(seen: number, codes: Codes, from: number): boolean {
    const within = this.#within[seen];
    const place = this.#places[seen];
    const length = this.#lengths[seen];
    for (let at = 0; at < length; at++) if (within[place + at] !== codes[from + at]) return false;
    return true;
  }

  #meaningOfNew(text: string): number {
    return isPlaceholder(text) ? -2 : this.texts.push(text) - 1;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 4);
    for (let seen = 0; seen < this.#hashes.length; seen++) {
      let step = 0;
      while (step < LONGEST_SEARCH && slots[(this.#hashes[seen] + step) & (slots.length - 1)] !== 0) step++;
      if (step < LONGEST_SEARCH) slots[(this.#hashes[seen] + step) & (slots.length - 1)] = seen + 1;
      else if (this.#indices[seen] >= 0)
        this.#crowded.set(this.texts[this.#indices[seen]], this.#indices[seen]);
    }
    this.#slots = slots;
  }

  /** One row a product: nothing to unite. */
  asIs(name: string, rows: number): RawColumn {
    const cell = this.meanings.subarray(0, rows);
    const placeholders: number[] = [];
    for (let i = 0; i < rows; i++) {
      if (cell[i] === -2) {
        cell[i] = -1;
        placeholders.push(i);
      }
    }
    return { name, cell, texts: this.texts, placeholders: Int32Array.from(placeholders) };
  }

  /** Several rows a product: their texts are united, in an order that does not depend on that of the rows. */
  united(name: string, productOfRow: Int32Array, rows: number, products: number): RawColumn {
    const cell = new Int32Array(products).fill(-1);
    const several = new Map<number, Set<number>>();
    const placeholder = new Uint8Array(products);
    for (let row = 0; row < rows; row++) {
      const text = this.meanings[row];
      const product = productOfRow[row];
      if (text === -2) placeholder[product] = 1;
      if (text < 0 || text === cell[product]) continue;
      if (cell[product] === -1) cell[product] = text;
      else {
        let set = several.get(product);
        if (set === undefined) {
          set = new Set([cell[product]]);
          several.set(product, set);
        }
        set.add(text);
      }
    }
    const joined = new Map<string, number>();
    for (const [product, set] of several) {
      const text = [...set]
        .map((index) => this.texts[index])
        .sort()
        .join(ROW_JOINER);
      let index = joined.get(text);
      if (index === undefined) {
        index = this.texts.push(text) - 1;
        joined.set(text, index);
      }
      cell[product] = index;
    }
    const placeholders: number[] = [];
    for (let p = 0; p < products; p++) if (placeholder[p] === 1 && cell[p] === -1) placeholders.push(p);
    return { name, ...withoutUnusedTexts(cell, this.texts), placeholders: Int32Array.from(placeholders) };
  }
}

/** A text that only ever stands beside others is no cell of its own once its rows are united. */
function withoutUnusedTexts(
  cell: Int32Array,
  texts: readonly string[],
): { cell: Int32Array; texts: readonly string[] } {
  const place = new Int32Array(texts.length).fill(-1);
  const used: string[] = [];
  for (let i = 0; i < cell.length; i++) {
    const text = cell[i];
    if (text === -1) continue;
    if (place[text] === -1) place[text] = used.push(texts[text]) - 1;
    cell[i] = place[text];
  }
  return { cell, texts: used };
}
