/** Numbers keys by first appearance: an open-addressing table, several times faster than a `Map` here. */
export class Numbering {
  size = 0;
  readonly #keys: Float64Array;
  readonly #numbers: Int32Array;
  readonly #mask: number;

  constructor(most: number) {
    let capacity = 16;
    while (capacity < most * 2) capacity *= 2;
    this.#keys = new Float64Array(capacity);
    this.#numbers = new Int32Array(capacity).fill(-1);
    this.#mask = capacity - 1;
  }

  number(key: number): number {
    let slot = Math.imul((key | 0) ^ Math.floor(key / 4294967296), 0x9e3779b1) >>> 7;
    for (;;) {
      slot &= this.#mask;
      const number = this.#numbers[slot];
      if (number < 0) {
        this.#keys[slot] = key;
        this.#numbers[slot] = this.size;
        return this.size++;
      }
      if (this.#keys[slot] === key) return number;
      slot++;
    }
  }

  /** The number of a key seen before; -1 for any other. */
  find(key: number): number {
    let slot = Math.imul((key | 0) ^ Math.floor(key / 4294967296), 0x9e3779b1) >>> 7;
    for (;;) {
      slot &= this.#mask;
      const number = this.#numbers[slot];
      if (number < 0) return -1;
      if (this.#keys[slot] === key) return number;
      slot++;
    }
  }
}
