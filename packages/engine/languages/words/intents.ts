import type { Language } from '../language-pack.ts';
import data from './intents.json' with { type: 'json' };

/** What words of a search say beside what a thing is called (see `intents.schema.json`). */
export type IntentWord =
  | 'cheap'
  | 'cheapest'
  | 'bestRated'
  | 'new'
  | 'newest'
  | 'sale'
  | 'gift'
  | 'for'
  | 'women'
  | 'men'
  | 'children'
  | 'or'
  | 'occasion'
  | 'premium'
  | 'research';

type Phrases = { readonly [Word in IntentWord]?: readonly string[] };

const { $schema: _, ...byLanguage } = data;
const INTENTS: Readonly<Record<Language, Phrases>> = byLanguage;

/** The words of intent of a language, as they are written; none where nobody has collected them. */
export const intentWordsOf = (language: Language): Phrases => INTENTS[language] ?? {};

/** The distinct phrases of all languages for any of these. */
export const intentWordsIn = (...words: readonly IntentWord[]): readonly string[] => [
  ...new Set(Object.values(INTENTS).flatMap((phrases) => words.flatMap((word) => phrases[word] ?? []))),
];
