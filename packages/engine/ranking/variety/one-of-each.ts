import { zeroIntegers } from '../../primitives/pooled-arrays.ts';
import { isCandidate, NO_CANDIDATE, precedes } from '../top-k.ts';

/** A list in which the variants of one product take one place. */
/** How many places some products take in a list: variants of one take one. */
export function placesOf(family: Int32Array | undefined, products: Int32Array): number {
  if (family === undefined) return products.length;
  const met = new Set<number>();
  let alone = 0;
  for (const product of products) {
    if (family[product] < 0) alone++;
    else met.add(family[product]);
  }
  return alone + met.size;
}

export interface OneOfEach {
  /** Candidates that are left out. */
  readonly leftOut: number;
  /** How many candidates a shown product stands for, beside itself. */
  more(product: number): number;
}

/**
 * Chooses of each family of variants the one that a list shows: the first in its order, so an available one before one that
 * is sold out, and the one that the session and the search speak for most. It does not depend on the page, so pages of one
 * list fit together.
 *
 * @param family `[product]`: see `CatalogueIndex.family`
 * @param tiers `[product]`: in place, variants that are not shown become no candidates
 */
export function oneOfEachFamily(
  family: Int32Array | undefined,
  score: Float64Array,
  tiers: Int32Array,
): OneOfEach {
  if (family === undefined) return { leftOut: 0, more: () => 0 };
  // Numbers of families are below the number of products.
  let families = 0;
  for (let product = 0; product < family.length; product++) {
    if (family[product] >= families) families = family[product] + 1;
  }
  const shown = zeroIntegers(families).fill(-1);
  const sizes = zeroIntegers(families);
  for (let product = 0; product < family.length; product++) {
    const own = family[product];
    if (own < 0 || !isCandidate(tiers[product])) continue;
    sizes[own]++;
    if (shown[own] < 0 || precedes(product, shown[own], { score, tiers })) shown[own] = product;
  }
  let leftOut = 0;
  for (let product = 0; product < family.length; product++) {
    const own = family[product];
    if (own < 0 || shown[own] === product || !isCandidate(tiers[product])) continue;
    tiers[product] = NO_CANDIDATE;
    leftOut++;
  }
  return {
    leftOut,
    more: (product) => (family[product] < 0 ? 0 : sizes[family[product]] - 1),
  };
}
