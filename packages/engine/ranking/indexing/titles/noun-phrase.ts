import { measureOf } from '../../../catalogue/numbers/units.ts';
import { beginsNumber } from '../../../session/text/negation.ts';
import { type ShopLanguage, saysPurpose } from '../../../session/text/shop-language.ts';
import { stem } from '../../../session/text/stemming.ts';
import { stopWordsFor } from '../../../session/text/stop-words.ts';
import { foldText, wordsOf } from '../../../session/text/tokens.ts';
import { phrasesOf } from './title-parts.ts';

type Language = ShopLanguage['language'];

/**
 * What a word of a noun phrase is: a noun, or what stands before one like it; a measure, such as "40 W" or "x", or a letter or
 * number of a model; or a stop word before all nouns.
 */
export type WordKind = 'noun' | 'measure' | 'stop word';

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
  if (stopWords.has(word) || saysPurpose(word, language)) return 'stop word';
  return word.length === 1 ? 'measure' : 'noun';
}
