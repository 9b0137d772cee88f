import { SHORTEST_MISSPELT, SHORTEST_REPLACED } from './constants.ts';

/** The two words that one slip of the pen tells apart. */
export interface Slip {
  readonly left: string;
  readonly right: string;
}

/** Vowels that are taken for each other, by ear: "Automn". */
const SOUND_ALIKE: ReadonlySet<string> = new Set(['ae', 'ei', 'ou', 'ao', 'iy']);
const LETTER = /\p{L}/u;

/**
 * The words of two texts that differ by one slip that people make: a letter left out or put in, two letters changed
 * about, or one letter for another within a long word. Undefined for anything else: digits, first letters, endings
 * (which inflect), and words too short to tell from others ("red", "bed").
 *
 * @param left in lower case, without accents
 * @param areNames whether the texts are names, which are alike by chance more often than words
 */
export function slipBetween(left: string, right: string, areNames: boolean): Slip | undefined {
  if (left.length > right.length) {
    const slip = slipBetween(right, left, areNames);
    return slip && { left: slip.right, right: slip.left };
  }
  const longer = right.length - left.length;
  if (longer > 1) return undefined;
  let from = 0;
  while (from < left.length && left[from] === right[from]) from++;
  let tail = 0;
  while (tail < left.length - from && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail++;
  const rest = left.length - from - tail;
  const changed = right.slice(from, right.length - tail);
  const isSwap =
    longer === 0 && rest === 2 && left[from] === right[from + 1] && left[from + 1] === right[from];
  if (!isSwap && !(longer === 1 ? rest === 0 : rest === 1)) return undefined;
  if (![...changed, ...left.slice(from, from + rest)].every((letter) => LETTER.test(letter)))
    return undefined;
  const slip = { left: wordAt(left, from), right: wordAt(right, from) };
  const length = Math.min(slip.left.length, slip.right.length);
  const start = startOfWord(right, from);
  // A doubled letter may stand for the first or the last of the two.
  if (from === start || length < SHORTEST_MISSPELT - (longer === 1 ? 1 : 0)) return undefined;
  if (/\p{N}/u.test(slip.left + slip.right)) return undefined;
  if (isSwap) return length >= SHORTEST_MISSPELT ? slip : undefined;
  const end = start + slip.right.length;
  if (longer === 1)
    return from + 1 >= end && right[from] !== right[from - 1] ? undefined : named(slip, areNames);
  if (from + 1 >= end) return undefined;
  const letters = left[from] < right[from] ? left[from] + right[from] : right[from] + left[from];
  const isHeard = SOUND_ALIKE.has(letters) && !areNames;
  return length >= (isHeard ? SHORTEST_MISSPELT : SHORTEST_REPLACED) ? slip : undefined;
}

function named(slip: Slip, areNames: boolean): Slip | undefined {
  return areNames && Math.max(slip.left.length, slip.right.length) < SHORTEST_REPLACED ? undefined : slip;
}

const PART = /[\p{L}\p{N}]/u;

function startOfWord(text: string, at: number): number {
  let start = at;
  while (start > 0 && PART.test(text[start - 1])) start--;
  return start;
}

function wordAt(text: string, at: number): string {
  const start = startOfWord(text, at);
  let end = at;
  while (end < text.length && PART.test(text[end])) end++;
  return text.slice(start, end);
}

/**
 * Pairs of texts that may differ by one slip: they share the first or the second half.
 *
 * @param most pairs that are given at most
 */
export function* similarPairs(texts: readonly string[], most: number): Generator<readonly [number, number]> {
  const byHalf = new Map<string, number[]>();
  let pairs = 0;
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at];
    const met = new Set<number>();
    for (const key of halvesOf(text)) {
      const bucket = byHalf.get(key);
      if (bucket === undefined) byHalf.set(key, [at]);
      else {
        for (const other of bucket) {
          if (Math.abs(texts[other].length - text.length) > 1 || met.has(other)) continue;
          met.add(other);
          if (++pairs > most) return;
          yield [other, at];
        }
        bucket.push(at);
      }
    }
  }
}

/** The halves of a text, and those that it shares with a text of one letter more or less. */
function halvesOf(text: string): Set<string> {
  const keys = new Set<string>();
  for (const length of [text.length >> 1, (text.length + 1) >> 1]) {
    keys.add(`<${text.slice(0, length)}`);
    keys.add(`>${text.slice(text.length - length)}`);
  }
  // Two letters changed about in the middle leave one letter less before and behind them.
  if (text.length % 2 === 0) keys.add(`<${text.slice(0, (text.length >> 1) - 1)}`);
  return keys;
}
