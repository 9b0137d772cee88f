import type { Neighbours } from '../indexing/vectors/quantised-vectors.ts';
import { DEGREES, type Judgement } from './judgement.ts';

/** The first degree of products that have a part of a search. */
const SOME = DEGREES.indexOf('some');

/**
 * A judgement that meaning has a part in: where no product of the kind has all words of a search, those that are close to it in
 * meaning are near it as those with some of its words are, unless they are outside of its limits or have what it excludes.
 *
 * @param meaning the nearest products of the catalogue
 * @returns the judgement, and what of these may be proposed; the same judgement, and nothing, where words meet the search
 */
export function withMeaning(
  judgement: Judgement,
  meaning: Neighbours | undefined,
): { readonly judgement: Judgement; readonly meaning?: Neighbours } {
  if (meaning === undefined || !judgement.isUnmet) return { judgement };
  const allowed = [...meaning.products.keys()].filter((k) => judgement.allows(meaning.products[k]));
  if (allowed.length === 0) return { judgement };
  const products = Int32Array.from(allowed, (k) => meaning.products[k]);
  const similarities = Float64Array.from(allowed, (k) => meaning.similarities[k]);
  const degrees = judgement.degrees.slice();
  for (const product of products) degrees[product] = Math.min(SOME, degrees[product]);
  const near = Int32Array.from([...new Set([...judgement.near, ...products])]).sort();
  return { judgement: { ...judgement, degrees, near }, meaning: { products, similarities } };
}
