import { LANGUAGES, phrasesIn } from '../../languages/index.ts';
import type { Language } from '../../languages/language-pack.ts';

import { isLoneConsonant } from './half-typed-hangul.ts';

export { foldText } from '../../languages/fold-text.ts';

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
  for (const { segment, index, isWordLike } of segmenter.segment(folded)) {
    if (isWordLike !== true) continue;
    const word = segment.replace(/['’]/g, '');
    // A letter that no vowel follows yet belongs to the word that is being typed.
    if (isLoneConsonant(word) && words.length > 0 && folded[index - 1] !== ' ')
      words[words.length - 1] += word;
    else if (word !== '') words.push(word);
  }
  return words;
}
