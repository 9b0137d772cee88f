import { measureOf } from '../../../catalogue/numbers/units.ts';
import { beginsNumber } from '../../../session/text/negation.ts';
import { isConjunction, type ShopLanguage, saysPurpose } from '../../../session/text/shop-language.ts';
import { stem } from '../../../session/text/stemming.ts';
import { stopWordsFor } from '../../../session/text/stop-words.ts';
import { foldText, wordsOf } from '../../../session/text/tokens.ts';
import { phrasesOf } from './title-parts.ts';

type Language = ShopLanguage['language'];

/**
 * What a word of a noun phrase is: a noun, or what stands before one like it; a measure, such as "40 W" or "x", or a letter or
 * number of a model; a conjunction; or a stop word before all nouns.
 */
export type WordKind = 'noun' | 'measure' | 'conjunction' | 'stop word';

/** The noun phrase that a title begins with. */
export interface NounPhrase {
  readonly stems: readonly string[];
  readonly kinds: readonly WordKind[];
  /** What ends it, behind a noun: a mark or the end of the title, a word of purpose such as "for", or another stop word. */
  readonly end: 'mark' | 'purpose' | 'stop word';
}

/** Reads the noun phrase that a title begins with. */
export function nounPhraseOf(title: string, { language }: ShopLanguage): NounPhrase {
  const phrases = phrasesOf(foldText(title)).map((phrase) => wordsOf(phrase, language));
  return phraseFrom(phrases.find((words) => words.length > 0) ?? [], language);
}

function phraseFrom(words: readonly string[], language: Language): NounPhrase {
  const stopWords = stopWordsFor(words, language);
  const stems: string[] = [];
  const kinds: WordKind[] = [];
  for (const [at, word] of words.entries()) {
    const kind = kindOf(word, words[at + 1], kinds.at(-1), stopWords, language);
    if (kind === 'stop word' && kinds.includes('noun')) {
      return { stems, kinds, end: saysPurpose(word, language) ? 'purpose' : kind };
    }
    stems.push(stem(word, language));
    kinds.push(kind);
  }
  return { stems, kinds, end: 'mark' };
}

function kindOf(
  word: string,
  next: string | undefined,
  before: WordKind | undefined,
  stopWords: ReadonlySet<string>,
  language: Language,
): WordKind {
  if (/\d/.test(word) || beginsNumber(word, next)) return 'measure';
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
    kinds[k] === 'measure' || (kinds[k] === 'noun' && isModifier(stems[k]));
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
