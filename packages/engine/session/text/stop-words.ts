import { DEFAULT_LANGUAGE, LANGUAGES, wordsIn } from '../../languages/index.ts';
import type { Language } from '../../languages/language-pack.ts';
import { stem } from './stemming.ts';
import { foldText, wordsOf } from './tokens.ts';

/** Packs with stop words, those whose stop words count in shops only behind all others. */
const PACKS = LANGUAGES.flatMap(({ code, words }) => (words?.stopWords ? [{ code, ...words }] : [])).sort(
  (a, b) => Number(a.stopWordsInShopsOnly ?? false) - Number(b.stopWordsInShopsOnly ?? false),
);
/** The languages that can be told of a text, in the order of {@link PACKS}; their indices number them below. */
const CODES: readonly Language[] = PACKS.map(({ code }) => code);
const INDEX_OF: ReadonlyMap<Language, number> = new Map(CODES.map((code, index) => [code, index]));
const ENGLISH = INDEX_OF.get(DEFAULT_LANGUAGE)!;
/** The number of languages that any text tells; the shop tells the ones behind them. */
const TOLD_BY_TEXTS = PACKS.filter(({ stopWordsInShopsOnly }) => !stopWordsInShopsOnly).length;

const PARTICLES = wordsIn(({ words }) => words?.particles);
/** Folded stop words, by language. */
const STOP_WORDS = PACKS.map(
  ({ stopWords = [] }): ReadonlySet<string> => new Set([...stopWords.map(foldText), ...PARTICLES]),
);
const PRODUCT_WORDS: ReadonlySet<string> = new Set(wordsIn(({ words }) => words?.productWords));
/** The same for texts of a shop that speaks the language: without words that products are called by. */
const STOP_WORDS_IN_SHOPS = STOP_WORDS.map((words) => words.difference(PRODUCT_WORDS));

/** The languages that have a stop word, by their indices. */
const LANGUAGES_OF = new Map<string, number[]>();
STOP_WORDS.forEach((words, language) => {
  for (const word of words) {
    const languages = LANGUAGES_OF.get(word);
    if (languages === undefined) LANGUAGES_OF.set(word, [language]);
    else languages.push(language);
  }
});

/** How many of the words are stop words of each language. */
function hitsIn(words: Iterable<string>): number[] {
  const hits = STOP_WORDS.map(() => 0);
  for (const word of words) {
    for (const language of LANGUAGES_OF.get(word) ?? []) hits[language]++;
  }
  return hits;
}

/** How many of the words tell a language beside another one: those that are none of its stop words, nor letters, as in "u s b". */
const foreignHitsIn = (words: Iterable<string>, own: number): number[] =>
  hitsIn([...words].filter((word) => word.length > 1 && !STOP_WORDS[own].has(word)));

/** A language is told beside another one by as many words that are none of that. */
const LEAST_FOREIGN = 2;

/**
 * The stop words of the language that most of the words belong to. It is the shop's unless another one has more than
 * one stop word among them that is none of the shop's language, and more than that has: "hat" is a German function word and
 * an English product, and "for dog" are two Danish ones.
 */
export function stopWordsFor(
  words: readonly string[],
  shop: Language = DEFAULT_LANGUAGE,
): ReadonlySet<string> {
  const own = INDEX_OF.get(shop) ?? ENGLISH;
  const hits = hitsIn(words);
  let best = own;
  let most = Math.max(1, hits[best]);
  let foreign: number[] | undefined;
  for (let language = 0; language < TOLD_BY_TEXTS; language++) {
    if (hits[language] <= most) continue;
    foreign ??= foreignHitsIn(words, own);
    if (foreign[language] < LEAST_FOREIGN) continue;
    best = language;
    most = hits[language];
  }
  return best === own && own !== ENGLISH ? STOP_WORDS_IN_SHOPS[best] : STOP_WORDS[best];
}

