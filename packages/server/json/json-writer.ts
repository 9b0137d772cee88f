import { dateOf, timeOfDay } from './iso-time.ts';

const encoder = new TextEncoder();

/** Scores have 12 decimal places in responses, as rankings compare them: further places are noise. */
const PRECISION = 1e12;
/** JavaScript writes smaller numbers with an exponent; in units of the last place. */
const LEAST_PLAIN = 1e6;

/** Rounds a score for a response. */
export const told = (score: number): number => Math.round(score * PRECISION) / PRECISION;

/** Encodes a constant part of JSON, for {@link JsonWriter.piece}. */
export const piece = (json: string): Uint8Array => encoder.encode(json);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const POINT = 0x2e;
const COLON = 0x3a;
const LETTER_Z = 0x5a;

/** The three digits of 0 to 999, at multiples of four. */
const DIGITS = new Uint8Array(4_000);
for (let n = 0; n < 1_000; n++) DIGITS.set(piece(String(n).padStart(3, '0')), 4 * n);

/** Up to this many bytes, a loop copies faster than `TypedArray.set`. Set by hand. */
const SHORT = 16;

/** Characters of a time with a six-digit year, with its quotes. */
const LONGEST_TIME = '"+275760-09-13T00:00:00.000Z"'.length;

/** Writes a number below 100 and a character after it; returns the end. */
function twoDigits(bytes: Uint8Array, at: number, number: number, separator: number): number {
  bytes[at] = DIGITS[4 * number + 1];
  bytes[at + 1] = DIGITS[4 * number + 2];
  bytes[at + 2] = separator;
  return at + 3;
}

/** Bytes of a buffer that several texts share; a longer text has its own. Set by hand. */
const SHARED = 256 * 1024;

/**
 * Writes JSON as UTF-8, byte for byte like `JSON.stringify`, but without objects and strings in between. A ranked list
 * consists mostly of numbers and a few repeated names, and is sent as bytes.
 *
 * @example
 * const out = new JsonWriter();
 * out.piece(piece('{"id":')).string('sku-1').piece(piece(',"score":')).figure(0.25).piece(piece('}'));
 * out.taken().toString(); // {"id":"sku-1","score":0.25}
 */
export class JsonWriter {
  #bytes = Buffer.allocUnsafeSlow(SHARED);
  /** Offsets of the current text: its beginning, and its next byte. */
  #start = 0;
  #end = 0;

  /** Begins a text, and drops an unfinished one. */
  begin(): this {
    this.#end = this.#start;
    return this;
  }

  /** Writes a constant part, encoded by {@link piece}. */
  piece(json: Uint8Array): this {
    const { length } = json;
    const at = this.#reserve(length);
    if (length > SHORT) this.#bytes.set(json, at);
    else {
      const bytes = this.#bytes;
      for (let i = 0; i < length; i++) bytes[at + i] = json[i];
    }
    this.#end = at + length;
    return this;
  }

  /** Writes a range of bytes of adjacent constant parts. */
  part(json: Uint8Array, from: number, to: number): this {
    const at = this.#reserve(to - from);
    const bytes = this.#bytes;
    if (to - from > SHORT) bytes.set(json.subarray(from, to), at);
    else for (let i = from; i < to; i++) bytes[at + i - from] = json[i];
    this.#end = at + to - from;
    return this;
  }

  /** Bytes of the text so far. */
  get length(): number {
    return this.#end - this.#start;
  }

