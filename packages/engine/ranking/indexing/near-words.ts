import { editDistance } from '../../primitives/edit-distance.ts';
import { type PackedList, textAt } from './packed-strings.ts';
import type { TermTable } from './term-table.ts';

/** A word has to be this long for one, and for two edits. Set by hand: shorter words are near too many others. */
const LEAST_LENGTH = [4, 8] as const;
/** The most corrections of one word, those of the most products. Set by hand. */
const MOST_CORRECTIONS = 3;

/** The edits that a misspelt stem may have; 0 where it is too short, or holds a digit as models and sizes do. */
function editsOf(stem: string): number {
  if (/[\p{N}-]/u.test(stem)) return 0;
  return LEAST_LENGTH.filter((length) => stem.length >= length).length;
}

/** A bit for each letter that a text has; letters share 32 bits. */
function lettersOf(units: ArrayLike<number>, from: number, to: number): number {
  let letters = 0;
  for (let k = from; k < to; k++) letters |= 1 << (units[k] & 31);
  return letters;
}

const bitsIn = (bits: number): number => {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
};

/** Finds the stems of a catalogue that a word may be a misspelling of. */
export class NearWords {
  readonly #stems: PackedList;
  readonly #start: Int32Array;
  /** The letters of each stem, made at the first use. */
  #letters: Int32Array | undefined;

  constructor({ stems, start }: Pick<TermTable, 'stems' | 'start'>) {
    this.#stems = stems;
    this.#start = start;
  }

  /**
   * The nearest stems with the same first letter, at one edit, or two if none is at one: those of the most products, at most
   * {@link MOST_CORRECTIONS}.
   *
   * @param stem one that the catalogue lacks
   */
  find(stem: string): readonly string[] {
    const edits = editsOf(stem);
    if (edits === 0) return [];
    const { units, start } = this.#stems;
    this.#letters ??= Int32Array.from({ length: start.length - 1 }, (_, n) =>
      lettersOf(units, start[n], start[n + 1]),
    );
    const letters = lettersOf(
      Uint16Array.from({ length: stem.length }, (_, k) => stem.charCodeAt(k)),
      0,
      stem.length,
    );
    const first = stem.charCodeAt(0);
    const found: { readonly text: string; readonly distance: number; readonly products: number }[] = [];
    for (let n = 0; n < this.#letters.length; n++) {
      // Few misspell the first letter, and many words differ in it: "black" is no "Lack".
      if (units[start[n]] !== first) continue;
      const length = start[n + 1] - start[n];
      // A replacement changes two letters of the sets at most, any other edit one.
      if (Math.abs(length - stem.length) > edits || bitsIn(letters ^ this.#letters[n]) > 2 * edits) continue;
      const text = textAt(this.#stems, n);
      const distance = editDistance(stem, text, edits + 1);
      if (distance > edits || editsOf(text) === 0) continue;
      found.push({ text, distance, products: this.#start[n + 1] - this.#start[n] });
    }
    const least = Math.min(...found.map(({ distance }) => distance));
    return found
      .filter(({ distance }) => distance === least)
      .sort((a, b) => b.products - a.products || (a.text < b.text ? -1 : 1))
      .slice(0, MOST_CORRECTIONS)
      .map(({ text }) => text);
  }
}
