import { zeroIntegers } from '../../primitives/pooled-arrays.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { PRICE_RANKS } from '../indexing/price-scale.ts';
import { NO_CANDIDATE, precedes, topOf } from '../top-k.ts';

/** The first places, which are varied: a page of most lists and the next two. Set by hand. */
export const VARIED_PLACES = 60;
/** A list for a visitor of whom nothing is known is varied so far. Set by hand. */
export const UNKNOWN_VISITOR = 0.5;

/** Products of one kind that can come among the first places, at most. Set by hand. */
const OF_ONE_KIND = 12;
/** Products of all kinds that are compared for the pool; in a shop of many kinds fewer of each. Set by hand. */
const COMPARED = 1_200;
/** Products that the places are chosen from. Set by hand. */
const POOL = 400;
/** What a product of the same kind, brand or part of the prices before it counts. Set by hand: a kind tells most. */
const WEIGHTS = { kind: 1, brand: 0.4, price: 0.3 };
/** Parts of the prices of a category, cheapest to dearest. Set by hand. */
const PRICE_PARTS = 4;

/**
 * The first products of a list whose kinds, brands and prices vary, by proportional representation: the next place goes to
 * the product with the highest score divided by 1 + diversity × how often its kind, its brand and its part of the prices
 * were placed (Dang & Croft, Diversity by Proportionality, SIGIR 2012; quotients as of d'Hondt). So a kind has places
 * in proportion to its probability, and what nothing speaks for does not rise. It does not depend on the page.
 *
 * @param diversity above 0, at most 1
 * @param score `[product]`
 * @param tiers `[product]`; only products of the first tier are moved
 * @returns the products of the first places, in order
 */
export function variedOrder(
  index: CatalogueIndex,
  score: Float64Array,
  tiers: Int32Array,
  diversity: number,
): readonly number[] {
  const kind = index.category?.cell;
  const brand = index.brand?.cell;
  const pool = poolOf(kind ?? brand, score, tiers);
  const partOf = (product: number): number =>
    Math.floor((index.priceRank[product] * PRICE_PARTS) / PRICE_RANKS);
  const kinds = numbered(pool, (product) => kind?.[product] ?? -1);
  const brands = numbered(pool, (product) => brand?.[product] ?? -1);
  const parts = numbered(pool, partOf);
  const first: number[] = [];
  const isPlaced = new Uint8Array(pool.length);
  const places = Math.min(VARIED_PLACES, pool.length);
  while (first.length < places) {
    let best = -1;
    let highest = 0;
    // The pool is in the order of the list, so of equal products the first one stays first.
    for (let i = 0; i < pool.length; i++) {
      if (isPlaced[i] === 1) continue;
      const quotient =
        score[pool[i]] /
        ((1 + diversity * WEIGHTS.kind * kinds.placed[kinds.of[i]]) *
          (1 + diversity * WEIGHTS.brand * brands.placed[brands.of[i]]) *
          (1 + diversity * WEIGHTS.price * parts.placed[parts.of[i]]));
      if (best >= 0 && quotient <= highest) continue;
      best = i;
      // Rounding does not put one of two equal products before the other.
      highest = quotient * (1 + 1e-9);
    }
    isPlaced[best] = 1;
    first.push(pool[best]);
    for (const { of, placed } of [kinds, brands, parts]) if (of[best] > 0) placed[of[best]]++;
  }
  return first;
}

/**
 * The products of the first tier that the first places are chosen from, in the order of the list: of each kind the first
 * few, and of these the first. Where scores are equal, the first of every kind comes before the second of any: a
 * catalogue that is sorted by kind would be a list of one kind otherwise.
 */
function poolOf(kind: Int32Array | undefined, score: Float64Array, tiers: Int32Array): Int32Array {
  const list = { score, tiers };
  let lowest = NO_CANDIDATE;
  for (let product = 0; product < tiers.length; product++) lowest = Math.min(lowest, tiers[product]);
  if (lowest === NO_CANDIDATE) return zeroIntegers(0);
  let kinds = 1;
  if (kind !== undefined) {
    for (let product = 0; product < kind.length; product++) kinds = Math.max(kinds, kind[product] + 2);
  }
  const ofEach = Math.max(1, Math.min(OF_ONE_KIND, Math.floor(COMPARED / kinds)));
  /** `[kind][place]`: its first products; kind 0 is of products without one. */
  const firsts = zeroIntegers(kinds * ofEach).fill(-1);
  if (kind !== undefined) {
    for (let product = 0; product < tiers.length; product++) {
      if (tiers[product] !== lowest) continue;
      const start = (kind[product] + 1) * ofEach;
      let at = start + ofEach - 1;
      // A later product of the same score comes after: most are skipped before their keys are compared.
      if (firsts[at] >= 0 && score[product] <= score[firsts[at]]) continue;
      if (firsts[at] >= 0 && !precedes(product, firsts[at], list)) continue;
      while (at > start && (firsts[at - 1] < 0 || precedes(product, firsts[at - 1], list))) {
        firsts[at] = firsts[at - 1];
        at--;
      }
      firsts[at] = product;
    }
  }
  const chosen: { readonly product: number; readonly place: number }[] = [];
  const isChosen = new Set<number>();
  for (let k = 0; k < firsts.length; k++) {
    if (firsts[k] < 0) continue;
    chosen.push({ product: firsts[k], place: k % ofEach });
    isChosen.add(firsts[k]);
  }
  // Where there are few kinds, or none, the list itself fills the pool.
  for (const product of topOf(score, tiers, POOL)) {
    if (chosen.length >= POOL) break;
    if (tiers[product] === lowest && !isChosen.has(product)) chosen.push({ product, place: ofEach });
  }
  const roundedTo = (product: number): number => Math.round(score[product] * 1e12);
  chosen.sort(
    (a, b) => roundedTo(b.product) - roundedTo(a.product) || a.place - b.place || a.product - b.product,
  );
  return Int32Array.from(chosen.slice(0, POOL), ({ product }) => product);
}

/** Small numbers for the values of a pool, 0 for no value, and how often each was placed: 0 is never counted. */
interface Numbered {
  /** `[place in the pool]` */
  readonly of: Int32Array;
  readonly placed: Int32Array;
}

function numbered(pool: Int32Array, codeOf: (product: number) => number): Numbered {
  const numbers = new Map<number, number>();
  const of = zeroIntegers(pool.length);
  for (let i = 0; i < pool.length; i++) {
    const value = codeOf(pool[i]);
    if (value < 0) continue;
    const number = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, number);
    of[i] = number;
  }
  return { of, placed: zeroIntegers(numbers.size + 1) };
}
