import type { ShopLanguage } from '../../session/text/shop-language.ts';
import { stem } from '../../session/text/stemming.ts';
import { type WordSpan, wordSpans } from '../../session/text/word-spans.ts';
import { signsOf, signsOfTerm } from '../indexing/codes/code-signs.ts';
import { signNamesIn } from '../indexing/codes/sign-names.ts';
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

/** What a code may be, between blanks: "KX-200B" of "(KX-200B),". */
const RUN = /[\p{L}\p{N}](?:\S*[\p{L}\p{N}])?/gu;

/** Where codes of a search stand in a text. */
function codePlaces(text: string, codes: readonly string[]): readonly Place[] {
  const runs = Array.from(text.matchAll(RUN), ({ 0: run, index }) => ({
    key: signsOf(run),
    start: index,
    end: index + run.length,
  }));
  return [
    ...runs.filter(({ key }) => codes.some((code) => key.includes(code))),
    ...signNamesIn(text).filter(({ key }) => codes.includes(key)),
  ];
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
