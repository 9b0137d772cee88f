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

/** Inner product of a vector with the one that starts at an offset. */
export function innerProduct(own: Float32Array, vectors: Float32Array, at: number): number {
  let sum = 0;
  for (let k = 0; k < own.length; k++) sum += own[k] * vectors[at + k];
  return sum;
}
