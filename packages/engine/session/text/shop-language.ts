import { DEFAULT_LANGUAGE, LANGUAGES } from '../../languages/index.ts';
import type { Language, WordForms } from '../../languages/language-pack.ts';
import { languagesOf, sentenceLanguagesOf } from './stop-words.ts';
import { foldText, wordsOf } from './tokens.ts';

/** How the texts of a shop, and searches in them, are read. */
export interface ShopLanguage {
  /** The language whose endings and stop words the words have. */
  readonly language: Language;
  /** {@link AMBIGUOUS_NEGATORS} that negate in this shop even where a query does not tell its language. */
  readonly negators: readonly string[];
}

/** Negators that are other words elsewhere ("Sin City", "Pas Normal"), with the language in which they negate. */
export const AMBIGUOUS_NEGATORS: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap(({ code, negation }) =>
    (negation?.ambiguous ?? []).map((word): [string, Language] => [word, code]),
  ),
);

const HEAD_FIRST: ReadonlySet<Language> = new Set(
  LANGUAGES.filter(({ words }) => words?.headFirst === true).map(({ code }) => code),
);

/** Whether a noun of the language stands before what modifies it. */
export const standsHeadFirst = (language: Language): boolean => HEAD_FIRST.has(language);

const OPAQUE_COMPOUNDS: ReadonlyMap<Language, RegExp> = new Map(
  LANGUAGES.flatMap(({ code, words }): [Language, RegExp][] =>
    words?.closedCompounds === undefined
      ? []
      : [[code, new RegExp(`(?:${words.closedCompounds.opaque.join('|') || '(?!)'})(?:e|en|n|s|er)?$`)]],
  ),
);

/**
 * The ends of folded words that are not what they seem to end with, in a language that writes nouns which belong together as one
 * word; `undefined` in other languages.
 */
export const opaqueCompounds = (language: Language): RegExp | undefined => OPAQUE_COMPOUNDS.get(language);

/** Words by language: its own, and those of English, in which titles of any shop are written. */
function withEnglish(
  wordsOf: (words: WordForms) => readonly string[] | undefined,
): (word: string, language: Language) => boolean {
  const own = new Map(LANGUAGES.map(({ code, words = {} }) => [code, wordsOf(words) ?? []]));
  const english = own.get(DEFAULT_LANGUAGE)!;
  const known = new Map([...own].map(([code, words]) => [code, new Set([...english, ...words])]));
  return (word, language) => known.get(language)!.has(word);
}

/** Whether a folded word stands between a thing and what it is for, in English or the shop's language: "cover for armchair". */
export const saysPurpose = withEnglish(({ purpose }) => purpose);

/** Of a shop whose texts do not tell its language. */
export const ANY_LANGUAGE: ShopLanguage = {
  language: DEFAULT_LANGUAGE,
  negators: [...AMBIGUOUS_NEGATORS.keys()],
};

/*
 * Set by hand, and tried on the shops of `languages/shops.fixture.ts` and the sample catalogues: docs/design/session.md
 * has the results.
 */

/** At most this many texts of a shop are looked at, evenly spread. */
const MOST_TEXTS = 5_000;
/** Fewer texts that tell a language say nothing about the shop's negators. */
const FEWEST_TEXTS = 20;
/** A language with a smaller share of the texts is that of titles here and there. */
const LEAST_SHARE = 0.05;
/** Fewer sentences, or a smaller share of all texts, are names and quotations. */
const FEWEST_SENTENCES = 10;
const LEAST_SENTENCES = 0.02;
/** Where most texts are names, so many sentences tell a language as well, if this share of all sentences is in it. */
const FEWEST_OF_NAMES = 30;
const LEAST_OF_NAMES = 0.7;
/** Sentences in the shop's language to each English one: a shop that speaks as much English is read as English. */
const TO_ENGLISH = 2;

/**
 * Tells the language of a shop by short words (Grefenstette 1995). It is the language of most sentences among the
 * texts, or English where sentences are few or English ones are many among them. A shop in several languages gets the
 * most frequent one. The negators are those of every language that the texts are in, or all of them where too few texts
 * tell a language.
 */
export function shopLanguage(texts: readonly string[]): ShopLanguage {
  const counts = new Map<Language, number>();
  const sentences = new Map<Language, number>();
  const step = Math.ceil(texts.length / MOST_TEXTS);
  let looked = 0;
  let telling = 0;
  for (let k = 0; k < texts.length; k += step) {
    const words = wordsOf(foldText(texts[k]));
    const languages = languagesOf(words);
    looked++;
    if (languages.length > 0) telling++;
    for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
    for (const language of sentenceLanguagesOf(new Set(words))) {
      sentences.set(language, (sentences.get(language) ?? 0) + 1);
    }
  }
  const isSpoken = (language: Language): boolean => (counts.get(language) ?? 0) >= LEAST_SHARE * telling;
  return {
    language: mostSpoken(sentences, looked),
    negators:
      telling < FEWEST_TEXTS
        ? ANY_LANGUAGE.negators
        : [...AMBIGUOUS_NEGATORS].filter(([, language]) => isSpoken(language)).map(([word]) => word),
  };
}

function mostSpoken(sentences: ReadonlyMap<Language, number>, looked: number): Language {
  const english = sentences.get(DEFAULT_LANGUAGE) ?? 0;
  const all = [...sentences.values()].reduce((sum, count) => sum + count, 0);
  const others = [...sentences].filter(([each]) => each !== DEFAULT_LANGUAGE);
  others.sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
  const [language, count] = others[0] ?? [DEFAULT_LANGUAGE, 0];
  const isFrequent = count >= FEWEST_SENTENCES && count >= LEAST_SENTENCES * looked;
  const isTold = count >= FEWEST_OF_NAMES && count >= LEAST_OF_NAMES * all;
  return count >= TO_ENGLISH * english && (isFrequent || isTold) ? language : DEFAULT_LANGUAGE;
}
