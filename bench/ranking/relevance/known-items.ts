import { Random } from '../../../packages/engine/primitives/random.ts';
import type { JudgedSet } from './judged-set.ts';
import { searchableColumns, titleColumn } from './search-engine.ts';

/** How three words of a title are typed. */
export const TYPINGS = ['exact', 'one letter wrong', 'last word half typed'] as const;
export type Typing = (typeof TYPINGS)[number];

/** A product that a shopper knows, and the search for it by each typing. */
export interface KnownItem {
  readonly id: string;
  readonly title: string;
  readonly queries: Readonly<Record<Typing, string>>;
}

/** Words of a title that are searched for. */
const WORDS = 3;
/** Letters that a word has to have to be typed wrongly, and to be typed half. */
const LEAST_LETTERS = 4;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** What one misses by one key: a letter for another, two swapped, one left out, one too many. */
const SLIPS: readonly ((word: string, at: number, letter: string) => string)[] = [
  (word, at, letter) => word.slice(0, at) + letter + word.slice(at + 1),
  (word, at) => word.slice(0, at - 1) + word[at] + word[at - 1] + word.slice(at + 1),
  (word, at) => word.slice(0, at) + word.slice(at + 1),
  (word, at, letter) => word.slice(0, at) + letter + word.slice(at),
];

/** A word with one letter wrong, never the word itself. */
export function misspelt(word: string, random: Random): string {
  for (;;) {
    const at = 1 + random.below(word.length - 1);
    const typed = SLIPS[random.below(SLIPS.length)](word, at, LETTERS[random.below(LETTERS.length)]);
    if (typed !== word) return typed;
  }
}

/** The words of a title as it writes them, without marks around them. */
const wordsOf = (title: string): readonly string[] => [
  ...new Set(
    title
      .toLowerCase()
      .split(/\s+/)
      .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
      .filter((word) => word !== ''),
  ),
];
const isLong = (word: string): boolean => word.length >= LEAST_LETTERS && /^\p{L}+$/u.test(word);

/**
 * Draws products, and for each three words of its title in their order, of which the last is a word of letters: as they
 * are, with one letter of one word wrong, and with the last word half typed.
 *
 * @param count products; fewer where few titles have three words
 */
export function knownItemsOf(set: JudgedSet, count: number, seed: number): readonly KnownItem[] {
  const title = titleColumn(searchableColumns(set));
  const random = new Random(seed);
  const rows = [...set.rows];
  const items: KnownItem[] = [];
  while (items.length < count && rows.length > 0) {
    const at = random.below(rows.length);
    const row = rows[at];
    rows[at] = rows.at(-1)!;
    rows.pop();
    const words = [...wordsOf(row[title])];
    while (words.length > WORDS) words.splice(random.below(words.length), 1);
    if (words.length < WORDS || !isLong(words[WORDS - 1])) continue;
    const long = words.flatMap((word, k) => (isLong(word) ? [k] : []));
    const wrong = long[random.below(long.length)];
    const last = words[WORDS - 1];
    const typed = (k: number, as: string): string => words.with(k, as).join(' ');
    items.push({
      id: row[set.idColumn],
      title: row[title],
      queries: {
        exact: words.join(' '),
        'one letter wrong': typed(wrong, misspelt(words[wrong], random)),
        'last word half typed': typed(WORDS - 1, last.slice(0, Math.ceil(last.length / 2))),
      },
    });
  }
  return items;
}
