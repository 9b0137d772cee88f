import type { Language } from './language.ts';
import { languagesOf, spokenIn } from './stop-words.ts';
import { foldText, wordsOf } from './tokens.ts';

/** How the texts of a shop are read, and what is searched for in them. */
export interface ShopLanguage {
  /** Whose endings and stop words its words have. */
  readonly language: Language;
  /** {@link AMBIGUOUS} words that negate in the shop also where a query does not tell its language. */
  readonly negators: readonly string[];
}

/** Negators that are other words elsewhere ("Sin City", "Pas Normal"), and the language in which they negate. */
export const AMBIGUOUS: ReadonlyMap<string, Language> = new Map<string, Language>([
  ['sin', 'spa'],
  ['pas', 'fra'],
]);

/** Of a shop that does not tell. */
export const ANY_LANGUAGE: ShopLanguage = { language: 'eng', negators: [...AMBIGUOUS.keys()] };

/** So many of a shop's texts are looked at for their language, evenly spread. */
const MOST_TEXTS = 5_000;
/** Fewer that tell one say nothing of the shop's, and a smaller share of them are titles here and there. */
const FEWEST_TEXTS = 20;
const LEAST_SHARE = 0.05;
/** Fewer sentences, or a smaller share of all texts, are names and quotations. */
const FEWEST_SENTENCES = 10;
const LEAST_SENTENCES = 0.02;
/** So many sentences to each in English: a shop that also speaks English is read as that. */
const TO_ENGLISH = 2;

/**
 * Tells the language of a shop by short words (Grefenstette 1995): that of most sentences among its texts, English
 * where these are few or English ones among them many. Of a shop in several languages the most frequent one holds for
 * all. The negators are those of all languages that its texts are in, all where these do not tell.
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
    if (languages.length === 0) continue;
    telling++;
    for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
    for (const language of spokenIn(new Set(words))) {
      sentences.set(language, (sentences.get(language) ?? 0) + 1);
    }
  }
  const isSpoken = (language: Language): boolean => (counts.get(language) ?? 0) >= LEAST_SHARE * telling;
  return {
    language: mostSpoken(sentences, looked),
    negators:
      telling < FEWEST_TEXTS
        ? ANY_LANGUAGE.negators
        : [...AMBIGUOUS].filter(([, language]) => isSpoken(language)).map(([word]) => word),
  };
}

function mostSpoken(sentences: ReadonlyMap<Language, number>, looked: number): Language {
  const english = sentences.get('eng') ?? 0;
  let best: Language = 'eng';
  let most = Math.max(FEWEST_SENTENCES, LEAST_SENTENCES * looked, TO_ENGLISH * english, 1) - 1e-9;
  for (const [language, count] of [...sentences].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (language === 'eng' || count <= most) continue;
    best = language;
    most = count;
  }
  return best;
}