/** The same, without those of languages that share all but one of the words with English: "for dog" is no Danish. */
function tellingHitsIn(words: Iterable<string>): number[] {
  const hits = hitsIn(words);
  if (hits[ENGLISH] === 0) return hits;
  const foreign = foreignHitsIn(words, ENGLISH);
  return hits.map((count, language) =>
    language === ENGLISH || foreign[language] >= LEAST_FOREIGN ? count : 0,
  );
}

/** The languages with the most hits; English alone where it is one of them. */
function mostIn(hits: readonly number[]): readonly Language[] {
  const most = Math.max(...hits);
  if (most === 0) return [];
  return hits[ENGLISH] === most ? [DEFAULT_LANGUAGE] : CODES.filter((_, index) => hits[index] === most);
}

/**
 * The languages that most stop words among the words are of; English alone where it is one of them, none where there
 * are no stop words.
 */
export const languagesOf = (words: readonly string[]): readonly Language[] =>
  mostIn(tellingHitsIn(words).slice(0, TOLD_BY_TEXTS));

const NAME_PARTICLES: ReadonlySet<string> = new Set(wordsIn(({ words }) => words?.nameParticles));

/**
 * The languages of which a text is a sentence or a piece of one. It has two stop words of the language, one of them
 * used in no names, and no more of any other language ("Santa Rosa de los Andes" tells none).
 *
 * @param words distinct
 */
export function sentenceLanguagesOf(words: ReadonlySet<string>): readonly Language[] {
  const hits = tellingHitsIn(words);
  if (!hits.some((count) => count > 1)) return [];
  return mostIn(hits).filter((language) => {
    const stops = STOP_WORDS[INDEX_OF.get(language)!];
    for (const word of words)
      if (word.length > 1 && stops.has(word) && !NAME_PARTICLES.has(word)) return true;
    return false;
  });
}

/** Whether the stop words among the words are those of a language; `undefined` where they do not tell. */
export function isIn(language: Language, words: readonly string[]): boolean | undefined {
  const hits = hitsIn(words);
  const own = hits[INDEX_OF.get(language) ?? -1] ?? 0;
  const english = hits[ENGLISH];
  if (own > english && own >= Math.max(...hits.slice(0, TOLD_BY_TEXTS))) return true;
  return english > own ? false : undefined;
}

/** Whether a folded word goes as a stop word in the texts of a shop of the language. */
export const isStopWordIn = (word: string, shop: Language): boolean =>
  STOP_WORDS_IN_SHOPS[INDEX_OF.get(shop) ?? ENGLISH].has(word);

/** A stem, and the folded word that it was made of. */
export interface Term {
  readonly stem: string;
  readonly word: string;
  /** The number of words before it in the text, stop words counted. */
  readonly at: number;
}

const STOP_WORD = '~';
/** The term of a stop word in a title: titles are found by it only in a search of nothing else. */
export const stopWordTerm = (word: string): string => STOP_WORD + word;
/** The stop word of a term. */
export const stopWordOf = (term: string): string => term.slice(STOP_WORD.length);

/** The distinct terms of the stop words of a text: "the" and "of" of "The Lord of the Rings". */
export function stopWordTerms(text: string, shop: Language = DEFAULT_LANGUAGE): Term[] {
  const words = wordsOf(foldText(text), shop);
  const stops = stopWordsFor(words, shop);
  const found = new Map<string, Term>();
  for (let at = 0; at < words.length; at++) {
    const stem = stopWordTerm(words[at]);
    // Its word has the mark, too, so that no half typed word goes on to it.
    if (stops.has(words[at]) && !found.has(stem)) found.set(stem, { stem, word: stem, at });
  }
  return [...found.values()];
}

/** Folded words as terms, with repetitions, stop words left out unless there is nothing else. */
export function plainTerms(words: readonly string[], shop: Language = DEFAULT_LANGUAGE): Term[] {
  const stops = stopWordsFor(words, shop);
  const terms: Term[] = [];
  const keepAll = words.every((word) => stops.has(word));
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (keepAll || !stops.has(word)) terms.push({ stem: stem(word, shop), word, at });
  }
  return terms;
}
