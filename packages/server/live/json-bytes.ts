const encoder = new TextEncoder();

/** Figures are told to 12 decimal places, at which rankings compare scores: what is beyond is noise. */
const GRAIN = 1e12;
/** From here on JavaScript writes a number without an exponent, in units of the last place. */
const LEAST_PLAIN = 1e6;

/** A score as answers tell it. */
export const told = (score: number): number => Math.round(score * GRAIN) / GRAIN;

/** JSON, or a part of some, as it is written again and again. */
export const piece = (json: string): Uint8Array => encoder.encode(json);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const POINT = 0x2e;

/** The digits of 0 to 999, four bytes apart. */
const DIGITS = new Uint8Array(4_000);
for (let n = 0; n < 1_000; n++) DIGITS.set(piece(String(n).padStart(3, '0')), 4 * n);

/** Memory that is kept from one text to the next; longer ones have their own. */
const KEPT = 256 * 1024;

/**
 * Writes JSON straight as UTF-8: byte for byte what `JSON.stringify` makes of the same values, without the objects and
 * strings in between. Most of a ranked list are figures and the same few names, and it goes out as bytes in the end.
 *
 * @example
 * const out = new JsonBytes();
 * out.piece(piece('{"id":')).string('sku-1').piece(piece(',"score":')).figure(0.25).piece(piece('}'));
 * out.taken().toString(); // {"id":"sku-1","score":0.25}
 */
export class JsonBytes {
  #bytes = Buffer.allocUnsafeSlow(KEPT);
  #length = 0;

  /** Begins a text; what a writer that threw has left behind is dropped. */
  begin(): this {
    this.#length = 0;
    return this;
  }

  /** A constant part, as {@link piece} makes them. */
  piece(json: Uint8Array): this {
    const at = this.#reserve(json.length);
    this.#bytes.set(json, at);
    this.#length = at + json.length;
    return this;
  }

  string(value: string): this {
    const { length } = value;
    let at = this.#reserve(6 * length + 2);
    const bytes = this.#bytes;
    bytes[at++] = QUOTE;
    for (let i = 0; i < length; i++) {
      const unit = value.charCodeAt(i);
      if (unit < 0x20 || unit > 0x7e || unit === QUOTE || unit === BACKSLASH) {
        this.#length += bytes.write(JSON.stringify(value), this.#length);
        return this;
      }
      bytes[at++] = unit;
    }
    bytes[at++] = QUOTE;
    this.#length = at;
    return this;
  }

  /** Any number, as it is. */
  number(value: number): this {
    const text = JSON.stringify(value);
    const at = this.#reserve(text.length);
    for (let i = 0; i < text.length; i++) this.#bytes[at + i] = text.charCodeAt(i);
    this.#length = at + text.length;
    return this;
  }

  /** A number as it is {@link told}. */
  figure(value: number): this {
    const units = Math.round(value * GRAIN);
    if (!(units >= LEAST_PLAIN && units < GRAIN)) return this.number(units / GRAIN);
    const upper = Math.floor(units / 1e6);
    const lower = units - upper * 1e6;
    const a = 4 * Math.floor(upper / 1_000);
    const b = 4 * (upper % 1_000);
    const c = 4 * Math.floor(lower / 1_000);
    const d = 4 * (lower % 1_000);
    let at = this.#reserve(14);
    const bytes = this.#bytes;
    bytes[at] = ZERO;
    bytes[at + 1] = POINT;
    bytes[at + 2] = DIGITS[a]!;
    bytes[at + 3] = DIGITS[a + 1]!;
    bytes[at + 4] = DIGITS[a + 2]!;
    bytes[at + 5] = DIGITS[b]!;
    bytes[at + 6] = DIGITS[b + 1]!;
    bytes[at + 7] = DIGITS[b + 2]!;
    bytes[at + 8] = DIGITS[c]!;
    bytes[at + 9] = DIGITS[c + 1]!;
    bytes[at + 10] = DIGITS[c + 2]!;
    bytes[at + 11] = DIGITS[d]!;
    bytes[at + 12] = DIGITS[d + 1]!;
    bytes[at + 13] = DIGITS[d + 2]!;
    at += 14;
    while (bytes[at - 1] === ZERO) at--;
    this.#length = at;
    return this;
  }

  /** All that was written; the next text begins. */
  taken(): Buffer {
    const written = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    if (this.#bytes.length <= KEPT) return Buffer.from(written);
    this.#bytes = Buffer.allocUnsafeSlow(KEPT);
    return written;
  }

  /** Makes room for so many bytes, and tells where. */
  #reserve(bytes: number): number {
    const needed = this.#length + bytes;
    if (needed > this.#bytes.length) {
      const longer = Buffer.allocUnsafeSlow(2 * needed);
      this.#bytes.copy(longer, 0, 0, this.#length);
      this.#bytes = longer;
    }
    return this.#length;
  }
}
