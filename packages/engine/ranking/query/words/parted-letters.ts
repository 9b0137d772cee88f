import { stem } from '../../../session/text/stemming.ts';
import { isStopWordIn } from '../../../session/text/stop-words.ts';
import { foldText, wordsOf } from '../../../session/text/tokens.ts';
import type { Terms } from './reading.ts';
import { productsWithAll } from './words-together.ts';

const LETTER = /^\p{Script=Latin}$/u;
/** Articles and sizes are no beginnings of the words behind them: "a live plant", "größe s hut". */
const NO_BEGINNINGS: readonly string[] = ['a', 'o', 's', 'm', 'l'];
/** Letters that are put back in one search at most. Set by hand: nobody types more. */
const MOST_JOINED = 4;
/**
 * Letters in a row that are one word where the catalogue knows it: "u s b". Two letters are read both ways as words are; more
 * than the most are no word.
 */
const LEAST_ROW = 3;
const MOST_ROW = 8;

/**
 * A search with letters that were typed apart from their word put back, where the catalogue knows the whole: "i phone case"
 * is "iphone case", "u s b cable" is "usb cable". Letters that are stop words would be lost otherwise. The parts stay where
 * they stand with the other words of the search and the whole does not: an "i robot dvd" is a film.
 */
export function withoutPartedLetters(
  search: string,
  terms: Pick<Terms, 'find' | 'whole' | 'language'>,
): string {
  const catalogue = terms.whole ?? terms;
  const { find, language } = catalogue;
  const words = wordsOf(foldText(search), language);
  const stems = words.map((word) => stem(word, language));
  const isLetter = words.map((word) => LETTER.test(word));
  /** Whether some product has it with all other words that the catalogue knows. */
  const stands = (name: string, from: number, to: number): boolean => {
    const parts = new Set(stems.slice(from, to));
    const others = stems.filter(
      (each, k) =>
        !parts.has(each) && !isLetter[k] && !isStopWordIn(words[k], language) && find(each) !== undefined,
    );
    return (
      productsWithAll(
        [...new Set([name, ...others])].map((each) => [each]),
        catalogue,
      ).length > 0
    );
  };
  let joined = search;
  let left = MOST_JOINED;
  for (let at = 0; at < words.length && left > 0; at++) {
    let end = at;
    while (end < words.length && isLetter[end]) end++;
    if (end === at) continue;
    const isBeginning =
      end === at + 1 && isStopWordIn(words[at], language) && !NO_BEGINNINGS.includes(words[at]);
    const to = isBeginning ? end + 1 : end;
    const isRow = end - at >= LEAST_ROW && end - at <= MOST_ROW;
    const parts = words.slice(at, to);
    const whole = stem(parts.join(''), language);
    if (to <= words.length && (isBeginning || isRow) && find(whole) !== undefined) {
      left--;
      if (!isBeginning || stands(whole, at, to) || !stands(stems[end], at, to)) {
        joined = joined.replace(asTyped(parts), parts.join(''));
      }
    }
    at = end - 1;
  }
  return joined;
}

/** The parts as a search has them, with spaces, dots or hyphens between. */
const asTyped = (parts: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${parts.map(escaped).join('[\\s.-]+')}(?![\\p{L}\\p{N}])`, 'iu');

const escaped = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
