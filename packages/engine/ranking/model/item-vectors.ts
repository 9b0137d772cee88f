/**
 * Vectors of items, learned from the order of visits. What a session's last moves say of an item is the inner product
 * of its vector with theirs: items that never shared a session are alike where their neighbours are the same.
 */
export interface ItemVectors {
  /** Components of a vector. */
  readonly dimensions: number;
  /** `[item × dimensions + component]`; an item that came later has none. */
  readonly vectors: Float32Array;
  /** `[item]`: log-odds that do not depend on the session. */
  readonly bias: Float32Array;
  /** `[moves back]`: weight of the item in the session's vector. */
  readonly decay: Float32Array;
}

/** Items after an item that are kept. Set by hand. */
const NEIGHBOURS = 80;

/** What was found, by item, for as long as the vectors live. */
const found = new WeakMap<ItemVectors, Map<number, Int32Array>>();

/**
 * The items that are the most probable after an item alone, itself among them. They are found when first asked for,
 * since few items of a large catalogue are ever asked for: .3 ms for 3,000 items, and as many times more as there are
 * items.
 */
export function neighboursOf(learned: ItemVectors, item: number): Int32Array {
  let ofItem = found.get(learned);
  if (ofItem === undefined) {
    ofItem = new Map();
    found.set(learned, ofItem);
  }
  let neighbours = ofItem.get(item);
  if (neighbours === undefined) {
    neighbours = findNeighbours(learned, item);
    ofItem.set(item, neighbours);
  }
  return neighbours;
}

function findNeighbours({ dimensions, vectors, bias, decay }: ItemVectors, item: number): Int32Array {
  const items = bias.length;
  const logits = new Float32Array(items);
  const own = vectors.subarray(item * dimensions, (item + 1) * dimensions);
  for (let other = 0; other < items; other++) {
    logits[other] = bias[other] + decay[0] * innerProduct(own, vectors, other * dimensions);
  }
  const least = logits.slice().sort()[Math.max(0, items - NEIGHBOURS)];
  const neighbours: number[] = [];
  for (let other = 0; other < items; other++) if (logits[other] >= least) neighbours.push(other);
  return Int32Array.from(neighbours);
}

/** Inner product of a vector with the one that starts at an offset. */
export function innerProduct(own: Float32Array | Float64Array, vectors: Float32Array, at: number): number {
  let sum = 0;
  for (let k = 0; k < own.length; k++) sum += own[k] * vectors[at + k];
  return sum;
}
