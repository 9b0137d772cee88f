import { stem } from '../../session/text/stemming.ts';
import { isStopWordIn } from '../../session/text/stop-words.ts';
import { foldText, wordsOf } from '../../session/text/tokens.ts';
import type { Terms } from './search-terms.ts';

const LETTER = /^\p{Script=Latin}$/u;
/** Articles, which stand before words without belonging to them: "a live plant". */
const ARTICLES: readonly string[] = ['a', 'o'];
/** So many letters in a row are one word where the catalogue knows it: "u s b". Two letters are read both ways as words are. */
const LEAST_ROW = 3;

/**
 * A search with letters that were typed apart from their word put back, where the catalogue knows the whole: "i phone case"
 * is "iphone case", "u s b cable" is "usb cable". Letters that are stop words would be lost otherwise.
 */
export function withoutPartedLetters(
  search: string,
  terms: Pick<Terms, 'find' | 'whole' | 'language'>,
): string {
  const { find, language } = terms.whole ?? terms;
  const words = wordsOf(foldText(search), language);
  const knows = (parts: readonly string[]): boolean => find(stem(parts.join(''), language)) !== undefined;
  let told = search;
  for (let at = 0; at < words.length; at++) {
    let end = at;
    while (end < words.length && LETTER.test(words[end])) end++;
    const isLost = end === at + 1 && isStopWordIn(words[at], language) && !ARTICLES.includes(words[at]);
    const parts = words.slice(at, isLost ? end + 1 : end);
    if (parts.length < (isLost ? 2 : LEAST_ROW) || !knows(parts)) continue;
    told = told.replace(asTyped(parts), parts.join(''));
    at += parts.length - 1;
  }
  return told;
}

/** The parts as a search has them, with spaces and marks between. */
const asTyped = (parts: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${parts.join('[^\\p{L}\\p{N}]+')}(?![\\p{L}\\p{N}])`, 'iu');
