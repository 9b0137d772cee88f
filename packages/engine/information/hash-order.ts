/** Indices by ascending hash; equal hashes, which are rare, by `untie`. */
export function orderByHash(hash: Float64Array, untie: (left: number, right: number) => number): Int32Array {
  const shift = 2 ** 21;
  const keys = Float64Array.from(hash, (value, index) => value * shift + (index % shift)).sort();
  // More products than fit beside a hash in one number are put in order the long way.
  if (hash.length > shift) {
    return Int32Array.from(hash.keys()).sort((left, right) => hash[left] - hash[right] || untie(left, right));
  }
  const order = Int32Array.from(keys, (key) => key % shift);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && hash[order[to]] === hash[order[from]]) to++;
    if (to > from + 1) order.subarray(from, to).sort(untie);
    from = to;
  }
  return order;
}
