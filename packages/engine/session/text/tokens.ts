import { LANGUAGES, phrasesIn } from '../../languages/index.ts';
import type { Language } from '../../languages/language-pack.ts';

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

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * What takes the rules of Unicode to part into words (UAX #29): everything but plain letters and digits between marks
 * that never join them.
 */
const INTRICATE = /[^A-Za-z0-9 \t\n\r!"#$%&()*+\-/<=>?@[\\\]^`{|}~.,:;']|[.,:;'][A-Za-z0-9]/;

/** What is elided before a letter, in the languages that write it at one with the next word. */
const ELIDED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${phrasesIn(({ words }) => words?.elided)})['’](?=\\p{L})`,
  'gu',
);
const ELIDING: ReadonlySet<Language> = new Set(
  LANGUAGES.filter(({ words }) => words?.elided !== undefined).map(({ code }) => code),
);

/**
 * The words of a folded text, in order; apostrophes and possessives are dropped ("men's" → "mens"), in shops of
 * languages that elide also what was elided ("robe d'été" → "robe", "ete").
 *
 * @param language that of the shop
 */
export function wordsOf(folded: string, language?: Language): readonly string[] {
  if (language !== undefined && ELIDING.has(language)) return wordsOf(folded.replace(ELIDED, ' '));
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
