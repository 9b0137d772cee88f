import { LANGUAGES, wordsIn } from '../../languages/index.ts';
import { AMBIGUOUS_NEGATORS, type ShopLanguage } from './shop-language.ts';
import { isIn } from './stop-words.ts';

const setOf = (words: readonly string[]): ReadonlySet<string> => new Set(words);

/** Words that negate what follows them. */
const NEGATORS = setOf(wordsIn(({ negation }) => negation?.negators));
/** Negators that negate nothing before a number: "No. 5", "minus 10 degrees". */
const NOT_BEFORE_NUMBERS = setOf(wordsIn(({ negation }) => negation?.notBeforeNumbers));
/** Words that may stand between a negator and what it negates: "not in leather", "pas de cuir". */
const FILLERS = setOf(wordsIn(({ negation }) => negation?.fillers));
/** Words that carry a negation on to the next word: "not leather or suede". */
const ALTERNATIVES = setOf(wordsIn(({ negation }) => negation?.alternatives));
/** Words that negate what stands before them: "sugar free", "革なし"; "zuckerfrei" is one word and is not read. */
const TRAILING = setOf(wordsIn(({ negation }) => negation?.trailing));
/** What is given away: "boots free delivery", "free range eggs". */
const GIVEN_AWAY = setOf(wordsIn(({ negation }) => negation?.givenAway));
const IDIOMS = LANGUAGES.flatMap(({ negation }) => negation?.idioms ?? []).map((idiom) => ({
  ...idiom,
  next: new RegExp(idiom.next, 'u'),
}));
const SPELLINGS = LANGUAGES.flatMap(({ negation }) => negation?.spellings ?? []).map(({ pattern, word }) => ({
  pattern: new RegExp(pattern, 'gu'),
  word,
}));

/** A reader of product texts takes a word for a negator where it may be one, a reader of queries where it is meant so. */
export type Reader = 'text' | 'query';

/** Rewrites negators that the segmenter would cut in two, such as "w/o" and "ではない". */
export const joinNegators = (folded: string): string =>
  SPELLINGS.reduce((text, { pattern, word }) => text.replace(pattern, word), folded);

/** Whether a word negates in some language, whatever stands around it. */
export const isNegator = (word: string): boolean => NEGATORS.has(word);

/** Whether any of the words negates what stands before or behind it. */
export const mayNegate = (words: readonly string[]): boolean =>
  words.some((word) => NEGATORS.has(word) || TRAILING.has(word));

export const isFiller = (word: string): boolean => FILLERS.has(word);

export const carriesNegationOn = (word: string): boolean => ALTERNATIVES.has(word);

/** Two words that negate nothing together ("pas cher" is French for cheap), and their stem. */
export const idiomAt = (words: readonly string[], at: number): string | undefined =>
  IDIOMS.find(({ word, next }) => words[at] === word && next.test(words[at + 1] ?? ''))?.stem;

/** Whether a word that else negates is the sign of the number that follows it: "No. 5". */
export const beginsNumber = (word: string, next: string | undefined): boolean =>
  NOT_BEFORE_NUMBERS.has(word) && next !== undefined && /^\p{N}/u.test(next);

/** Whether a word negates what follows it. */
export function negatesNext(
  words: readonly string[],
  at: number,
  reader: Reader,
  { language: shopLanguage, negators }: ShopLanguage,
): boolean {
  const word = words[at];
  if (!NEGATORS.has(word)) return false;
  const next = words[at + 1];
  if (beginsNumber(word, next)) return false;
  const language = AMBIGUOUS_NEGATORS.get(word);
  if (language === undefined) return true;
  if (next === undefined) return false;
  if (reader === 'text') return negators.includes(word);
  // Where no other word tells the language, an ambiguous one negates in a shop of its language only: "zapatos sin
  // tacón" does, "Sin City" does not.
  return (
    isIn(language, words.toSpliced(at, 1)) ??
    (shopLanguage === language || (at > 0 && negators.includes(word)))
  );
}

/** Whether a word negates what stands right before it; "boots free delivery" gives something away. */
export const negatesPrevious = (words: readonly string[], at: number): boolean =>
  TRAILING.has(words[at]) && !GIVEN_AWAY.has(words[at + 1] ?? '');
