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
export function innerProduct(own: Float32Array | Float64Array, vectors: Float32Array, at: number): number {
  let sum = 0;
  for (let k = 0; k < own.length; k++) sum += own[k] * vectors[at + k];
  return sum;
}

/**
 * Inner products of a vector with some others, each added up in the order of {@link innerProduct}. Four at a time: an
 * addition waits for the one before it in its sum, and the sums of the others fill that time.
 *
 * @param at offsets of the vectors
 * @param count how many of them
 * @param into where their inner products are written to
 */
export function innerProducts(
  own: Float64Array,
  vectors: Float32Array,
  at: Int32Array,
  count: number,
  into: Float64Array,
): void {
  const size = own.length;
  let n = 0;
  for (; n + 3 < count; n += 4) {
    const [a, b, c, d] = [at[n], at[n + 1], at[n + 2], at[n + 3]];
    let [ofA, ofB, ofC, ofD] = [0, 0, 0, 0];
    for (let k = 0; k < size; k++) {
      const component = own[k];
      ofA += component * vectors[a + k];
      ofB += component * vectors[b + k];
      ofC += component * vectors[c + k];
      ofD += component * vectors[d + k];
    }
    into[n] = ofA;
    into[n + 1] = ofB;
    into[n + 2] = ofC;
    into[n + 3] = ofD;
  }
  for (; n < count; n++) into[n] = innerProduct(own, vectors, at[n]);
}
