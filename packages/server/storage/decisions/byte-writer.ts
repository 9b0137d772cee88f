/** Bytes that several texts share; a longer text has memory of its own. Set by hand. */
const SHARED = 64 * 1024;

/** Writes bytes and unsigned whole numbers, seven bits a byte with the lowest first (LEB128), one text after another. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafeSlow(SHARED);
  #end = 0;

  /** Drops what was written. */
  begin(): this {
    this.#end = 0;
    return this;
  }

  byte(value: number): this {
    this.#reserve(1);
    this.#bytes[this.#end++] = value;
    return this;
  }

  /** @param value whole, 0 to 2^53 − 1 */
  number(value: number): this {
    this.#reserve(8);
    let left = value;
    for (; left >= 128; left = Math.floor(left / 128)) this.#bytes[this.#end++] = (left % 128) + 128;
    this.#bytes[this.#end++] = left;
    return this;
  }

  hex(text: string): this {
    this.#reserve(text.length / 2);
    this.#end += this.#bytes.write(text, this.#end, 'hex');
    return this;
  }

  bytes(bytes: Uint8Array): this {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#end);
    this.#end += bytes.length;
    return this;
  }

  text(text: string): this {
    this.#reserve(3 * text.length);
    this.#end += this.#bytes.write(text, this.#end);
    return this;
  }

  /** A copy of what was written, in memory of its own. */
  taken(): Uint8Array<ArrayBuffer> {
    const taken = Uint8Array.prototype.slice.call(this.#bytes, 0, this.#end) as Uint8Array<ArrayBuffer>;
    this.#end = 0;
    if (this.#bytes.length > SHARED) this.#bytes = Buffer.allocUnsafeSlow(SHARED);
    return taken;
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(2 * (this.#end + bytes));
    this.#bytes.copy(grown, 0, 0, this.#end);
    this.#bytes = grown;
  }
}

/** Reads what {@link ByteWriter} wrote. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** @throws RangeError at the end */
  byte(): number {
    if (this.isAtEnd) throw new RangeError('The bytes of a decision end too early.');
    return this.#bytes[this.#at++];
  }

  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  }

  hex(length: number): string {
    return Buffer.from(this.#take(length)).toString('hex');
  }

  /** All that is left. */
  rest(): Uint8Array {
    return this.#take(this.#bytes.length - this.#at);
  }

  #take(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length)
      throw new RangeError('The bytes of a decision end too early.');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}
