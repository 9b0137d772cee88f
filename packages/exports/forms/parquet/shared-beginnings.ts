/*
 * Texts in the encoding DELTA_BYTE_ARRAY of Parquet: how many letters each shares with the one before it, then how many are
 * its own, both as differences, then those. See https://parquet.apache.org/docs/file-format/data-pages/encodings/.
 */

/** Blocks and parts of them that any writer makes. The format asks for multiples of 128 and 32. */
const MAX_BLOCK = 65_536;
/** Bits of a difference. */
const MAX_WIDTH = 64;

/**
 * The bytes of all texts together, found without making any of them.
 *
 * @throws RangeError where the lengths are not those of texts
 */
export function textLength(bytes: Uint8Array, count: number): number {
  if (count === 0) return 0;
  const reader = new BitReader(bytes);
  const shared = differences(reader, count);
  const own = differences(reader, count);
  let length = 0;
  let total = 0;
  for (let n = 0; n < count; n++) {
    if (shared[n] < 0 || shared[n] > length || own[n] < 0)
      throw new RangeError('a text claims to begin as one that is shorter');
    length = shared[n] + own[n];
    total += length;
  }
  return total;
}

/** How many of the first `count` levels of a page are `level`, in runs and packed groups of `width` bits. */
export function countOf(bytes: Uint8Array, level: number, width: number, count: number): number {
  const reader = new BitReader(bytes);
  let found = 0;
  for (let seen = 0; seen < count; ) {
    const header = reader.varint();
    const isPacked = header % 2 === 1;
    const length = Math.min(isPacked ? ((header - 1) / 2) * 8 : header / 2, count - seen);
    if (length === 0) throw new RangeError('a run of levels is empty');
    if (isPacked) {
      for (let n = 0; n < length; n++) if (reader.bits(width) === level) found++;
      reader.align();
    } else if (reader.bits(8 * ((width + 7) >> 3)) === level) found += length;
    seen += length;
  }
  return found;
}

/** Whole numbers as a first one and differences to the one before, in blocks whose parts have a width of their own. */
function differences(reader: BitReader, count: number): Float64Array {
  const block = reader.varint();
  const parts = reader.varint();
  reader.varint();
  if (block > MAX_BLOCK || parts === 0 || block % parts !== 0)
    throw new RangeError(`it claims blocks of ${block} values in ${parts} parts`);
  const values = new Float64Array(count);
  let value = reader.zigzag();
  values[0] = value;
  for (let n = 1; n < count; ) {
    const least = reader.zigzag();
    const widths = Array.from({ length: parts }, () => reader.bits(8));
    for (const width of widths) {
      if (n >= count) break;
      if (width > MAX_WIDTH) throw new RangeError(`it claims values of ${width} bits`);
      const end = reader.offset + ((block / parts) * width) / 8;
      for (let k = 0; k < block / parts && n < count; k++, n++) {
        value += least + reader.bits(width);
        values[n] = value;
      }
      reader.offset = end;
    }
  }
  return values;
}

/** Reads numbers of any width, the lowest bit first. */
class BitReader {
  readonly #bytes: Uint8Array;
  #byte = 0;
  #bit = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get offset(): number {
    return this.#byte;
  }

  set offset(at: number) {
    this.#byte = at;
    this.#bit = 0;
  }

  align(): void {
    if (this.#bit > 0) this.offset = this.#byte + 1;
  }

  bits(width: number): number {
    let value = 0;
    for (let read = 0; read < width; ) {
      if (this.#byte >= this.#bytes.length) throw new RangeError('a page is cut off');
      const taken = Math.min(8 - this.#bit, width - read);
      value += ((this.#bytes[this.#byte] >> this.#bit) & ((1 << taken) - 1)) * 2 ** read;
      read += taken;
      this.#bit += taken;
      if (this.#bit === 8) this.offset = this.#byte + 1;
    }
    return value;
  }

  varint(): number {
    let value = 0;
    for (let factor = 1; factor <= 2 ** 49; factor *= 128) {
      const byte = this.bits(8);
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw new RangeError('a number is longer than any');
  }

  /** Whole numbers with a sign: 0, −1, 1, −2 … */
  zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
