import { zeroIntegers } from '../primitives/pooled-arrays.ts';
import type { RankedItem } from './types.ts';

/**
 * Scores are compared as multiples of 1e-12, so that the order of summation cannot decide. Set by hand: rounding
 * errors of a sum are about 1e-16.
 */
const SCORE_RESOLUTION = 1e12;

/**
 * A product enters the list by half a unit above the worst one there, which rounding makes a whole one. Less, because
 * the product of a score and the resolution is right to some 10^-4 units.
 */
const LEAST_ABOVE = 0.4;

/** Scores this far apart are different multiples, however they are rounded: most need no rounding. */
const CLEARLY = 2 / SCORE_RESOLUTION;

/** The tier of products that are no candidates. */
export const NO_CANDIDATE = 2 ** 31 - 1;

export const isCandidate = (tier: number): boolean => tier !== NO_CANDIDATE;

/** Adds to an item that it is unavailable, or why it is suppressed. */
export function withStatus<Item extends RankedItem>(
  item: Item,
  available: boolean,
  reason: RankedItem['aside'],
): Item {
  // Most items need no copy.
  if (available && reason === undefined) return item;
  return { ...item, ...(!available && { available }), ...(reason !== undefined && { aside: reason }) };
}

/**
 * The first `limit` products: by tier, then by score, then by row.
 *
 * @param score `[product]`, each at most 1
 * @param tiers `[product]`, see `tiers.ts`
 * @returns rows of the products, best first
 */
export function topOf(score: Float64Array, tiers: Int32Array, limit: number): Int32Array {
  const size = Math.min(limit, score.length);
  if (size <= 0) return zeroIntegers(0);
  // A heap of the chosen products with the worst on top.
  const heap = zeroIntegers(size);
  const list = { score, tiers };
  for (let i = 0; i < size; i++) siftUp(heap, i, i, list);
  // Most products score below the worst chosen one, or the same: where that is of the first tier, they are skipped at once.
  const least = (): number =>
    tiers[heap[0]] > 0
      ? Number.NEGATIVE_INFINITY
      : (roundedOf(score[heap[0]]) + LEAST_ABOVE) / SCORE_RESOLUTION;
  let threshold = least();
  for (
    let i = nextAtLeast(score, size, threshold);
    i < score.length;
    i = nextAtLeast(score, i + 1, threshold)
  ) {
    if (!precedes(i, heap[0], list)) continue;
    siftDown(heap, size, i, list);
    threshold = least();
  }
  const top = zeroIntegers(size);
  for (let count = size - 1; count >= 0; count--) {
    top[count] = heap[0];
    siftDown(heap, count, heap[count], list);
  }
  return top;
}

/** First product from `from` on with a score of at least `least`; the number of products if there is none. */
function nextAtLeast(score: Float64Array, from: number, least: number): number {
  let i = from;
  for (const last = score.length - 3; i < last; i += 4) {
    if (score[i] >= least) return i;
    if (score[i + 1] >= least) return i + 1;
    if (score[i + 2] >= least) return i + 2;
    if (score[i + 3] >= least) return i + 3;
  }
  while (i < score.length && score[i] < least) i++;
  return i;
}

const roundedOf = (score: number): number => Math.round(score * SCORE_RESOLUTION);

/** What a list is ordered by. */
export interface Order {
  readonly score: Float64Array;
  readonly tiers: Int32Array;
}

/** Whether product a comes before b: by tier, then by score, then by row. */
export function precedes(a: number, b: number, { score, tiers }: Order): boolean {
  if (tiers[a] !== tiers[b]) return tiers[a] < tiers[b];
  const above = score[a] - score[b];
  if (above > CLEARLY || above < -CLEARLY) return above > 0;
  const first = roundedOf(score[a]);
  const second = roundedOf(score[b]);
  return first === second ? a < b : first > second;
}

/** Appends an entry to the heap and sifts it up. */
function siftUp(heap: Int32Array, end: number, item: number, order: Order): void {
  let at = end;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!precedes(heap[parent], item, order)) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = item;
}

/** Replaces the top of the first `count` entries and sifts the new entry down. */
function siftDown(heap: Int32Array, count: number, item: number, order: Order): void {
  let at = 0;
  for (let child = 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count && precedes(heap[child], heap[child + 1], order)) child++;
    if (!precedes(item, heap[child], order)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = item;
}
