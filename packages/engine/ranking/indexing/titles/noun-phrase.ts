import { measureOf } from '../../../catalogue/numbers/units.ts';
import {
  isConjunction,
  isMedium,
  isParticiple,
  type ShopLanguage,
  saysPurpose,
  standsHeadFirst,
} from '../../../session/text/shop-language.ts';
import { stem } from '../../../session/text/stemming.ts';
import { stopWordsFor } from '../../../session/text/stop-words.ts';
import { foldText, wordsOf } from '../../../session/text/tokens.ts';
import { phrasesOf } from './title-parts.ts';

type Language = ShopLanguage['language'];

/** Words with hyphens between them that another word follows. They begin at no letter within a word: that would take quadratic time. */
const HYPHENATED = /(?<![\p{L}-])(\p{L}+(?:-\p{L}+)+)(?=\s+\p{L}{2})/u;
/** Words of more parts are titles with hyphens for spaces, or nouns of their own: "laptop-bag-with-wheels", "HDMI-to-VGA-adapter". */
const MOST_PARTS = 3;

/**
 * What a word of a noun phrase is: a noun, or what stands before one like it; a participle, such as "rugged"; words around a stop
 * word that stand before a noun, such as "pop-up", as one word; a measure, such as "40 W" or "x", or a
 * letter or number of a model; a conjunction; or a stop word before all nouns.
 */
export type WordKind = 'noun' | 'participle' | 'phrasal' | 'measure' | 'conjunction' | 'stop word';

/** The noun phrase that a title begins with. */
export interface NounPhrase {
  readonly stems: readonly string[];
  readonly kinds: readonly WordKind[];
  /** What ends it, behind a noun: a mark or the end of the title, a word of purpose such as "for", or another stop word. */
  readonly end: 'mark' | 'purpose' | 'stop word';
}

/**
 * Reads the noun phrase that a title begins with; of one that ends with a medium, that: "The Laptop - CD" is a disc.
 *
 * @param brand of the product, which says nothing of what it is: a "Case Logic camera case" is a case
 */
export function nounPhraseOf(title: string, { language }: ShopLanguage, brand = ''): NounPhrase {
  const maker = wordsOf(foldText(brand), language);
  // The words of a maker such as "Add-On" are its own.
  const read = brand.includes('-') ? wordsOf : wordsIn;
  const phrases = phrasesOf(foldText(title)).map((phrase) => read(phrase, language));
  const last = phrases.at(-1)!;
  if (phrases.length > 1 && isMedium(last.join(' '), language)) return phraseFrom(last, language);
  // "Canon - 50 mm lens" begins with the maker.
  const first = phrases.map((words) => withoutMaker(words, maker)).find((words) => words.length > 0);
  return phraseFrom(first ?? phrases[0], language);
}

/** The words of a phrase; those with hyphens around a stop word, such as "pop-up", are one where nouns stand last. */
function wordsIn(phrase: string, language: Language): readonly string[] {
  if (!phrase.includes('-') || standsHeadFirst(language)) return wordsOf(phrase, language);
  const parts = phrase.split(HYPHENATED);
  return parts.flatMap((part, k) =>
    k % 2 === 1 && isAroundStopWord(part, language) ? [part] : wordsOf(part, language),
  );
}

/** Whether words with hyphens stand around a stop word, and say nothing of a purpose. */
function isAroundStopWord(hyphenated: string, language: Language): boolean {
  const [, ...others] = hyphenated.split('-');
  const stopWords = stopWordsFor(others, language);
  const isShort = others.length < MOST_PARTS && !others.some((word) => saysPurpose(word, language));
  return isShort && others.some((word) => stopWords.has(word));
}

/** Words without those of the maker, where they stand together. */
function withoutMaker(words: readonly string[], maker: readonly string[]): readonly string[] {
  const at = words.findIndex((_, from) => maker.every((word, k) => words[from + k] === word));
  return maker.length === 0 || at < 0 ? words : words.toSpliced(at, maker.length);
}

function phraseFrom(words: readonly string[], language: Language): NounPhrase {
  const stopWords = stopWordsFor(words, language);
  const stems: string[] = [];
  const kinds: WordKind[] = [];
  for (const word of words) {
    const kind = kindOf(word, kinds.at(-1), stopWords, language);
    if (kind === 'stop word' && kinds.includes('noun')) {
      return { stems, kinds, end: saysPurpose(word, language) ? 'purpose' : kind };
    }
    const stemmed = stem(word, language);
    stems.push(stemmed);
    kinds.push(kind === 'noun' && isParticiple(word, stemmed, language) ? 'participle' : kind);
  }
  return { stems, kinds, end: 'mark' };
}

function kindOf(
  word: string,
  before: WordKind | undefined,
  stopWords: ReadonlySet<string>,
  language: Language,
): WordKind {
  if (word.includes('-')) return 'phrasal';
  if (/\d/.test(word)) return 'measure';
  // "In" behind a number is inches, and "x" is "by".
  if (before === 'measure' && (word.length === 1 || measureOf(word) !== undefined)) return 'measure';
  if (isConjunction(word, language)) return 'conjunction';
  if (stopWords.has(word) || saysPurpose(word, language)) return 'stop word';
  return word.length === 1 ? 'measure' : 'noun';
}

/**
 * Where a noun stands: last, but for measures and the product's own values ("lamp black 40 W"); open, before these with more
 * behind them ("lamp 40 W LED"), or a conjunction and one noun; or before another noun, which it modifies.
 *
 * @param isModifier whether a stem is of one of the product's own values, such as "black"
 */
export function placeOf(
  { stems, kinds }: NounPhrase,
  at: number,
  isModifier: (stem: string) => boolean,
): 'last' | 'open' | 'before a noun' {
  const isPassed = (k: number): boolean =>
    kinds[k] === 'measure' || ((kinds[k] === 'noun' || kinds[k] === 'participle') && isModifier(stems[k]));
  let next = at + 1;
  while (next < kinds.length && isPassed(next)) next++;
  if (next >= kinds.length) return 'last';
  if (kinds[next] === 'conjunction') {
    // A "laptop and camera bag" is a bag, a "keyboard and mouse" is both.
    let nouns = 0;
    for (let k = next + 1; k < kinds.length && nouns < 2; k++) {
      if (!isPassed(k) && kinds[k] !== 'conjunction') nouns++;
    }
    return nouns > 1 ? 'before a noun' : 'open';
  }
  return next > at + 1 ? 'open' : 'before a noun';
}
