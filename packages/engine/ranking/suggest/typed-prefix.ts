import { foldText, wordsOf } from '../../session/text/tokens.ts';

/** The words that are typed so far; the last may be the beginning of one. */
export interface Typed {
  /** Each distinct word, and how often it stands there. */
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
 * The first characters of words as a set of 32 bits: words of which none begins like another have no bit in common
 * more often than not, and that is told without a look at the words.
 */
const initialsOf = (words: readonly string[]): number =>
  words.reduce((bits, word) => bits | (1 << (word.charCodeAt(0) & 31)), 0);

/** A text as what is typed is held against it. */
export interface Folded {
  readonly folded: string;
  readonly initials: number;
}

export function folded(text: string): Folded {
  const own = foldText(text);
  return { folded: own, initials: initialsOf(wordsOf(own)) };
}

/** How many of the typed words begin a word of the text. */
export function typedWordsIn(text: string, initials: number, typed: Typed): number {
  // Finding words takes long, and most texts do not hold what is typed at all.
  if ((initials & typed.initials) === 0) return 0;
  if (!typed.starts.some((start) => text.includes(start))) return 0;
  const words = wordsOf(text);
  let count = 0;
  typed.starts.forEach((start, k) => {
    if (words.some((word) => word.startsWith(start))) count += typed.times[k];
  });
  return count;
}

/** Whether every typed word begins a word of the text. */
export const continues = ({ folded, initials }: Folded, typed: Typed): boolean =>
  typed.words === 0 || typedWordsIn(folded, initials, typed) === typed.words;
