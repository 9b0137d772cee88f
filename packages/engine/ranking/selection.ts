import type { CatalogueIndex } from './catalogue-index.ts';

/** Scores that differ by less than this count as equal, so that the order of summation cannot decide. */
const GRAIN = 1e12;

/** Dismissed products rank behind all others, and those that cannot be bought behind these. */
export function tiersOf(index: CatalogueIndex, dismissed: readonly string[]): Uint8Array {
  const tiers = new Uint8Array(index.size);
  for (let i = 0; i < tiers.length; i++) if (index.available[i] === 0) tiers[i] = 2;
  for (const id of dismissed) {
    const product = index.numbers.get(id);
    if (product !== undefined) tiers[product]! += 1;
  }
  return tiers;
}

/** The first `limit` products: by tier, then by score, then in the given order. */
export function topOf(score: Float64Array, tiers: Uint8Array, limit: number): Int32Array {
  const size = Math.min(limit, score.length);
  const heap = new Int32Array(size);
  const keys = new Float64Array(size);
  // A heap with the last of the chosen on top. Keys put tiers apart: scores are at most 1.
  let count = 0;
  const after = (keyA: number, a: number, keyB: number, b: number): boolean =>
    keyA < keyB || (keyA === keyB && a > b);
  const down = (at: number): void => {
    for (let parent = at; ; ) {
      let child = 2 * parent + 1;
      if (child >= count) return;
      if (child + 1 < count && after(keys[child + 1]!, heap[child + 1]!, keys[child]!, heap[child]!)) child++;
      if (!after(keys[child]!, heap[child]!, keys[parent]!, heap[parent]!)) return;
      swap(heap, keys, child, parent);
      parent = child;
    }
  };
  // Most products score far below the last of the chosen: they are passed over without a key.
  let hopeless = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < score.length; i++) {
    if (score[i]! < hopeless) continue;
    const key = Math.round(score[i]! * GRAIN) - 2 * GRAIN * tiers[i]!;
    if (count < size) {
      heap[count] = i;
      keys[count] = key;
      for (let child = count++; child > 0; ) {
        const parent = (child - 1) >> 1;
        if (!after(keys[child]!, heap[child]!, keys[parent]!, heap[parent]!)) break;
        swap(heap, keys, child, parent);
        child = parent;
      }
      if (count === size) hopeless = keys[0]! / GRAIN - 2 / GRAIN;
    } else if (size > 0 && key > keys[0]!) {
      heap[0] = i;
      keys[0] = key;
      down(0);
      hopeless = keys[0]! / GRAIN - 2 / GRAIN;
    }
  }
  const top = new Int32Array(count);
  while (count > 0) {
    count--;
    top[count] = heap[0]!;
    heap[0] = heap[count]!;
    keys[0] = keys[count]!;
    down(0);
  }
  return top;
}

function swap(heap: Int32Array, keys: Float64Array, a: number, b: number): void {
  const item = heap[a]!;
  heap[a] = heap[b]!;
  heap[b] = item;
  const key = keys[a]!;
  keys[a] = keys[b]!;
  keys[b] = key;
}
