import { KeyIndex } from '../../primitives/key-index.ts';
import { fold } from './text-folding.ts';

/** Separators of multi-valued cells; those that are hardly used otherwise come first. */
const SEPARATORS = ['|', ';', '\n', ', ', '/', ' / ', ','] as const;

export type ListSeparator = (typeof SEPARATORS)[number];

/**
 * A column called "tags" or "values" needs fewer recurring parts to count as a list: in a small catalogue few recur.
 */
const NAMED_LIST = 0.4;

/**
 * Below these shares of recurring parts, a separator belongs to the text. Set on real
 * catalogues.
 */
const RECURRING_OCCURRENCES: Record<ListSeparator, number> = {
  '|': 0.4,
  ';': 0.4,
  '\n': 0.6,
  ', ': 0.65,
  '/': 0.65,
  ' / ': 0.65,
  ',': 0.65,
};
const ALL_RECURRING: Record<ListSeparator, number> = {
  '|': 0.15,
  ';': 0.15,
  '\n': 0.25,
  ', ': 0.35,
  '/': 0.35,
  ' / ': 0.35,
  ',': 0.35,
};
const LONGEST_PART_WORDS = 4;
/**
 * A bare slash stands in names, units and fractions, too ("AC/DC", "km/h"): more than this share of the cells that have
 * it consist of values that are whole cells elsewhere. The lowest of the lists, and the highest of other columns in 26
 * exports: .60 and .50.
 */
