/** Indices by ascending hash; equal hashes, which are rare, by `untie`. */
export function orderByHash(hash: Float64Array, untie: (left: number, right: number) => number): Int32Array {
  const shift = 2 ** 21;
  // More products than fit beside a hash in one number are put in order the long way.
  if (hash.length > shift) {
    return Int32Array.from(hash.keys()).sort((left, right) => hash[left] - hash[right] || untie(left, right));
  }
  const keys = new Float64Array(hash.length);
  for (let index = 0; index < keys.length; index++) keys[index] = hash[index] * shift + index;
  keys.sort();
  const order = new Int32Array(keys.length);
  for (let at = 0; at < keys.length; at++) order[at] = keys[at] % shift;
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && hash[order[to]] === hash[order[from]]) to++;
    if (to > from + 1) order.subarray(from, to).sort(untie);
    from = to;
  }
  return order;
}
