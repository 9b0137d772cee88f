import { LRUCache } from 'lru-cache';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../languages/index.ts';
import type { Language } from '../../languages/language-pack.ts';

type Stemmer = (word: string) => string;

/** Stems that are kept of each language: the texts of products repeat their words. */
const MOST_KEPT = 20_000;
/** Letters of the longest word whose stem is kept: a longer one may be a slice of its text, and would keep all of it. */
const LONGEST_KEPT = 12;

/** A stemmer that keeps what it has stemmed lately. A cache takes its memory whole, so languages that nobody uses have none. */
function keeping(stemmer: Stemmer): Stemmer {
  let kept: LRUCache<string, string> | undefined;
  return (word) => {
    if (word.length > LONGEST_KEPT) return stemmer(word);
    kept ??= new LRUCache<string, string>({ max: MOST_KEPT });
    let stemmed = kept.get(word);
    if (stemmed === undefined) {
      stemmed = stemmer(word);
      kept.set(word, stemmed);
    }
    return stemmed;
  };
}

/** Stemmers of words in Latin letters. */
const STEMMERS: ReadonlyMap<Language, Stemmer> = new Map(
  LANGUAGES.flatMap(({ code, words }): [Language, Stemmer][] =>
    words?.stem && words.stemsScript === undefined ? [[code, keeping(words.stem)]] : [],
  ),
);
/** Stems words in Latin letters where the language of the shop has no stemmer for them. */
const DEFAULT_STEMMER = STEMMERS.get(DEFAULT_LANGUAGE)!;

/** Scripts of signs, of which one may be a word. */
const OF_SIGNS: ReadonlySet<string> = new Set(['Han', 'Katakana']);

/** Stemmers of other scripts, each with an expression of a word in the script; they read their script in all shops. */
const BY_SCRIPT = LANGUAGES.flatMap(({ words }): (readonly [RegExp, Stemmer])[] =>
  words?.stem && words.stemsScript !== undefined
    ? [
        [
          new RegExp(`^\\p{scx=${words.stemsScript}}${OF_SIGNS.has(words.stemsScript) ? '+' : '{3,}'}$`, 'u'),
          keeping(words.stem),
        ],
      ]
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
