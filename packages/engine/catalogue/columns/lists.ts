import { KeyIndex } from '../../primitives/key-index.ts';

/** Separators of multi-valued cells, those first that hardly stand for anything else. */
const SEPARATORS = ['|', ';', '\n', ', ', ' / ', ','] as const;

export type ListSeparator = (typeof SEPARATORS)[number];

/** A column called "tags" or "values" lists, so that fewer of its parts need to recur; few do on a small shelf. */
const NAMED_LIST = 0.4;

/**
 * Below these shares of recurring parts, a separator belongs to the text. Set on real shelves; see
 * docs/design/catalogue.md.
 */
const RECURRING_OCCURRENCES: Record<ListSeparator, number> = {
  '|': 0.4,
  ';': 0.4,
  '\n': 0.6,
  ', ': 0.65,
  ' / ': 0.65,
  ',': 0.65,
};
const ALL_RECURRING: Record<ListSeparator, number> = {
  '|': 0.15,
  ';': 0.15,
  '\n': 0.25,
  ', ': 0.35,
  ' / ': 0.35,
  ',': 0.35,
};
const LONGEST_PART_WORDS = 4;
const BARE_COMMA = /,(?! )/;
const LETTER = /\p{L}/u;

/** The values that a cell lists; a cell of nothing but separators is its own value. */
export function splitList(text: string, separator: ListSeparator): string[] {
  const parts: string[] = [];
  for (const part of text.split(separator)) {
    const trimmed = part.trim();
    if (trimmed !== '') parts.push(trimmed);
  }
  return parts.length === 0 ? [text] : parts;
}

/**
 * The separator under which the cells of a column list several values each, if any. A list is recognised by its parts:
 * they are short, and stand in other cells too, in other company. `Washed / Wet` is one value, since neither half is
 * ever seen without the other.
 *
 * @param folded cells of the column, in lower case; repeated ones count once
 * @param namedList whether the column's name says that it lists
 */
export function decideListSeparator(
  folded: readonly string[],
  namedList: boolean,
): ListSeparator | undefined {
  let distinct: readonly string[] | undefined;
  for (const separator of SEPARATORS) {
    if (!folded.some((text) => text.includes(separator))) continue;
    // Where a space follows every comma, commas cut as comma and space did.
    if (separator === ',' && !folded.some((text) => BARE_COMMA.test(text))) continue;
    distinct ??= [...new Set(folded)];
    if (isList(distinct, separator, namedList ? NAMED_LIST : 1)) return separator;
  }
  return undefined;
}

function isList(folded: readonly string[], separator: ListSeparator, ease: number): boolean {
  const parts = new Parts(separator);
  const cells: number[] = [];
  const starts: number[] = [];
  for (const text of folded) {
    if (!text.includes(separator)) continue;
    const start = cells.length;
    parts.of(text, cells);
    // A comma between digits belongs to a number or packs two of them.
    if (separator === ',' && !splitList(text, separator).every((part) => LETTER.test(part))) return false;
    if (cells.length - start > 1) starts.push(start);
    else cells.length = start;
  }
  if (starts.length === 0) return false;
  for (const text of folded) if (!text.includes(separator)) parts.alone(text);
  let recurring = 0;
  let allRecurring = 0;
  let words = 0;
  for (let index = 0; index < starts.length; index++) {
    const end = index + 1 < starts.length ? starts[index + 1] : cells.length;
    let here = 0;
    for (let at = starts[index]; at < end; at++) {
      words += parts.words[cells[at]];
      if (parts.cellsWith[cells[at]] > 1) here++;
    }
    recurring += here;
    if (here === end - starts[index]) allRecurring++;
  }
  return (
    words / cells.length <= LONGEST_PART_WORDS &&
    recurring >= ease * RECURRING_OCCURRENCES[separator] * cells.length &&
    allRecurring >= ease * ALL_RECURRING[separator] * starts.length
  );
}

/**
 * The parts into which cells fall, numbered. They are known by 53 bits of hash instead of as strings: titles with
 * commas have tens of thousands of parts, nearly all of which are looked at once and never again.
 */
class Parts {
  /** Per part the cells that hold it. */
  readonly cellsWith: number[] = [];
  /** Per part its words. */
  readonly words: number[] = [];
  readonly #separator: ListSeparator;
  readonly #numbers = new KeyIndex(1024);
  /** Per part the last cell in which it stood: a cell holds a part once. */
  readonly #lastIn: number[] = [];
  #cell = 0;

  constructor(separator: ListSeparator) {
    this.#separator = separator;
  }

  /** Appends the numbers of the distinct parts of a cell. */
  of(text: string, to: number[]): void {
    this.#cell++;
    for (let from = 0; from <= text.length; ) {
      const at = text.indexOf(this.#separator, from);
      const end = at === -1 ? text.length : at;
      this.#add(text, from, end, to);
      if (at === -1) break;
      from = end + this.#separator.length;
    }
  }

  /** A cell that is one part. */
  alone(text: string): void {
    const number = this.#numbers.find(hashOf(text, 0, text.length));
    if (number >= 0) this.cellsWith[number]++;
  }

  #add(text: string, from: number, end: number, to: number[]): void {
    let start = from;
    let stop = end;
    while (start < stop && isSpace(text.charCodeAt(start))) start++;
    while (stop > start && isSpace(text.charCodeAt(stop - 1))) stop--;
    if (start === stop) return;
    const number = this.#numbers.add(hashOf(text, start, stop));
    if (number === this.cellsWith.length) {
      this.cellsWith.push(0);
      this.#lastIn.push(0);
      let words = 1;
      for (let at = start; at < stop; at++) if (text.charCodeAt(at) === 32) words++;
      this.words.push(words);
    }
    if (this.#lastIn[number] === this.#cell) return;
    this.#lastIn[number] = this.#cell;
    to.push(number);
    this.cellsWith[number]++;
  }
}

/** Two multiplicative hashes of a part of a text, side by side in one number. */
function hashOf(text: string, from: number, to: number): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b1;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high + code, 0x85ebca6b) ^ (high >>> 15);
  }
  return (high >>> 11) * 4294967296 + (low >>> 0);
}

function isSpace(code: number): boolean {
  if (code < 128) return code === 32 || (code >= 9 && code <= 13);
  return code === 0xa0 || (code > 0x167f && /\s/.test(String.fromCharCode(code)));
}
