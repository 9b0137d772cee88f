/** Texts by number, and their numbers. */
export interface Strings {
  readonly length: number;
  /** Empty where there is none of this number. */
  at(number: number): string;
  /** The number of a text; `undefined` where it is none of these. */
  find(text: string): number | undefined;
}

/**
 * Texts one after the other, as plain data: UTF-16 code units, in one byte each where all fit, those of number n being
 * `units[start[n] .. start[n + 1]]`. Hundreds of thousands of strings are as many objects for each collection of
 * garbage to visit; these are two.
 */
export interface PackedList {
  readonly units: Uint8Array | Uint16Array;
  readonly start: Int32Array;
}

/**
 * Distinct texts that are found again: the numbers of those whose hash begins with b are `order[buckets[b] .. buckets[b
 * + 1]]`, in the order of their texts, so that no choice of texts makes finding one slow.
 */
export interface PackedStrings extends PackedList {
  readonly order: Int32Array;
  /** Two to a power, and the end. */
  readonly buckets: Int32Array;
}

export function packList(texts: readonly string[]): PackedList {
  const start = new Int32Array(texts.length + 1);
  for (let n = 0; n < texts.length; n++) start[n + 1] = start[n] + texts[n].length;
  const wide = new Uint16Array(start[texts.length]);
  let all = 0;
  for (let n = 0; n < texts.length; n++) {
    const text = texts[n];
    for (let k = 0; k < text.length; k++) {
      const unit = text.charCodeAt(k);
      wide[start[n] + k] = unit;
      all |= unit;
    }
  }
  return { units: all <= 0xff ? new Uint8Array(wide) : wide, start };
}

/** What a call takes without running out of stack. */
const MOST_ARGUMENTS = 8192;

/** The text of a number. */
export function textAt({ units, start }: PackedList, number: number): string {
  const end = start[number + 1];
  let text = '';
  for (let from = start[number]; from < end; from += MOST_ARGUMENTS) {
    // An array of short texts is made sooner than a view of the units.
    const some = new Array<number>(Math.min(MOST_ARGUMENTS, end - from));
    for (let k = 0; k < some.length; k++) some[k] = units[from + k];
    text += String.fromCharCode.apply(undefined, some);
  }
  return text;
}

/** Buckets for so many texts: the first bits of a hash, one at least. */
const bitsFor = (length: number): number => Math.max(1, Math.ceil(Math.log2(length + 1)));

/** FNV-1a over code units (Fowler, Noll & Vo), its upper bits mixed with the lower ones. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}

/** @param texts all of them distinct */
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

/** How a text compares with that of a number, in the order of their units: below 0, 0, above 0. */
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
        const side = compared(text, packed, order[middle]);
        if (side === 0) return order[middle];
        if (side < 0) high = middle;
        else low = middle + 1;
      }
      return undefined;
    },
  };
}

/** Texts as they come, of a list that is read once. */
export function stringsIn(texts: readonly string[]): Strings {
  const numbers = new Map<string, number>();
  for (let n = 0; n < texts.length; n++) numbers.set(texts[n], n);
  return {
    length: texts.length,
    at: (number) => texts[number] ?? '',
    find: (text) => numbers.get(text),
  };
}
