import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { dan, deu, eng, fra, ita, nld, nob, pol, por, spa, swe } from 'stopword';

/**
 * How shoppers' words and catalogue texts are made comparable. A query and the products that it is held against must
 * go through the same functions; which language's stemmer they use matters less than that it is the same one.
 */
export type Language = 'da' | 'de' | 'en' | 'es' | 'fr' | 'it' | 'nl' | 'no' | 'pt' | 'sv';

const STEMMERS: Readonly<Record<Language, (word: string) => string>> = {
  da: danish,
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  sv: swedish,
};

/** Lower case without the accents of European scripts; full-width forms become plain ones. */
export function foldText(text: string): string {
  // Marks are taken off Latin, Greek and Cyrillic only: elsewhere (か/が, हि) they tell words apart.
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ł', 'l');
}

const STOP_WORD_LISTS: readonly (readonly string[])[] = [dan, deu, fra, ita, nld, nob, pol, por, spa, swe];
const foldedSet = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(foldText));
const ENGLISH = foldedSet(eng);
const OTHERS = STOP_WORD_LISTS.map(foldedSet);

/**
 * The stop words of the language that most of the words belong to, English unless another clearly wins: "hat" is a
 * German function word and an English product.
 */
export function stopWordsFor(words: readonly string[]): ReadonlySet<string> {
  const hits = (list: ReadonlySet<string>): number =>
    words.reduce((count, word) => count + (list.has(word) ? 1 : 0), 0);
  let best = ENGLISH;
  let most = Math.max(1, hits(ENGLISH));
  for (const list of OTHERS) {
    const found = hits(list);
    if (found > most) {
      best = list;
      most = found;
    }
  }
  return best;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** A word as it stands in a text that was folded. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a folded text, in order; apostrophes and possessives are dropped ("men's" → "mens"). */
export function wordsOf(folded: string): Word[] {
  const words: Word[] = [];
  for (const segment of segmenter.segment(folded)) {
    if (segment.isWordLike !== true) continue;
    const text = segment.segment.replace(/['’]/g, '');
    if (text !== '') words.push({ text, start: segment.index, end: segment.index + segment.segment.length });
  }
  return words;
}

/** The stem of a folded word. Words with digits are names of models and sizes and stay as they are. */
export function stem(word: string, language: Language = 'en'): string {
  return /^\p{Script=Latin}{3,}$/u.test(word) ? STEMMERS[language](word) : word;
}

/** A stem, and the folded word that it was made of. */
export interface Term {
  readonly stem: string;
  readonly word: string;
}

/** Folded words as terms, with repetitions, stop words left out unless there is nothing else. */
export function plainTerms(words: readonly string[]): Term[] {
  const stops = stopWordsFor(words);
  const kept = words.filter((word) => !stops.has(word));
  return (kept.length > 0 ? kept : words).map((word) => ({ stem: stem(word), word }));
}

/** A name as a handle, to compare what shops and shoppers write: "Women's Boots" and "womens-boots" are one. */
export function handleOf(name: string): string {
  return foldText(name)
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** A name as an interest is kept under: NFC, trimmed, spaces collapsed, lower case. */
export function interestName(value: string): string {
  return value.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}
