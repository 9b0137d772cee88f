import { lastLevel } from '@decidable/engine/catalogue';
import type { Factor } from '@decidable/engine/ranking';
import { rangeInWords, valueInWords, valueNamed } from './value-words.ts';

const SEARCH = 'search:';
/** How a price stands to the range of a search, before the range itself. */
const PRICE_WORDS: Readonly<Record<string, string>> = {
  price_filter: '',
  near_price_filter: 'nearly ',
};

/** Whether a factor speaks for what a search says. */
export const isOfSearch = ({ factor, signal, matched }: Factor): boolean =>
  factor !== 'match' && signal.startsWith(SEARCH) && (factor === 'keyword' || matched !== undefined);

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Whether the words that a product matches say a value already, in one of its forms: "sofa" says "Sofas". */
function says(words: readonly string[], value: string): boolean {
  return wordsIn(value).every((word) =>
    words.some((said) => said.startsWith(word) || (said.length > 2 && word.startsWith(said))),
  );
}

/** A value of a search in words that go on from "it is as searched": "in grey", "by Acme". */
function valuePart({ factor, matched = '' }: Factor, words: readonly string[]): string | undefined {
  const named = valueNamed(matched);
  if (named === undefined || says(words, lastLevel(named.value))) return undefined;
  if (factor === 'category') return `in ${lastLevel(named.value)}`;
  if (factor === 'brand') return `by ${named.value}`;
  return valueInWords(named)
    .replace(/^it is /, '')
    .replace(/^its (.+?) is /, '$1 ');
}

function pricePart({ matched = '' }: Factor): string | undefined {
  const colon = matched.indexOf(':');
  const lead = PRICE_WORDS[matched.slice(0, colon)];
  return lead === undefined ? undefined : lead + rangeInWords(matched.slice(colon + 1));
}

/**
 * What of a search a product has, from all factors that speak for it: "it is as searched: sofa, grey, up to 500". Words
 * are as they were typed; `undefined` where it has nothing of it.
 */
export function searchedInWords(factors: readonly Factor[]): string | undefined {
  const parts: string[] = [];
  const keyword = factors.find(({ factor }) => factor === 'keyword');
  const typed = keyword && (keyword.matched ?? keyword.signal.slice(SEARCH.length));
  if (typed !== undefined && typed !== '') parts.push(typed);
  const words = wordsIn(typed ?? '');
  for (const factor of factors) {
    if (factor.factor === 'keyword') continue;
    const part = factor.factor === 'price' ? pricePart(factor) : valuePart(factor, words);
    if (part !== undefined && !parts.includes(part)) parts.push(part);
  }
  return parts.length === 0 ? undefined : `it is as searched: ${parts.join(', ')}`;
}
