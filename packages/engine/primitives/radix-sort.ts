/** Bits sorted in one pass: three passes sort 32 bits. Set by hand. */
const DIGIT = 11;

/**
 * The indices of the keys in ascending order of key, stable: a least significant digit radix sort, several times faster
 * than a comparison sort.
 *
 * @param keys integers from 0 to 2^32 − 1
 */
export function ascendingOrder(keys: Uint32Array): Int32Array {
  let order = new Int32Array(keys.length);
  for (let index = 0; index < order.length; index++) order[index] = index;
  let next = new Int32Array(keys.length);
  for (let shift = 0; shift < 32; shift += DIGIT) {
    const starts = new Uint32Array((1 << DIGIT) + 1);
    const mask = (1 << DIGIT) - 1;
    for (let index = 0; index < keys.length; index++) starts[((keys[index] >>> shift) & mask) + 1]++;
    for (let digit = 0; digit < mask; digit++) starts[digit + 1] += starts[digit];
    for (let at = 0; at < order.length; at++) {
      const index = order[at];
      next[starts[(keys[index] >>> shift) & mask]++] = index;
    }
    [order, next] = [next, order];
  }
  return order;
}

/**
 * The indices of the hashes in ascending order of hash; `untie` orders indices of equal hashes, which are rare.
 */
export function orderByHash(hash: Uint32Array, untie: (left: number, right: number) => number): Int32Array {
  const order = ascendingOrder(hash);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && hash[order[to]] === hash[order[from]]) to++;
    if (to > from + 1) order.subarray(from, to).sort(untie);
    from = to;
  }
  return order;
}
