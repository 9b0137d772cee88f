/** Numbers that are sorted at once, and those that are merged between two yields: about a millisecond each. Set by hand. */
const RUN = 2_048;
const MERGED = 16_384;

/**
 * The numbers in ascending order, without NaN: merge sort, which yields between its runs. The sort of a typed array takes
 * tens of milliseconds for 100,000 numbers.
 */
export function* sortedInSteps(numbers: Float64Array): Generator<void, Float64Array> {
  let sorted = numbers.filter((number) => !Number.isNaN(number));
  const { length } = sorted;
  for (let from = 0; from < length; from += RUN) {
    sorted.subarray(from, from + RUN).sort();
    yield;
  }
  let merged = new Float64Array(length);
  for (let width = RUN; width < length; width *= 2) {
    let a = 0;
    let b = width;
    for (let at = 0; at < length; at++) {
      const from = at - (at % (2 * width));
      if (at === from) {
        a = from;
        b = from + width;
      }
      const endOfB = Math.min(from + 2 * width, length);
      const takesA = a < Math.min(from + width, length) && (b >= endOfB || sorted[a] <= sorted[b]);
      merged[at] = takesA ? sorted[a++] : sorted[b++];
      if (at % MERGED === MERGED - 1) yield;
    }
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}
