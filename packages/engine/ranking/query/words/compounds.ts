import { stem } from '../../../session/text/stemming.ts';
import { placeOf } from '../../indexing/inverted-index.ts';
import type { Terms, Word } from './reading.ts';
import { postingsOf, productCount, productsHavingAll } from './words-together.ts';

/** A shorter part is no word for itself: it has to stand before or behind the other in titles, as in "t-shirt" and "WD-40". */
export const LEAST_PART = 3;
/** A longer word is no compound: each of its letters may part it. Set by hand. */
export const LONGEST_COMPOUND = 40;

/** The two words that one word may be made of, as stems. */
export interface Compound {
  readonly parts: readonly [first: string, last: string];
  /** Whether some title has them one behind the other: "doll house". */
  readonly stands: boolean;
  /** Products that have both; where a part is short, that have them so. */
  readonly products: ArrayLike<number>;
}

/**
 * The two words that a word is made of, both of which the catalogue knows: those that titles have side by side, then the most
 * frequent.
 */
export function compoundOf({ name, typed: word = name }: Word, terms: Terms): Compound | undefined {
  if (word.length > LONGEST_COMPOUND) return undefined;
  const { find, language } = terms;
  let best: (Compound & { readonly rarest: number }) | undefined;
  for (let at = 1; at < word.length; at++) {
    // The end of a stem has been stemmed before: "hous" of "dollhous" would lose another letter.
    const end = word.slice(at);
    const last = find(end) === undefined ? stem(end, language) : end;
    const parts = [stem(word.slice(0, at), language), last] as const;
    const rarest = Math.min(...parts.map((part) => productCount(part, terms)));
    if (rarest === 0) continue;
    const compound = compoundFrom(parts, at < LEAST_PART || word.length - at < LEAST_PART, terms);
    if (compound === undefined) continue;
    const isBetter =
      best === undefined || (compound.stands === best.stands ? rarest > best.rarest : compound.stands);
    if (isBetter) best = { ...compound, rarest };
  }
  return best;
}

/** `undefined` where a part is too short and no title has it beside the other. */
function compoundFrom(parts: Compound['parts'], isShort: boolean, terms: Terms): Compound | undefined {
  const together = postingsOf(terms, { stems: parts, areTogether: true })?.items ?? [];
  const stands = together.length > 0;
  if (isShort) return stands ? { parts, stands, products: together } : undefined;
  return { parts, stands, products: productsHavingAll(parts, terms) };
}

/** Whether some product has both parts, and the rest of a search where some product has that. */
export const isMeant = ({ products }: Compound, context: readonly number[]): boolean =>
  products.length > 0 &&
  (context.length === 0 || Array.from(products).some((product) => placeOf(product, context) >= 0));
