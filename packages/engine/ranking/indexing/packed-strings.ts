/** Strings by number, and numbers by string. */
export interface Strings {
  readonly length: number;
  /** The string of a number; empty where there is none. */
  at(number: number): string;
  /** The number of a string; `undefined` where it is not one of these. */
  find(text: string): number | undefined;
}

/**
 * Strings as plain data: UTF-16 code units, in one byte each where all fit. Those of string n are `units[start[n] ..
 * start[n + 1]]`. Hundreds of thousands of string objects would be visited by every garbage collection; these are two
 * arrays.
 */
export interface PackedList {
  readonly units: Uint8Array | Uint16Array;
  readonly start: Int32Array;
}

/**
 * Distinct strings with a hash index. The numbers of the strings whose hash starts with the bits b are
 * `order[buckets[b] .. buckets[b + 1]]`, sorted by string, so that look-ups stay logarithmic also where many hashes
 * collide.
 */
export interface PackedStrings extends PackedList {
  readonly order: Int32Array;
  /** Length: a power of two, plus 1 for the end. */
  readonly buckets: Int32Array;
}

export function packList(texts: readonly string[]): PackedList {
  const start = new Int32Array(texts.length + 1);
  for (let n = 0; n < texts.length; n++) start[n + 1] = start[n] + texts[n].length;
  const units = new Uint16Array(start[texts.length]);
  let union = 0;
  for (let n = 0; n < texts.length; n++) {
    const text = texts[n];
    for (let k = 0; k < text.length; k++) {
      const unit = text.charCodeAt(k);
      units[start[n] + k] = unit;
      union |= unit;
    }
  }
  return { units: union <= 0xff ? new Uint8Array(units) : units, start };
}

/** Arguments of one call of `String.fromCharCode`: more could exceed the stack. Set by hand. */
const MAX_ARGUMENTS = 8192;

/** The string of a number. */
export function textAt({ units, start }: PackedList, number: number): string {
  const end = start[number + 1];
  let text = '';
  for (let from = start[number]; from < end; from += MAX_ARGUMENTS) {
    // For short strings, filling an array is faster than creating a view of the units.
    const some = new Array<number>(Math.min(MAX_ARGUMENTS, end - from));
    for (let k = 0; k < some.length; k++) some[k] = units[from + k];
    text += String.fromCharCode.apply(undefined, some);
  }
  return text;
}

/** Number of hash bits that select a bucket: about one string per bucket; at least 1 bit. */
const bitsFor = (length: number): number => Math.max(1, Math.ceil(Math.log2(length + 1)));

/** FNV-1a over UTF-16 code units (Fowler, Noll and Vo), with the upper bits mixed into the lower ones. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}

/**
 * Packs strings with a hash index.
 *
 * @param texts distinct strings
 */
export function packStrings(texts: readonly string[]): PackedStrings {
  const bits = bitsFor(texts.length);
  const shift = 32 - bits;
  const bucketOf = Int32Array.from(texts, (text) => hashOf(text) >>> shift);
  const buckets = new Int32Array((1 << bits) + 1);
  for (const bucket of bucketOf) buckets[bucket + 1]++;
  for (let b = 1; b < buckets.length; b++) buckets[b] += buckets[b - 1];
  const next = buckets.slice();
  const order = new Int32Array(texts.length);
  for (let n = 0; n < texts.length; n++) order[next[bucketOf[n]]++] = n;
  for (let b = 0; b + 1 < buckets.length; b++) {
    if (buckets[b + 1] - buckets[b] < 2) continue;
    order.subarray(buckets[b], buckets[b + 1]).sort((m, n) => (texts[m] < texts[n] ? -1 : 1));
  }
  return { ...packList(texts), order, buckets };
}

/** Compares a string with the string of a number by code units: below 0, 0 or above 0. */
function compared(text: string, { units, start }: PackedList, number: number): number {
  const from = start[number];
  const length = start[number + 1] - from;
  const shared = Math.min(length, text.length);
  for (let k = 0; k < shared; k++) {
    const difference = text.charCodeAt(k) - units[from + k];
    if (difference !== 0) return difference;
  }
  return text.length - length;
}

/** Reads what {@link packStrings} wrote. */
export function stringsOf(packed: PackedStrings): Strings {
  const { start, order, buckets } = packed;
  const length = start.length - 1;
  const shift = 32 - bitsFor(length);
  return {
    length,
    at: (number) => (number >= 0 && number < length ? textAt(packed, number) : ''),
    find(text) {
      const bucket = hashOf(text) >>> shift;
      let low = buckets[bucket];
      let high = buckets[bucket + 1];
      while (low < high) {
        const middle = (low + high) >>> 1;
        const comparison = compared(text, packed, order[middle]);
        if (comparison === 0) return order[middle];
        if (comparison < 0) high = middle;
        else low = middle + 1;
      }
      return undefined;
    },
  };
}

/** The strings of a list that is used once; nothing is packed. */
export function stringsIn(texts: readonly string[]): Strings {
  const numbers = new Map<string, number>();
  for (let n = 0; n < texts.length; n++) numbers.set(texts[n], n);
  return {
    length: texts.length,
    at: (number) => texts[number] ?? '',
    find: (text) => numbers.get(text),
  };
}
