import { foldText, wordsOf } from '../../session/text/tokens.ts';

/** The words typed so far; the last one may be incomplete. */
export interface Typed {
  /** The distinct words, and the number of occurrences of each. */
  readonly starts: readonly string[];
  readonly times: readonly number[];
  /** Number of words, with repetitions. */
  readonly words: number;
  /** See {@link initialsOf}. */
  readonly initials: number;
}

export function wordsTyped(query: string): Typed {
  const times = new Map<string, number>();
  const words = wordsOf(foldText(query));
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  return {
    starts: [...times.keys()],
    times: [...times.values()],
    words: words.length,
    initials: initialsOf(words),
  };
}

/**
 * A 32-bit set of the words' first characters. Two texts without a common bit have no words with a common beginning,
 * which is tested without splitting them into words.
 */
const initialsOf = (words: readonly string[]): number =>
  words.reduce((bits, word) => bits | (1 << (word.charCodeAt(0) & 31)), 0);

/** A text prepared for comparison with a typed prefix. */
export interface Folded {
  readonly folded: string;
  readonly initials: number;
}

export function folded(text: string): Folded {
  const foldedText = foldText(text);
  return { folded: foldedText, initials: initialsOf(wordsOf(foldedText)) };
}

/** Number of the typed words that start a word of the text. */
export function typedWordsIn(text: string, initials: number, typed: Typed): number {
  // Two cheap tests come first, because splitting a text into words is slow and most texts do not match.
  if ((initials & typed.initials) === 0) return 0;
  if (!typed.starts.some((start) => text.includes(start))) return 0;
  const words = wordsOf(text);
  let count = 0;
  typed.starts.forEach((start, k) => {
    if (words.some((word) => word.startsWith(start))) count += typed.times[k];
  });
  return count;
}

/** Whether every typed word starts a word of the text. */
export const continues = ({ folded, initials }: Folded, typed: Typed): boolean =>
  typed.words === 0 || typedWordsIn(folded, initials, typed) === typed.words;
