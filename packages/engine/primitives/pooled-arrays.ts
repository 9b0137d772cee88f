/** Bytes of a page: the arrays of a few rankings. */
const PAGE = 64 * 1024;
/** Bytes from which on an array has memory of its own. */
const LONG = 8 * 1024;

let page = new ArrayBuffer(PAGE);
let used = 0;

/** Where so many bytes begin in the page, at a multiple of 8. */
function place(bytes: number): number {
  if (used + bytes > PAGE) {
    page = new ArrayBuffer(PAGE);
    used = 0;
  }
  const at = used;
  used += (bytes + 7) & ~7;
  return at;
}

/**
 * So many zeros for the length of a ranking, as `new Float64Array` gives them. A ranking needs dozens of short arrays;
 * each would have memory of its own outside of V8's heap, to be asked for, and to be given back while a collection of
 * garbage holds up everybody. These share pages. Whatever is kept for longer has no place here, since it would keep its
 * whole page.
 */
export function zeros(length: number): Float64Array {
  const bytes = 8 * length;
  // The page is read after `place` has perhaps begun a new one.
  const at = bytes < LONG ? place(bytes) : -1;
  return at < 0 ? new Float64Array(length) : new Float64Array(page, at, length);
}

/** The same of whole numbers. */
export function zeroIntegers(length: number): Int32Array {
  const bytes = 4 * length;
  const at = bytes < LONG ? place(bytes) : -1;
  return at < 0 ? new Int32Array(length) : new Int32Array(page, at, length);
}