const OF_OWN_VALUES = 0.5;
/** A character of HTML: the semicolon of "Sofas &amp; beds" separates nothing. */
const REFERENCE = /&(?:[a-z]\w*|#\w+);/g;
const BARE_COMMA = /,(?! )/;
const BARE_SLASH = /\/(?! )/;
const LETTER = /\p{L}/u;

/**
 * Reads cells of a column that lists. A cell is one value where a part of it stands in no other cell, around a slash:
 * "AC/DC" among colours.
 *
 * @param cells the distinct cells; they are asked for by their place
 */
export function cellSplitter(
  cells: readonly string[],
  separator: ListSeparator,
): (place: number) => readonly string[] {
  if (separator !== '/') return (place) => splitList(cells[place], separator);
  const partsOf = cells.map((cell) => new Set(splitList(fold(cell), separator)));
  const cellsWith = new Map<string, number>();
  for (const parts of partsOf) for (const part of parts) cellsWith.set(part, (cellsWith.get(part) ?? 0) + 1);
  return (place) =>
    [...partsOf[place]].some((part) => cellsWith.get(part) === 1)
      ? [cells[place]]
      : splitList(cells[place], separator);
}

/** The values that a cell lists. A cell that holds only separators is one value. */
export function splitList(text: string, separator: ListSeparator): string[] {
  const parts: string[] = [];
  for (const part of text.split(separator)) {
    const trimmed = part.trim();
    if (trimmed !== '') parts.push(trimmed);
  }
  return parts.length === 0 ? [text] : parts;
}

/** What the name of a column says of its cells. */
export interface NamedAs {
  /** "Tags", "values". */
  readonly list?: boolean;
  /** "Category", "product type": cells may be paths. */
  readonly category?: boolean;
  /** "Title", "name": a slash belongs to it. */
  readonly title?: boolean;
}

/**
 * The separator of the values in multi-valued cells of a column, if any. A list is recognised by its parts: they are
 * short, and recur in other cells beside other parts. `Washed / Wet` is one value, since neither half occurs without
 * the other. `Men / Tops` and `Women / Tops` are one value each in a column of categories. Parts around a bare slash are
 * mostly values by themselves, in several cells: a single `red/blue` may be the name of one value.
 *
 * @param folded cells of the column, in lower case; repeated ones count once
 */
export function decideListSeparator(
  folded: readonly string[],
  { list = false, category = false, title = false }: NamedAs = {},
): ListSeparator | undefined {
  let distinct: readonly string[] | undefined;
  for (const separator of SEPARATORS) {
    if (!folded.some((text) => text.includes(separator))) continue;
    // Where a space follows every comma, the comma alone gives the same parts as comma and space.
    if (separator === ',' && !folded.some((text) => BARE_COMMA.test(text))) continue;
    if (separator === ';' && !folded.some((text) => text.replace(REFERENCE, '').includes(';'))) continue;
    if (separator === '/' && (title || !folded.some((text) => BARE_SLASH.test(text)))) continue;
    distinct ??= [...new Set(folded)];
    if (separator === '/' && !areOfOwnValues(distinct)) continue;
    if (category && arePaths(distinct, separator)) continue;
    if (isList(distinct, separator, list ? NAMED_LIST : 1)) return separator;
  }
  return undefined;
}

/** The separator that most cells have, ties by the order above; for a column of which the owner says that it lists. */
export function mostUsedSeparator(folded: readonly string[]): ListSeparator | undefined {
  let best: ListSeparator | undefined;
  let most = 0;
  for (const separator of SEPARATORS) {
    const having = folded.filter(
      (text) => text.includes(separator) && !(separator === '/' && text.includes('://')),
    ).length;
    if (having > most) [best, most] = [separator, having];
  }
  return best;
}

/**
 * Separators that shop systems write between the levels of a path, too, each with the levels that the deepest path has at least. "Sofas|Sale" is a
 * list sooner than a path, "Sofas / Corner sofas" is none.
 */
const PATH_SIGNS: Partial<Record<ListSeparator, number>> = { '|': 3, '/': 2, ' / ': 2 };
/** A level stands at one place of its paths, in at least this share of them, since a name can recur on two levels. Set by hand. */
const IN_PLACE = 0.8;
/** Paths of one beginning, at least: lists begin with anything. Set by hand. */
const PATHS_A_BEGINNING = 2;

/** Whether cells are paths of categories: each part stands at its own place, and few parts begin. */
function arePaths(distinct: readonly string[], separator: ListSeparator): boolean {
  const leastLevels = PATH_SIGNS[separator];
  if (leastLevels === undefined) return false;
  /** By part how often it stands at each place. */
  const places = new Map<string, number[]>();
  const beginnings = new Set<string>();
  let paths = 0;
  let deepest = 0;
  for (const text of distinct) {
    const levels = splitList(text, separator);
    deepest = Math.max(deepest, levels.length);
    if (levels.length > 1) {
      paths++;
      beginnings.add(levels[0]);
    }
    levels.forEach((level, place) => {
      const counts = places.get(level) ?? [];
      counts[place] = (counts[place] ?? 0) + 1;
      places.set(level, counts);
    });
  }
  if (deepest < leastLevels) return false;
  let parts = 0;
  let inPlace = 0;
  for (const counts of places.values()) {
    parts += counts.reduce((sum, count) => sum + count, 0);
    inPlace += counts.reduce((most, count) => Math.max(most, count), 0);
  }
  return paths >= PATHS_A_BEGINNING * beginnings.size && inPlace >= IN_PLACE * parts;
}

/** Whether slashes join values that are cells of the column, too. */
function areOfOwnValues(distinct: readonly string[]): boolean {
  const joined = distinct.filter((text) => text.includes('/'));
  const alone = new Set(distinct);
  const ofOwn = joined.filter((text) => splitList(text, '/').every((part) => alone.has(part)));
  return ofOwn.length > 1 && ofOwn.length > OF_OWN_VALUES * joined.length;
}

function isList(folded: readonly string[], separator: ListSeparator, ease: number): boolean {
  const parts = new Parts(separator);
  const cells: number[] = [];
  const starts: number[] = [];
  for (const text of folded) {
    if (!text.includes(separator)) continue;
    const start = cells.length;
    parts.of(text, cells);
    // A comma between digits belongs to a number or packs two of them, a slash to a fraction.
    if (
      (separator === ',' || separator === '/') &&
      !splitList(text, separator).every((part) => LETTER.test(part))
    )
      return false;
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
 * The numbered parts of cells. They are identified by 53 bits of hash instead of by strings: titles with commas have
 * tens of thousands of parts, nearly all of which occur once.
 */
class Parts {
  /** For each part the number of cells that hold it. */
  readonly cellsWith: number[] = [];
  /** The number of words of each part. */
  readonly words: number[] = [];
  readonly #separator: ListSeparator;
  readonly #numbers = new KeyIndex(1024);
  /** For each part the last cell that held it, since a cell counts once for each part. */
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

  /** Adds a cell that is one part. */
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
