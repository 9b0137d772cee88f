import { dan, deu, eng, fin, fra, ita, jpn, nld, nob, pol, por, rus, spa, swe, tur } from 'stopword';
import type { Language } from './language.ts';
import { stem } from './stemming.ts';
import { foldText } from './tokens.ts';

/** English first: it is what a text is taken for unless another language clearly wins. */
const LISTS: Readonly<Record<Language, readonly string[]>> = {
  eng,
  dan,
  deu,
  fra,
  ita,
  nld,
  nob,
  pol,
  por,
  rus,
  spa,
  swe,
  // The last are those of shops in these languages alone: short words of theirs are in too many names.
  fin: fin.filter((word) => !eng.includes(word)),
  tur,
};
const LANGUAGES = Object.keys(LISTS) as Language[];
const PLACES = Object.fromEntries(LANGUAGES.map((language, place) => [language, place])) as Readonly<
  Record<Language, number>
>;
/** Those before it are told by any text. */
const TOLD_BY_SHOPS = PLACES.fin;

/** Words that carry no meaning beside those of any language: no other language writes so. */
const PARTICLES = [...jpn, ...'的 了 和 与 與 及 在 是 吗 呢 吧 以外'.split(' ')];
/** Stop words by the place of their language, folded. */
const STOP_WORDS = LANGUAGES.map((language) => new Set([...LISTS[language].map(foldText), ...PARTICLES]));
/** What the lists have beside words that carry none, and products are called: "Uhr", "rund", "été", "liten". */
const SAID_OF_PRODUCTS = new Set(
  'uhr tag tage lang lange kurz rund hoch gross grosse grossen grosser grosses kleine kleinen kleiner kleines neue neuen gut gute guter gutes leicht weit weiter weiteren mann schon offen ernst recht rechte rechten rechter rechtes ete stor stora stort store storre storst lilla lille liten litet sma hog hogre langt langre latt lattare enkel enkla enkelt bra god goda gott godt ny nyt'.split(
    ' ',
  ),
);
/** The same for texts that need not tell their language, since the shop does. */
const IN_SHOPS = STOP_WORDS.map((words) => words.difference(SAID_OF_PRODUCTS));

/** By stop word the places of the languages that have it. */
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

/**
 * The stop words of the language that most of the words belong to, the shop's unless another clearly wins: "hat" is a
 * German function word and an English product.
 */
export function stopWordsFor(words: readonly string[], shop: Language = 'eng'): ReadonlySet<string> {
  const hits = hitsIn(words);
  let best = PLACES[shop];
  let most = Math.max(1, hits[best]);
  for (let language = 0; language < hits.length; language++) {
    if (hits[language] <= most || language >= TOLD_BY_SHOPS) continue;
    best = language;
    most = hits[language];
  }
  return best === PLACES[shop] && shop !== 'eng' ? IN_SHOPS[best] : STOP_WORDS[best];
}

/** The languages with the most hits; English alone where it is one of them. */
function mostIn(hits: readonly number[]): readonly Language[] {
  const most = Math.max(...hits);
  if (most === 0) return [];
  return hits[0] === most ? ['eng'] : LANGUAGES.filter((_, place) => hits[place] === most);
}

/**
 * The languages that most stop words among the words are of; English alone where it is one of them, none where there
 * are none.
 */
export const languagesOf = (words: readonly string[]): readonly Language[] =>
  mostIn(hitsIn(words).slice(0, TOLD_BY_SHOPS));

/** Stop words that names of people, places and makers are made of, in whatever language these are told of. */
const IN_NAMES = new Set(
  'de la le les el los las lo del della delle dei di da do dos das du des d l van der den von zu y e et und og och sa'.split(
    ' ',
  ),
);

/**
 * The languages that a text is a sentence of, or a piece of one: it has two stop words of each, one of which no name is
 * made of, and no more of any other ("Santa Rosa de los Andes" tells none).
 *
 * @param words distinct
 */
export function spokenIn(words: ReadonlySet<string>): readonly Language[] {
  const hits = hitsIn(words);
  if (!hits.some((count) => count > 1)) return [];
  return mostIn(hits).filter((language) => {
    const stops = STOP_WORDS[PLACES[language]];
    for (const word of words) if (word.length > 1 && stops.has(word) && !IN_NAMES.has(word)) return true;
    return false;
  });
}

/** Whether the stop words among the words are those of a language; `undefined` where they do not tell. */
export function isIn(language: Language, words: readonly string[]): boolean | undefined {
  const hits = hitsIn(words);
  const own = hits[PLACES[language]];
  const english = hits[0];
  if (own > english && own >= Math.max(...hits.slice(0, TOLD_BY_SHOPS))) return true;
  return english > own ? false : undefined;
}

/** A stem, and the folded word that it was made of. */
export interface Term {
  readonly stem: string;
  readonly word: string;
}

/** Folded words as terms, with repetitions, stop words left out unless there is nothing else. */
export function plainTerms(words: readonly string[], shop: Language = 'eng'): Term[] {
  const stops = stopWordsFor(words, shop);
  const kept = words.filter((word) => !stops.has(word));
  return (kept.length > 0 ? kept : words).map((word) => ({ stem: stem(word, shop), word }));
}