  /** Writes a range of the text once more; offsets are those that {@link length} tells. */
  again(from: number, to: number): this {
    const at = this.#reserve(to - from);
    const bytes = this.#bytes;
    const begin = this.#start + from;
    for (let i = 0; i < to - from; i++) bytes[at + i] = bytes[begin + i];
    this.#end = at + to - from;
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
        this.#end += bytes.write(JSON.stringify(value), this.#end);
        return this;
      }
      bytes[at++] = unit;
    }
    bytes[at++] = QUOTE;
    this.#end = at;
    return this;
  }

  /** Writes any number, unrounded. */
  number(value: number): this {
    const text = JSON.stringify(value);
    const at = this.#reserve(text.length);
    for (let i = 0; i < text.length; i++) this.#bytes[at + i] = text.charCodeAt(i);
    this.#end = at + text.length;
    return this;
  }

  /** Writes a number to 12 decimal places, see {@link told}. */
  figure(value: number): this {
    const units = Math.round(value * PRECISION);
    if (!(units >= LEAST_PLAIN && units < PRECISION)) return this.number(units / PRECISION);
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
    bytes[at + 2] = DIGITS[a];
    bytes[at + 3] = DIGITS[a + 1];
    bytes[at + 4] = DIGITS[a + 2];
    bytes[at + 5] = DIGITS[b];
    bytes[at + 6] = DIGITS[b + 1];
    bytes[at + 7] = DIGITS[b + 2];
    bytes[at + 8] = DIGITS[c];
    bytes[at + 9] = DIGITS[c + 1];
    bytes[at + 10] = DIGITS[c + 2];
    bytes[at + 11] = DIGITS[d];
    bytes[at + 12] = DIGITS[d + 1];
    bytes[at + 13] = DIGITS[d + 2];
    at += 14;
    while (bytes[at - 1] === ZERO) at--;
    this.#end = at;
    return this;
  }

  /** Writes a number to six decimal places. */
  rounded(value: number): this {
    const units = Math.round(value * 1e6);
    const whole = Math.floor(units / 1e6);
    if (!(units >= 0 && whole < 1_000)) return this.number(units / 1e6);
    let at = this.#reserve(10);
    const bytes = this.#bytes;
    for (let k = whole < 10 ? 2 : whole < 100 ? 1 : 0; k < 3; k++) bytes[at++] = DIGITS[4 * whole + k];
    const rest = units - 1e6 * whole;
    if (rest > 0) {
      const a = 4 * Math.floor(rest / 1_000);
      const b = 4 * (rest % 1_000);
      bytes[at] = POINT;
      bytes[at + 1] = DIGITS[a];
      bytes[at + 2] = DIGITS[a + 1];
      bytes[at + 3] = DIGITS[a + 2];
      bytes[at + 4] = DIGITS[b];
      bytes[at + 5] = DIGITS[b + 1];
      bytes[at + 6] = DIGITS[b + 2];
      at += 7;
      while (bytes[at - 1] === ZERO) at--;
    }
    this.#end = at;
    return this;
  }

  /**
   * Writes a time in ms since the epoch, formatted like `toISOString`.
   *
   * @throws RangeError for a time outside the range of `Date`
   */
  time(at: number): this {
    const whole = Math.trunc(at);
    const date = dateOf(whole);
    const milliseconds = timeOfDay(whole);
    const seconds = Math.floor(milliseconds / 1_000);
    const minutes = Math.floor(seconds / 60);
    let place = this.#reserve(LONGEST_TIME);
    const bytes = this.#bytes;
    bytes[place++] = QUOTE;
    for (let i = 0; i < date.length; i++) bytes[place++] = date.charCodeAt(i);
    place = twoDigits(bytes, place, Math.floor(minutes / 60), COLON);
    place = twoDigits(bytes, place, minutes % 60, COLON);
    place = twoDigits(bytes, place, seconds % 60, POINT);
    const digits = 4 * (milliseconds % 1_000);
    bytes[place++] = DIGITS[digits];
    bytes[place++] = DIGITS[digits + 1];
    bytes[place++] = DIGITS[digits + 2];
    bytes[place++] = LETTER_Z;
    bytes[place++] = QUOTE;
    this.#end = place;
    return this;
  }

  /** Ends the text and returns it as a string. */
  text(): string {
    const written = this.#bytes.toString('utf8', this.#start, this.#end);
    this.#end = this.#start;
    if (this.#bytes.length > SHARED) this.#renew(SHARED);
    return written;
  }

  /**
   * Ends the text and returns its bytes without a copy. They never change. While they are referenced, the whole shared
   * buffer stays in memory; they cannot be transferred to another thread.
   */
  taken(): Buffer {
    const written = this.#bytes.subarray(this.#start, this.#end);
    this.#start = this.#end;
    if (this.#bytes.length > SHARED) this.#renew(SHARED);
    return written;
  }

  /** Makes room for so many bytes; returns their offset. */
  #reserve(bytes: number): number {
    if (this.#end + bytes > this.#bytes.length) {
      this.#renew(Math.max(SHARED, 2 * (this.#end - this.#start + bytes)));
    }
    return this.#end;
  }

  /** Moves the current text to a new buffer. */
  #renew(size: number): void {
    const renewed = Buffer.allocUnsafeSlow(size);
    this.#end = this.#bytes.copy(renewed, 0, this.#start, this.#end);
    this.#start = 0;
    this.#bytes = renewed;
  }
}
