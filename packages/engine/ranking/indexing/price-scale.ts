import type { Column } from './column.ts';

/**
 * Number of steps of equal width into which the range of log prices is cut; price evidence is a table over these steps.
 * Set by hand.
 */
export const PRICE_STEPS = 256;
/**
 * Number of steps into which the price order of a category is cut. Odd, so that one step is the middle. Set by hand.
 */
export const PRICE_RANKS = 15;
/** The middle of a step of the price order: from 0 for the cheapest to 1 for the most expensive. */
export const placeOfRank = (rank: number): number => (rank + 0.5) / PRICE_RANKS;

/** Log prices cut into {@link PRICE_STEPS} steps of equal width. */
export interface PriceScale {
  /** Natural logarithm of the lowest price. */
  readonly lowest: number;
  /** Width of a step in log price; 0 where all prices are the same. */
  readonly width: number;
}

/**
 * The scale of a list of log prices.
 *
 * @param logPrice one per product; NaN without a price
 * @param known the catalogue's scale, for a list of its products: it is returned where all prices lie on it; otherwise
 * a scale over its range and the list's
 */
export function priceScale(logPrice: Float64Array, known?: PriceScale): PriceScale | undefined {
  const from = known?.lowest ?? Number.POSITIVE_INFINITY;
  const to = known === undefined ? Number.NEGATIVE_INFINITY : from + known.width * (PRICE_STEPS - 1);
  let lowest = from;
  let highest = to;
  for (const price of logPrice) {
    if (!Number.isFinite(price)) continue;
    if (price < lowest) lowest = price;
    // The logarithms of equal prices can differ in the last bit.
    if (price > highest + 1e-12) highest = price;
  }
  if (lowest === from && highest === to) return known;
  return { lowest, width: (highest - lowest) / (PRICE_STEPS - 1) };
}

/** The lowest and the highest price of a scale; empty without one. */
export const priceEnds = (scale: PriceScale | undefined): readonly number[] =>
  scale === undefined
    ? []
    : [Math.exp(scale.lowest), Math.exp(scale.lowest + scale.width * (PRICE_STEPS - 1))];

/** The step of a log price; prices beyond the ends of the scale get its first or last step. */
export function stepOf(logPrice: number, scale: PriceScale): number {
  if (scale.width === 0) return 0;
  const step = Math.round((logPrice - scale.lowest) / scale.width);
  return step < 0 ? 0 : step >= PRICE_STEPS ? PRICE_STEPS - 1 : step;
}

/** Per product its step on the scale; -1 without a price. */
export function priceSteps(logPrice: Float64Array, scale: PriceScale | undefined): Int32Array {
  const steps = new Int32Array(logPrice.length).fill(-1);
  if (scale === undefined) return steps;
  for (let i = 0; i < steps.length; i++) {
    if (Number.isFinite(logPrice[i])) steps[i] = stepOf(logPrice[i], scale);
  }
  return steps;
}

/**
 * Per product its step in the price order of its category, from 0 for the cheapest to PRICE_RANKS − 1; -1 without a
 * price.
 */
export function priceRanks(logPrice: Float64Array, category: Column | undefined): Int32Array {
  const ranks = new Int32Array(logPrice.length).fill(-1);
  const byCategory = new Map<number, number[]>();
  for (let i = 0; i < logPrice.length; i++) {
    if (!Number.isFinite(logPrice[i])) continue;
    const categoryCell = category === undefined ? 0 : category.cell[i];
    const products = byCategory.get(categoryCell);
    if (products === undefined) byCategory.set(categoryCell, [i]);
    else products.push(i);
  }
  for (const products of byCategory.values()) {
    products.sort((a, b) => logPrice[a] - logPrice[b]);
    // Products of the same price share the middle of their positions: the order of rows does not matter, and where all
    // prices are equal no product counts as cheap.
    for (let first = 0, end = 0; first < products.length; first = end) {
      while (end < products.length && logPrice[products[end]] === logPrice[products[first]]) end++;
      const rank = Math.floor(((first + end) / (2 * products.length)) * PRICE_RANKS);
      for (let k = first; k < end; k++) ranks[products[k]] = rank;
    }
  }
  return ranks;
}
