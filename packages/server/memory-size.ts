/** Elements of a long list, or entries of a long map, that are measured; the rest is extrapolated. Set by hand. */
const SAMPLE = 64;

/**
 * Bytes of a field (a reference or a small number), of any other number, of an object or list without its fields, and of a
 * string without its characters. Approximations of the layout of V8 on 64 bits.
 */
export const SLOT = 8;
export const NUMBER = 16;
export const HEADER = 24;
export const STRING = 16;

/** What Latin-1 has no letter for: V8 keeps a string with any of it in two bytes a character. */
const WIDE = /[^\0-\xff]/;

/** Bytes of the characters of a string. */
export const bytesOfText = (text: string): number => (WIDE.test(text) ? 2 * text.length : text.length);

/** Whether V8 keeps a number in the field itself: an integer of 32 bits. */
const isSmall = (value: number): boolean => (value | 0) === value;

/**
 * Memory of plain data, in bytes: exact for typed arrays, each buffer once; approximate for the rest. Long lists and
 * maps are estimated from their first entries. Functions and their closures are not counted.
 */
export function bytesOf(value: unknown, counted = new Set<ArrayBufferLike>()): number {
  if (typeof value === 'string') return STRING + bytesOfText(value);
  if (typeof value === 'number') return isSmall(value) ? 0 : NUMBER;
  if (value === null || typeof value !== 'object') return 0;
  if (ArrayBuffer.isView(value)) {
    if (counted.has(value.buffer)) return 0;
    counted.add(value.buffer);
    return value.buffer.byteLength;
  }
  // A map entry is iterated as a list of two, which takes about as much.
  if (value instanceof Map) return HEADER + bytesOfEntries(value, value.size, counted);
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return HEADER + SLOT * inner.length + bytesOfEntries(inner, inner.length, counted);
}

/** Memory of the elements of a list, or of the entries of a map. */
function bytesOfEntries(values: Iterable<unknown>, length: number, counted: Set<ArrayBufferLike>): number {
  let bytes = 0;
  let measured = 0;
  for (const value of values) {
    bytes += bytesOf(value, counted);
    if (++measured === SAMPLE) return (bytes / measured) * length;
  }
  return bytes;
}
