import type { ShopLanguage } from '../../session/text/shop-language.ts';
import { stem } from '../../session/text/stemming.ts';
import { type WordSpan, wordSpans } from '../../session/text/word-spans.ts';
import { signsOfTerm } from '../indexing/codes/code-signs.ts';
import { markedNamesIn } from '../indexing/codes/marked-names.ts';
import type { SearchedWords } from '../types.ts';
import type { SearchTerm } from './words/search-terms.ts';

/** A place in a text: offsets in UTF-16 units, the end behind the last. */
export type Place = Pick<WordSpan, 'start' | 'end'>;

export function searchedWordsOf(
  read: readonly SearchTerm[],
  { language }: Pick<ShopLanguage, 'language'>,
): SearchedWords {
  const stems = new Set(read.flatMap(({ readings }) => readings.flatMap((reading) => reading.stems)));
  const codes = [...stems].map(signsOfTerm).filter((signs) => signs !== undefined);
  return { stems, codes, language };
}

/** What may stand between the signs of a code: "KX 200-B". */
const MARKS = '[^\\p{L}\\p{N}]{0,2}';

/** A code in a text, from the beginning of one of its parts on: "1200" does not begin with "200". */
const codePattern = (signs: string): RegExp => {
  const before = /^\p{N}/u.test(signs) ? '\\p{N}' : '\\p{L}';
  return new RegExp(`(?<!${before})${[...signs].join(MARKS)}`, 'giu');
};

/** Where codes of a search, and names with marks, stand in a text. */
function codePlaces(text: string, codes: readonly string[]): readonly Place[] {
  const found = codes.flatMap((code) =>
    Array.from(text.matchAll(codePattern(code)), ({ 0: part, index }) => ({
      start: index,
      end: index + part.length,
    })),
  );
  return [...found, ...markedNamesIn(text).filter(({ key }) => codes.includes(key))];
}

/** Where a search stands in a text, ascending; places that touch or overlap are one. */
export function placesIn(text: string, { stems, codes, language }: SearchedWords): readonly Place[] {
  const found: Place[] = wordSpans(text, language).filter(({ word }) => stems.has(stem(word, language)));
  if (codes.length > 0) found.push(...codePlaces(text, codes));
  found.sort((a, b) => a.start - b.start);
  const places: { start: number; end: number }[] = [];
  for (const { start, end } of found) {
    const last = places.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else places.push({ start, end });
  }
  return places;
}
