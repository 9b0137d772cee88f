import { zeroIntegers, zeros } from '../primitives/pooled-arrays.ts';
import type { CatalogueIndex } from './indexing/catalogue-index.ts';
import type { Aside, RankedItem } from './types.ts';

/** Scores that differ by less than this count as equal, so that the order of summation cannot decide. */
const GRAIN = 1e12;

const unavailable = new WeakMap<CatalogueIndex, Uint8Array>();

/**
 * Dismissed products rank behind all others, and those that cannot be bought behind these. Not to be written to.
 */
export function tiersOf(index: CatalogueIndex, aside: ReadonlyMap<string, Aside>): Uint8Array {
  let tiers = unavailable.get(index);
  if (tiers === undefined) {
    tiers = index.available.map((available) => (available === 0 ? 2 : 0));
    // A list is ranked once.
    if (index.catalogueRow === undefined) unavailable.set(index, tiers);
  }
  if (aside.size === 0) return tiers;
  tiers = tiers.slice();
  for (const [id, why] of aside) {
    const product = why === 'dismissed' ? index.ids.find(id) : undefined;
    if (product !== undefined) tiers[product] += 1;
  }
  return tiers;
}

/** An item with what is to be told of a product that others are put before. */
export function withStanding<Item extends RankedItem>(
  item: Item,
  available: boolean,
  aside: Aside | undefined,
): Item {
  // As most are: what nothing is told of is not copied.
  if (available && aside === undefined) return item;
  return { ...item, ...(!available && { available }), ...(aside !== undefined && { aside }) };
}

/** The first `limit` products: by tier, then by score, then in the given order. */
export function topOf(score: Float64Array, tiers: Uint8Array, limit: number): Int32Array {
  const size = Math.min(limit, score.length);
  if (size <= 0) return zeroIntegers(0);
  // A heap with the last of the chosen on top. Keys put tiers apart: scores are at most 1.
  const heap = zeroIntegers(size);
  const keys = zeros(size);
  for (let i = 0; i < size; i++) rise(heap, keys, i, keyOf(score[i], tiers[i]), i);
  // Most products score far below the last of the chosen: they are passed over without a key.
  let hopeless = keys[0] / GRAIN - 2 / GRAIN;
  for (let i = nextOf(score, size, hopeless); i < score.length; i = nextOf(score, i + 1, hopeless)) {
    const key = keyOf(score[i], tiers[i]);
    if (key <= keys[0]) continue;
    sink(heap, keys, size, key, i);
    hopeless = keys[0] / GRAIN - 2 / GRAIN;
  }
  const top = zeroIntegers(size);
  for (let count = size - 1; count >= 0; count--) {
    top[count] = heap[0];
    sink(heap, keys, count, keys[count], heap[count]);
  }
  return top;
}

/** The first product from `from` on that scores at least `least`; the number of products when none does. */
function nextOf(score: Float64Array, from: number, least: number): number {
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

const keyOf = (score: number, tier: number): number => Math.round(score * GRAIN) - 2 * GRAIN * tier;

/** Whether A comes after B. */
const after = (keyA: number, a: number, keyB: number, b: number): boolean =>
  keyA < keyB || (keyA === keyB && a > b);

/** Puts an entry at the end of the heap and lets it rise to its place. */
function rise(heap: Int32Array, keys: Float64Array, end: number, key: number, item: number): void {
  let at = end;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!after(key, item, keys[parent], heap[parent])) break;
    keys[at] = keys[parent];
    heap[at] = heap[parent];
    at = parent;
  }
  keys[at] = key;
  heap[at] = item;
}

/** Replaces the top of the first `count` entries and lets the new one sink to its place. */
function sink(heap: Int32Array, keys: Float64Array, count: number, key: number, item: number): void {
  let at = 0;
  for (let child = 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count && after(keys[child + 1], heap[child + 1], keys[child], heap[child])) child++;
    if (!after(keys[child], heap[child], key, item)) break;
    keys[at] = keys[child];
    heap[at] = heap[child];
    at = child;
  }
  keys[at] = key;
  heap[at] = item;
}
