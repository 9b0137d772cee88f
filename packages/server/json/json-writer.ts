import { dateOf, timeOfDay } from './iso-time.ts';

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
const COLON = 0x3a;
const LETTER_Z = 0x5a;

/** The digits of 0 to 999, four bytes apart. */
const DIGITS = new Uint8Array(4_000);
for (let n = 0; n < 1_000; n++) DIGITS.set(piece(String(n).padStart(3, '0')), 4 * n);

/** A piece of so many bytes is copied sooner one by one than by a call. */
const SHORT = 16;

/** A time of a year of six digits, with its quotes. */
const LONGEST_TIME = '"+275760-09-13T00:00:00.000Z"'.length;

/** Writes a number below 100 and a character behind it, and tells where they end. */
function twoDigits(bytes: Uint8Array, at: number, number: number, behind: number): number {
  bytes[at] = DIGITS[4 * number + 1];
  bytes[at + 1] = DIGITS[4 * number + 2];
  bytes[at + 2] = behind;
  return at + 3;
}

/** Memory in which texts lie one behind the other; longer ones have their own. */
const SHARED = 256 * 1024;

/**
 * Writes JSON straight as UTF-8: byte for byte what `JSON.stringify` makes of the same values, without the objects and
 * strings in between. Most of a ranked list are figures and the same few names, and it goes out as bytes in the end.
 *
 * @example
 * const out = new JsonWriter();
 * out.piece(piece('{"id":')).string('sku-1').piece(piece(',"score":')).figure(0.25).piece(piece('}'));
 * out.taken().toString(); // {"id":"sku-1","score":0.25}
 */
export class JsonWriter {
  #bytes = Buffer.allocUnsafeSlow(SHARED);
  /** Where the text begins, and where its next byte goes. */
  #start = 0;
  #end = 0;

  /** Begins a text; what a writer that threw has left behind is dropped. */
  begin(): this {
    this.#end = this.#start;
    return this;
  }

  /** A constant part, as {@link piece} makes them. */
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

  /** Some bytes of constant parts that lie one behind the other. */
  part(json: Uint8Array, from: number, to: number): this {
    const at = this.#reserve(to - from);
    const bytes = this.#bytes;
    if (to - from > SHORT) bytes.set(json.subarray(from, to), at);
    else for (let i = from; i < to; i++) bytes[at + i - from] = json[i];
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

  /** Any number, as it is. */
  number(value: number): this {
    const text = JSON.stringify(value);
    const at = this.#reserve(text.length);
    for (let i = 0; i < text.length; i++) this.#bytes[at + i] = text.charCodeAt(i);
    this.#end = at + text.length;
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

  /** A number to six decimal places. */
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
   * A time in ms since the epoch, as `toISOString` writes it.
   *
   * @throws RangeError where there is no such time
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

  /** All that was written, as text; the next one begins. */
  text(): string {
    const written = this.#bytes.toString('utf8', this.#start, this.#end);
    this.#end = this.#start;
    if (this.#bytes.length > SHARED) this.#renew(SHARED);
    return written;
  }

  /**
   * All that was written; the next text begins. The bytes stay as they are, and are not copied: they keep the memory
   * that they share with others for as long as they are held, and cannot be moved to another thread.
   */
  taken(): Buffer {
    const written = this.#bytes.subarray(this.#start, this.#end);
    this.#start = this.#end;
    if (this.#bytes.length > SHARED) this.#renew(SHARED);
    return written;
  }

  /** Makes room for so many bytes, and tells where. */
  #reserve(bytes: number): number {
    if (this.#end + bytes > this.#bytes.length) {
      this.#renew(Math.max(SHARED, 2 * (this.#end - this.#start + bytes)));
    }
    return this.#end;
  }

  /** Goes on with what is written of the text in other memory. */
  #renew(size: number): void {
    const renewed = Buffer.allocUnsafeSlow(size);
    this.#end = this.#bytes.copy(renewed, 0, this.#start, this.#end);
    this.#start = 0;
    this.#bytes = renewed;
  }
}
