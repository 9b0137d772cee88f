/** Bytes of a page: holds the short arrays of a few rankings. Set by hand. */
const PAGE = 64 * 1024;
/** An array of this many bytes or more gets memory of its own. Set by hand. */
const LONG = 8 * 1024;

let page = new ArrayBuffer(PAGE);
let used = 0;

/**
 * Reserves bytes in the current page, or in a new one where they do not fit. Returns their offset, a multiple of 8.
 */
function reserve(bytes: number): number {
  if (used + bytes > PAGE) {
    page = new ArrayBuffer(PAGE);
    used = 0;
  }
  const at = used;
  used += (bytes + 7) & ~7;
  return at;
}

/**
 * An array of zeros like `new Float64Array(length)`, for the duration of one ranking. A ranking needs dozens of short
 * arrays. Allocated one by one, each would have a buffer outside of V8's heap, and freeing these buffers would prolong
 * every garbage collection; therefore short arrays share pages. Pages are never reused, so arrays of different rankings
 * never overlap. Do not keep the array for longer than a ranking: it would keep its whole page alive.
 */
export function zeros(length: number): Float64Array {
  const bytes = 8 * length;
  // `reserve` may start a new page, so `page` is read after the call.
  const at = bytes < LONG ? reserve(bytes) : -1;
  return at < 0 ? new Float64Array(length) : new Float64Array(page, at, length);
}

/** An array of integer zeros; see {@link zeros}. */
export function zeroIntegers(length: number): Int32Array {
  const bytes = 4 * length;
  const at = bytes < LONG ? reserve(bytes) : -1;
  return at < 0 ? new Int32Array(length) : new Int32Array(page, at, length);
}
