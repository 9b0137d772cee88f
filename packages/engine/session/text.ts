import { stemmer } from '@orama/stemmers/english';
import { stemmer as russianStemmer } from '@orama/stemmers/russian';
import { dan, deu, eng, fra, ita, jpn, nld, nob, pol, por, rus, spa, swe } from 'stopword';

/** Lower case without the accents of European scripts; full-width forms become plain ones. */
export function foldText(text: string): string {
  // Marks are taken off Latin, Greek and Cyrillic only: elsewhere (か/が, हि) they tell words apart, and й is a letter.
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f](?<![иИ]\u0306)/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ł', 'l')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

const foldedSet = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(foldText));
/** Words that carry no meaning beside those of any language: no other language writes so. */
const PARTICLES = [...jpn, ...'的 了 和 与 與 及 在 是 吗 呢 吧 以外'.split(' ')];
/** Stop words by language. English first: it is what a text is taken for unless another language clearly wins. */
const STOP_WORDS = Object.entries({ eng, dan, deu, fra, ita, nld, nob, pol, por, rus, spa, swe }).map(
  ([language, words]) => ({ language, words: foldedSet([...words, ...PARTICLES]) }),
);

/** By stop word the places of the languages that have it. */
const LANGUAGES_OF = new Map<string, number[]>();
STOP_WORDS.forEach(({ words }, language) => {
  for (const word of words) {
    const languages = LANGUAGES_OF.get(word);
    if (languages === undefined) LANGUAGES_OF.set(word, [language]);
    else languages.push(language);
  }
});

/** How many of the words are stop words of each language. */
function hitsIn(words: readonly string[]): number[] {
  const hits = STOP_WORDS.map(() => 0);
  for (const word of words) {
    for (const language of LANGUAGES_OF.get(word) ?? []) hits[language]++;
  }
  return hits;
}

/**
 * The stop words of the language that most of the words belong to, English unless another clearly wins: "hat" is a
 * German function word and an English product.
 */
export function stopWordsFor(words: readonly string[]): ReadonlySet<string> {
  const hits = hitsIn(words);
  let best = 0;
  let most = Math.max(1, hits[best]);
  for (let language = 1; language < hits.length; language++) {
    if (hits[language] <= most) continue;
    best = language;
    most = hits[language];
  }
  return STOP_WORDS[best].words;
}

/**
 * The languages that most stop words among the words are of; English alone where it is one of them, none where there
 * are none.
 */
export function languagesOf(words: readonly string[]): readonly string[] {
  const hits = hitsIn(words);
  const most = Math.max(...hits);
  if (most === 0) return [];
  const told = STOP_WORDS.filter((_, k) => hits[k] === most).map(({ language }) => language);
  return told[0] === 'eng' ? ['eng'] : told;
}

/**
 * Whether the stop words among the words are those of a language; `undefined` where they do not tell.
 *
 * @param language ISO 639-3, one that has stop words here
 */
export function isIn(language: string, words: readonly string[]): boolean | undefined {
  const hits = hitsIn(words);
  const own = hits[STOP_WORDS.findIndex((known) => known.language === language)];
  const english = hits[0];
  if (own > english && own >= Math.max(...hits)) return true;
  return english > own ? false : undefined;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * What takes the rules of Unicode to part into words (UAX #29): everything but plain letters and digits between marks
 * that never join them.
 */
const INTRICATE = /[^A-Za-z0-9 \t\n\r!"#$%&()*+\-/<=>?@[\\\]^`{|}~.,:;']|[.,:;'][A-Za-z0-9]/;

/** The words of a folded text, in order; apostrophes and possessives are dropped ("men's" → "mens"). */
export function wordsOf(folded: string): readonly string[] {
  // The segmenter takes ten times as long, and what it leaves behind the collector of garbage finds dear.
  return INTRICATE.test(folded) ? segmentsOf(folded) : (folded.match(/[A-Za-z0-9]+/g) ?? []);
}

function segmentsOf(folded: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(folded)) {
    if (isWordLike !== true) continue;
    const word = segment.replace(/['’]/g, '');
    if (word !== '') words.push(word);
  }
  return words;
}

/**
 * The stem of a folded word. Words with digits are names of models and sizes and stay as they are. A query and the
 * products that it is held against must be stemmed alike; which language's stemmer does it matters less.
 */
export function stem(word: string): string {
  if (/^\p{Script=Latin}{3,}$/u.test(word)) return stemmer(word);
  return /^\p{Script=Cyrillic}{3,}$/u.test(word) ? russianStemmer(word) : word;
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
