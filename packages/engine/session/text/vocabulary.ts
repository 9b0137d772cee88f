import { measuredWordsOf } from './amounts/measure-words.ts';
import type { MeasuredColumn } from './amounts/quantity-parser.ts';
import { ANY_LANGUAGE, type ShopLanguage } from './shop-language.ts';
import { stem } from './stemming.ts';
import { foldText } from './tokens.ts';

/** A value of the catalogue that a shopper may type. */
export interface Phrase {
  readonly attribute: string;
  readonly value: string;
  /** Where the attribute is what the shop calls its categories or brands. */
  readonly role?: 'category' | 'brand' | undefined;
  /** How it is said, where that is with the name of the attribute alone: "size m". */
  readonly said?: string;
}

/** The catalogue's values by the stems of their words. */
export interface Phrases {
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  /** Words in the longest phrase. */
  readonly longest: number;
}

/** What searches in a catalogue are read with. */
export interface Vocabulary extends ShopLanguage, Phrases {
  readonly measured: readonly MeasuredColumn[];
}

/** Values of more words are descriptions that nobody types; set by hand. */
const LONGEST_PHRASE = 5;
/** A word that is a value of more attributes says nothing about any of them; set by hand. */
const MOST_MEANINGS = 4;

/** Whether a value can be said: one letter is no word (sizes M and L), but 靴 is. */
export const hasWord = (value: string): boolean => /\p{L}{2}|\p{Script=Han}/u.test(value);

const phraseKey = (stems: readonly string[]): string => stems.join(' ');

/** Values of the catalogue as phrases; those that are no words, such as bare numbers and marks, are left out. */
export function vocabularyOf(
  entries: Iterable<Phrase>,
  shop: ShopLanguage = ANY_LANGUAGE,
  measured: readonly MeasuredColumn[] = [],
): Vocabulary {
  const { language, negators } = shop;
  const phrases = new Map<string, Phrase[]>();
  let longest = 0;
  for (const { attribute, value, role, said } of entries) {
    const words = measuredWordsOf(foldText(said ?? value), language);
    if (words.length === 0 || words.length > LONGEST_PHRASE) continue;
    const key = phraseKey(words.map((word) => stem(word, language)));
    if (!hasWord(key)) continue;
    const meanings = phrases.get(key);
    const phrase: Phrase = {
      attribute,
      value,
      ...(role !== undefined && { role }),
      ...(said !== undefined && { said }),
    };
    if (meanings === undefined) phrases.set(key, [phrase]);
    else if (meanings.length < MOST_MEANINGS && !meanings.some((known) => known.attribute === attribute)) {
      meanings.push(phrase);
    }
    longest = Math.max(longest, words.length);
  }
  return { phrases, longest, language, negators, measured };
}

/** Of a search that is read without a catalogue. */
export const EMPTY_VOCABULARY: Vocabulary = { phrases: new Map(), longest: 0, ...ANY_LANGUAGE, measured: [] };

/** Words that are looked at together: a phrase of the catalogue, or a single word. */
export interface Found {
  readonly stems: readonly string[];
  readonly words: readonly string[];
  readonly phrases: readonly Phrase[];
  /** Number of words. */
  readonly length: number;
  /** The number of words before it in the text. */
  readonly at: number;
}

/** The longest phrase of the catalogue that begins at a word. */
export function phraseAt(
  words: readonly string[],
  stems: readonly string[],
  at: number,
  vocabulary: Vocabulary,
): Found | undefined {
  for (let length = Math.min(vocabulary.longest, words.length - at); length > 0; length--) {
    const part = stems.slice(at, at + length);
    const phrases = vocabulary.phrases.get(phraseKey(part));
    if (phrases !== undefined)
      return { stems: part, words: words.slice(at, at + length), phrases, length, at };
  }
  return undefined;
}

/** A word that is no phrase of the catalogue. */
export const wordAt = (words: readonly string[], stems: readonly string[], at: number): Found => ({
  stems: [stems[at]],
  words: [words[at]],
  phrases: [],
  length: 1,
  at,
});
