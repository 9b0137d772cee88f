/** Elements of a long list, or entries of a long map, that stand for all. */
const LOOKED_AT = 64;

/**
 * Bytes of a reference or a number where it stands, of an object or list without them, and of a string but for its
 * text.
 */
export const SLOT = 8;
export const HEADER = 24;
export const STRING = 16;

/**
 * Memory that data takes, in bytes: typed arrays exactly, each once, all else roughly as V8 lays it out. Of long
 * lists and maps a few entries are looked at. Functions, and what they hold, count nothing.
 */
export function bytesOf(value: unknown, counted = new Set<ArrayBufferLike>()): number {
  if (typeof value === 'string') return STRING + value.length;
  if (value === null || typeof value !== 'object') return 0;
  if (ArrayBuffer.isView(value)) {
    if (counted.has(value.buffer)) return 0;
    counted.add(value.buffer);
    return value.buffer.byteLength;
  }
  // An entry of a map takes as much as a list of two.
  if (value instanceof Map) return HEADER + several(value, value.size, counted);
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return HEADER + SLOT * inner.length + several(inner, inner.length, counted);
}

/** What is in a list, or in the entries of a map. */
function several(values: Iterable<unknown>, length: number, counted: Set<ArrayBufferLike>): number {
  let bytes = 0;
  let looked = 0;
  for (const value of values) {
    bytes += bytesOf(value, counted);
    if (++looked === LOOKED_AT) return (bytes / looked) * length;
  }
  return bytes;
}
