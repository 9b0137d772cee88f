import { zeroIntegers, zeros } from '../primitives/pooled-arrays.ts';
import type { CatalogueIndex } from './indexing/catalogue-index.ts';
import type { RankedItem, SuppressionReason } from './types.ts';

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

/** Tiers of an index without suppression, by index. */
const unavailable = new WeakMap<CatalogueIndex, Uint8Array>();

/** Whether what a session does not want comes behind all else for this reason, and is not only worth less. */
export const isLast = (reason: SuppressionReason): boolean => reason === 'dismissed' || reason === 'unwanted';

/**
 * `[product]`: 0, or 1 for dismissed products and for those that a session filtered out of a list that was sent, plus 2 for unavailable ones; lower tiers rank first. The array may be
 * shared and must not be written to.
 */
export function tiersOf(
  index: CatalogueIndex,
  suppressed: ReadonlyMap<string, SuppressionReason>,
): Uint8Array {
  let tiers = unavailable.get(index);
  if (tiers === undefined) {
    tiers = index.available.map((available) => (available === 0 ? 2 : 0));
    // A candidate set is ranked once, so its tiers are not kept.
    if (index.catalogueRow === undefined) unavailable.set(index, tiers);
  }
  if (suppressed.size === 0) return tiers;
  tiers = tiers.slice();
  for (const [id, reason] of suppressed) {
    const product = isLast(reason) ? index.ids.find(id) : undefined;
    if (product !== undefined) tiers[product] += 1;
  }
  return tiers;
}

/** The tier of products that are no candidates. */
export const NO_CANDIDATE = 100;

export const isCandidate = (tier: number): boolean => tier < NO_CANDIDATE;

/** Tiers of a catalogue of which only some products, ascending, are candidates: the others come behind all of them. */
export function tiersWithin(tiers: Uint8Array, products: Int32Array): Uint8Array {
  const within = new Uint8Array(tiers.length).fill(NO_CANDIDATE);
  for (const product of products) within[product] = tiers[product];
  return within;
}

/** Tier of products that do not meet what was asked for, in a list that the shopper sorts; it comes before the others. */
export function sortedTiers(tiers: Uint8Array, meets: (product: number) => boolean): Uint8Array {
  return tiers.map((tier, product) => (isCandidate(tier) ? 2 * tier + (meets(product) ? 0 : 1) : tier));
}

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
 * @param tiers `[product]`, see {@link tiersOf}
 * @returns rows of the products, best first
 */
export function topOf(score: Float64Array, tiers: Uint8Array, limit: number): Int32Array {
  const size = Math.min(limit, score.length);
  if (size <= 0) return zeroIntegers(0);
  // A heap of the chosen products with the worst on top. Scores are at most 1, so that keys 2 apart keep tiers apart.
  const heap = zeroIntegers(size);
  const keys = zeros(size);
  for (let i = 0; i < size; i++) siftUp(heap, keys, i, keyOf(score[i], tiers[i]), i);
  // Most products score below the worst chosen one, or the same: they are skipped before their key is computed.
  let threshold = (keys[0] + LEAST_ABOVE) / SCORE_RESOLUTION;
  for (
    let i = nextAtLeast(score, size, threshold);
    i < score.length;
    i = nextAtLeast(score, i + 1, threshold)
  ) {
    const key = keyOf(score[i], tiers[i]);
    if (key <= keys[0]) continue;
    siftDown(heap, keys, size, key, i);
    threshold = (keys[0] + LEAST_ABOVE) / SCORE_RESOLUTION;
  }
  const top = zeroIntegers(size);
  for (let count = size - 1; count >= 0; count--) {
    top[count] = heap[0];
    siftDown(heap, keys, count, keys[count], heap[count]);
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

const keyOf = (score: number, tier: number): number =>
  Math.round(score * SCORE_RESOLUTION) - 2 * SCORE_RESOLUTION * tier;

/** Whether entry A ranks after entry B. */
const ranksAfter = (keyA: number, a: number, keyB: number, b: number): boolean =>
  keyA < keyB || (keyA === keyB && a > b);

/** Whether product a comes before b: by tier, then by score, then by row. */
export const precedes = (a: number, b: number, score: Float64Array, tiers: Uint8Array): boolean =>
  ranksAfter(keyOf(score[b], tiers[b]), b, keyOf(score[a], tiers[a]), a);

/** Appends an entry to the heap and sifts it up. */
function siftUp(heap: Int32Array, keys: Float64Array, end: number, key: number, item: number): void {
  let at = end;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!ranksAfter(key, item, keys[parent], heap[parent])) break;
    keys[at] = keys[parent];
    heap[at] = heap[parent];
    at = parent;
  }
  keys[at] = key;
  heap[at] = item;
}

/** Replaces the top of the first `count` entries and sifts the new entry down. */
function siftDown(heap: Int32Array, keys: Float64Array, count: number, key: number, item: number): void {
  let at = 0;
  for (let child = 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count && ranksAfter(keys[child + 1], heap[child + 1], keys[child], heap[child])) child++;
    if (!ranksAfter(keys[child], heap[child], key, item)) break;
    keys[at] = keys[child];
    heap[at] = heap[child];
    at = child;
  }
  keys[at] = key;
  heap[at] = item;
}
