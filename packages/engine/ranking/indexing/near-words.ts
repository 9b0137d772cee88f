import { editDistance } from '../../primitives/edit-distance.ts';
import { halfTypedHangul, isHangul } from '../../session/text/half-typed-hangul.ts';
import { type PackedList, textAt } from './packed-strings.ts';
import type { TermTable } from './term-table.ts';

/** A word has to be this long for one, and for two edits. Set by hand: shorter words are near too many others. */
const LEAST_LENGTH = [4, 8] as const;
/** The most stems that are given for one word, those of the most products; a search chooses among them. Set by hand. */
const MOST_FOUND = 24;
/** Letters behind a stem within a word: "en", "ern". */
const LONGEST_ENDING = 3;
/** A shorter beginning is one of too many words. Set by hand. */
const LEAST_PREFIX = 2;

/** Models and sizes hold digits, what a text says to be without a hyphen: neither is a word to correct. */
const MODEL = /[\p{N}-]/u;

/** The edits that a misspelt stem may have; 0 where it is too short, or holds a digit as models and sizes do. */
export function editsOf(stem: string): number {
  if (MODEL.test(stem)) return 0;
  return LEAST_LENGTH.filter((length) => stem.length >= length).length;
}

const codesOf = (text: string): Uint16Array =>
  Uint16Array.from({ length: text.length }, (_, k) => text.charCodeAt(k));

/** A bit for each letter that a text has; letters share 32 bits. */
export function lettersOf(units: ArrayLike<number>, from: number, to: number): number {
  let letters = 0;
  for (let k = from; k < to; k++) letters |= 1 << (units[k] & 31);
  return letters;
}

/** The number of bits that are set. */
export const bitsIn = (bits: number): number => {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
};

const lettersIn = ({ units, start }: PackedList): Int32Array =>
  Int32Array.from({ length: start.length - 1 }, (_, n) => lettersOf(units, start[n], start[n + 1]));

/** Finds the stems of a catalogue by letters: those that a word may be a misspelling of, that go on where it ends, or end with it. */
export class NearWords {
  readonly #stems: PackedList;
  readonly #words: PackedList;
  readonly #start: Int32Array;
  /** The letters of each stem and of its word, made at the first use. */
  #letters: { readonly stems: Int32Array; readonly words: Int32Array } | undefined;

  constructor({ stems, words, start }: Pick<TermTable, 'stems' | 'words' | 'start'>) {
    this.#stems = stems;
    this.#words = words;
    this.#start = start;
  }

  /**
   * The nearest other stems with the same first letter, or the first two swapped, at one edit, or two if none is at one: those
   * of the most products first, at most {@link MOST_FOUND}. A stem is as near as its words, too, from the stem and from what
   * was typed, as a misspelt ending is not cut off, or another one is: "ceilig" is near "ceiling", not near its stem, and
   * "somedyas" loses an "s" that "somedays" has elsewhere.
   *
   * @param stem mostly one that the catalogue lacks
   * @param most edits, 1 or 2
   * @param typed the word of which it is the stem
   */
  find(stem: string, most: number = LEAST_LENGTH.length, typed: string = stem): readonly string[] {
    // A stem is too short, not the word: where endings are vowels, a word of four letters has a stem of three ("druo" of "duro").
    const isByTyped = editsOf(stem) === 0;
    const edits = Math.min(most, isByTyped ? editsOf(typed) : editsOf(stem));
    if (edits === 0) return [];
    this.#letters ??= { stems: lettersIn(this.#stems), words: lettersIn(this.#words) };
    const { units, start } = this.#stems;
    const codes = codesOf(stem);
    const [ofStem, ofTyped] = [lettersOf(codes, 0, codes.length), lettersOf(codesOf(typed), 0, typed.length)];
    /** Edits from a text to the n-th of a list; more than may be where it is too far. */
    const distance = (
      text: string,
      letters: number,
      list: PackedList,
      lettersOfAll: Int32Array,
      n: number,
    ): number => {
      const length = list.start[n + 1] - list.start[n];
      // A replacement changes two letters of the sets at most, any other edit one.
      const isFar = Math.abs(length - text.length) > edits || bitsIn(letters ^ lettersOfAll[n]) > 2 * edits;
      return isFar ? edits + 1 : editDistance(text, textAt(list, n), edits + 1);
    };
    const { stems, words } = this.#letters;
    const found: { readonly text: string; readonly distance: number; readonly products: number }[] = [];
    for (let n = 0; n + 1 < start.length; n++) {
      // Few misspell the first letter, and many words differ in it: "black" is no "Lack".
      const [own, next] = [units[start[n]], units[start[n] + 1]];
      if (own !== codes[0] && (own !== codes[1] || next !== codes[0])) continue;
      const nearest = Math.min(
        isByTyped ? edits + 1 : distance(stem, ofStem, this.#stems, stems, n),
        isByTyped ? edits + 1 : distance(stem, ofStem, this.#words, words, n),
        typed === stem ? edits + 1 : distance(typed, ofTyped, this.#words, words, n),
      );
      if (nearest > edits) continue;
      const text = textAt(this.#stems, n);
      if (text === stem) continue;
      if (MODEL.test(text)) continue;
      found.push({ text, distance: nearest, products: this.#start[n + 1] - this.#start[n] });
    }
    const least = Math.min(...found.map(({ distance }) => distance));
    return found
      .filter(({ distance }) => distance === least)
      .sort((a, b) => b.products - a.products || (a.text < b.text ? -1 : 1))
      .slice(0, MOST_FOUND)
      .map(({ text }) => text);
  }

  /**
   * The stems that go on where another one ends, or whose word does: "knives" is half typed as "kniv". In no order.
   *
   * @param prefix as typed; one letter has no continuations
   */
  continuing(prefix: string): readonly string[] {
    if (isHangul(prefix)) {
      const goesOn = halfTypedHangul(prefix);
      return Array.from({ length: this.#start.length - 1 }, (_, n) => textAt(this.#stems, n)).filter(goesOn);
    }
    if (prefix.length < LEAST_PREFIX) return [];
    const codes = Array.from({ length: prefix.length }, (_, k) => prefix.charCodeAt(k));
    const goesOn = ({ units, start }: PackedList, n: number): boolean => {
      const from = start[n];
      if (start[n + 1] - from <= codes.length || units[from] !== codes[0]) return false;
      return codes.every((code, k) => units[from + k] === code);
    };
    const found: string[] = [];
    for (let n = 0; n + 1 < this.#start.length; n++) {
      if (goesOn(this.#stems, n) || goesOn(this.#words, n)) found.push(textAt(this.#stems, n));
    }
    return found;
  }

  /**
   * The stems whose word has another stem near its end, but for an ending: "universalscheren" has "scher".
   *
   * @param least letters before it
   */
  ending(stem: string, least: number): readonly string[] {
    const codes = codesOf(stem);
    const { units, start } = this.#words;
    const found: string[] = [];
    for (let n = 0; n + 1 < start.length; n++) {
      for (let ending = 0; ending <= LONGEST_ENDING; ending++) {
        const from = start[n + 1] - ending - codes.length;
        if (from - start[n] < least) break;
        let k = codes.length - 1;
        while (k >= 0 && units[from + k] === codes[k]) k--;
        if (k >= 0) continue;
        found.push(textAt(this.#stems, n));
        break;
      }
    }
    return found;
  }
}
