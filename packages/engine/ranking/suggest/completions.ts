import { firstNotBelow } from '../../primitives/binary-search.ts';
import { editDistance, prefixDistance } from '../../primitives/edit-distance.ts';
import { foldText, wordsOf } from '../../session/text/tokens.ts';
import { bitsIn, editsOf, lettersOf } from '../indexing/near-words.ts';
import { type PackedList, packList, textAt } from '../indexing/packed-strings.ts';
import { PER_STEP } from './step-size.ts';

/** What a suggestion from the catalogue is; a smaller number wins where two have the same words. */
export const COMPLETION_TYPES = ['category', 'brand', 'product', 'phrase'] as const;
export type CompletionType = (typeof COMPLETION_TYPES)[number];

/**
 * What a catalogue can complete a query to, as plain data that is built once with the catalogue: texts, what they are,
 * their products, and an index of their words.
 */
export interface Completions {
  readonly texts: PackedList;
  /** Per text the position of its type in {@link COMPLETION_TYPES}. */
  readonly types: Uint8Array;
  /** The products of text n, ascending: `products[start[n] .. start[n + 1]]`. */
  readonly start: Int32Array;
  readonly products: Int32Array;
  /** The distinct folded words of the texts, in the order of their code units. */
  readonly words: PackedList;
  /** The texts with word w: `places[wordStart[w] .. wordStart[w + 1]]`, each as 2n, or 2n + 1 where it begins with w. */
  readonly wordStart: Int32Array;
  readonly places: Int32Array;
}

/** One text with its products, before it is packed. */
export interface Completion {
  readonly text: string;
  readonly type: CompletionType;
  /** Ascending. */
  readonly products: readonly number[];
}

export function packCompletions(list: readonly Completion[]): Completions {
  const start = new Int32Array(list.length + 1);
  list.forEach(({ products }, n) => {
    start[n + 1] = start[n] + products.length;
  });
  const products = new Int32Array(start[list.length]);
  const byWord = new Map<string, number[]>();
  list.forEach((completion, n) => {
    products.set(completion.products, start[n]);
    const words = wordsOf(foldText(completion.text));
    for (const word of new Set(words)) {
      const place = 2 * n + (word === words[0] ? 1 : 0);
      const places = byWord.get(word);
      if (places === undefined) byWord.set(word, [place]);
      else places.push(place);
    }
  });
  const words = [...byWord.keys()].sort();
  const wordStart = new Int32Array(words.length + 1);
  for (let w = 0; w < words.length; w++) wordStart[w + 1] = wordStart[w] + byWord.get(words[w])!.length;
  const places = new Int32Array(wordStart[words.length]);
  for (let w = 0; w < words.length; w++) places.set(byWord.get(words[w])!, wordStart[w]);
  return {
    texts: packList(list.map(({ text }) => text)),
    types: Uint8Array.from(list, ({ type }) => COMPLETION_TYPES.indexOf(type)),
    start,
    products,
    words: packList(words),
    wordStart,
    places,
  };
}

/** The completions of a shop without a catalogue. */
export const NO_COMPLETIONS: Completions = packCompletions([]);

export const typeOf = ({ types }: Completions, n: number): CompletionType => COMPLETION_TYPES[types[n]];

/** Half typed words of fewer letters must have the last one right. Set by hand. */
const SURE_LENGTH = 8;
/** Greater than all code units that begin a word. */
const LAST = '\uffff';

