import { DEFAULT_LANGUAGE, LANGUAGES } from '../../languages/index.ts';
import type { Language } from '../../languages/language-pack.ts';

type Stemmer = (word: string) => string;

/** Stemmers of words in Latin letters. */
const STEMMERS: ReadonlyMap<Language, Stemmer> = new Map(
  LANGUAGES.flatMap(({ code, words }): [Language, Stemmer][] =>
    words?.stem && words.stemsScript === undefined ? [[code, words.stem]] : [],
  ),
);
/** Stems words in Latin letters where the language of the shop has no stemmer for them. */
const DEFAULT_STEMMER = STEMMERS.get(DEFAULT_LANGUAGE)!;

/** Stemmers of other scripts, each with an expression of a word in the script; they read their script in all shops. */
const BY_SCRIPT = LANGUAGES.flatMap(({ words }): (readonly [RegExp, Stemmer])[] =>
  words?.stem && words.stemsScript !== undefined
    ? [[new RegExp(`^\\p{Script=${words.stemsScript}}{3,}$`, 'u'), words.stem]]
    : [],
);

/**
 * The stem of a folded word. Words with digits are names of models and sizes and stay as they are. A query and the
 * products that it is held against must be stemmed alike.
 *
 * @param language that of the shop, whatever the word's own may be
 */
export function stem(word: string, language: Language = DEFAULT_LANGUAGE): string {
  if (/^\p{Script=Latin}{3,}$/u.test(word)) return (STEMMERS.get(language) ?? DEFAULT_STEMMER)(word);
  for (const [script, stemmer] of BY_SCRIPT) if (script.test(word)) return stemmer(word);
  return word;
}