/** The number of the first word that is not below a text. */
function firstWordFrom({ words }: Completions, text: string): number {
  let low = 0;
  let high = words.start.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (textAt(words, middle) < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The numbers of the words that begin with a text: `from` .. `to` − 1. */
const wordsFrom = (completions: Completions, prefix: string): readonly [from: number, to: number] => [
  firstWordFrom(completions, prefix),
  firstWordFrom(completions, prefix + LAST),
];

/** The words that are nearest to a typed one, with the same first letter or the first two swapped. */
function nearWords(completions: Completions, typed: string, isHalfTyped: boolean): number[] {
  const edits = editsOf(typed);
  if (edits === 0) return [];
  const distanceOf = isHalfTyped ? prefixDistance : editDistance;
  const last = typed.at(-1)!;
  const letters = lettersOf(
    Array.from(typed, (_, k) => typed.charCodeAt(k)),
    0,
    typed.length,
  );
  const { units, start } = completions.words;
  let least = edits;
  let found: number[] = [];
  for (const first of new Set([typed[0], typed[1]])) {
    const [from, to] = wordsFrom(completions, first);
    for (let w = from; w < to; w++) {
      // An edit brings one letter that the word lacks at most. Most words differ in more, and are not read.
      if (bitsIn(letters & ~lettersOf(units, start[w], start[w + 1])) > edits) continue;
      const word = textAt(completions.words, w);
      if (word.length < typed.length - edits || (first !== typed[0] && word[1] !== typed[0])) continue;
      if (editsOf(word) === 0) continue;
      // Of a few letters the last must be right: "macb" is no beginning of "machine".
      if (
        isHalfTyped &&
        typed.length < SURE_LENGTH &&
        !word.slice(typed.length - 1 - edits, typed.length + edits).includes(last)
      )
        continue;
      const distance = distanceOf(typed, word, least + 1);
      if (distance > least) continue;
      if (distance < least) found = [];
      least = distance;
      found.push(w);
    }
  }
  return found;
}

/** The numbers of the words that a typed one stands for. */
function meantWords(
  completions: Completions,
  typed: string,
  isHalfTyped: boolean,
  isCorrected: boolean,
): number[] {
  const [from, to] = wordsFrom(completions, typed);
  const continued = Array.from({ length: to - from }, (_, k) => from + k);
  // A word that others follow is complete; where no text has it, its beginnings count.
  if (!isHalfTyped && continued.length > 0 && textAt(completions.words, from) === typed) {
    const plural = [`${typed}s`, `${typed}es`];
    return continued.filter((w) => w === from || plural.includes(textAt(completions.words, w)));
  }
  return continued.length > 0 || !isCorrected ? continued : nearWords(completions, typed, isHalfTyped);
}

/** A text that completes what was typed, and whether it begins with one of the typed words. */
export interface Matching {
  readonly text: number;
  readonly isFirst: boolean;
}

/**
 * The texts with all typed words: the last one may be half typed, the others are whole; each may have a typing mistake
 * where the catalogue knows no such word. In the order of the catalogue; all texts where nothing is typed. Yields every
 * few milliseconds.
 *
 * @param isCorrected whether typing mistakes are
 */
export function* matching(
  completions: Completions,
  query: string,
  isCorrected = true,
): Generator<void, Matching[]> {
  const { wordStart, places, types } = completions;
  const typed = [...new Set(wordsOf(foldText(query)))];
  // Per text how many of the typed words it has, and whether it begins with one of them.
  const had = new Uint8Array(types.length);
  const isFirst = new Uint8Array(types.length);
  const most = Math.min(typed.length, 255);
  for (let k = 0; k < most; k++) {
    let read = 0;
    for (const word of meantWords(completions, typed[k], k === typed.length - 1, isCorrected)) {
      for (let at = wordStart[word]; at < wordStart[word + 1]; at++) {
        const n = places[at] >> 1;
        if (had[n] === k) had[n] = k + 1;
        if (had[n] === k + 1) isFirst[n] |= places[at] & 1;
        if (++read % PER_STEP === 0) yield;
      }
    }
    yield;
  }
  const found: Matching[] = [];
  for (let n = 0; n < had.length; n++)
    if (had[n] === most) found.push({ text: n, isFirst: isFirst[n] === 1 });
  return found;
}

/** The products of a text from number `from` on, below `to`, as positions in `products`. */
export function productsBetween(
  { start, products }: Completions,
  n: number,
  from: number,
  to: number,
): readonly [first: number, end: number] {
  const own = products.subarray(start[n], start[n + 1]);
  return [start[n] + firstNotBelow(own, from), start[n] + firstNotBelow(own, to)];
}
