import { hashNumber } from './hash.ts';
/**
 * Seeded pseudo-random numbers. The engine has no other source of randomness. Seeds come from product ids and attribute
 * names, so that the order of rows and columns does not change results.
 */

/** The `sfc32` generator (Doty-Humphrey, PractRand): 128 bits of state, a few operations per number. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b = hashNumber(1, seed) | 0;
    this.#c = hashNumber(2, seed) | 0;
    for (let warm = 0; warm < 12; warm++) this.#next();
  }

  #next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** Uniform in [0, 1). */
  uniform(): number {
    return this.#next() / 4294967296;
  }

  /** Uniform integer in [0, bound). */
  below(bound: number): number {
    return Math.floor((this.#next() / 4294967296) * bound);
  }
}

/** A random sample without replacement, in random order: the first steps of a Fisher-Yates shuffle. */
export function sampled<T>(items: readonly T[], size: number, random: Random): T[] {
  const order = [...items];
  for (let at = 0; at < size; at++) {
    const other = at + random.below(order.length - at);
    [order[at], order[other]] = [order[other], order[at]];
  }
  return order.slice(0, size);
}

/**
 * Some of many cells, at equal distances from a random one on; all of them where they are few (systematic sampling, Madow and
 * Madow 1944). Of cells in order each value is drawn as often as its share, give or take one, so that chance hardly moves
 * what is estimated from the sample.
 *
 * @param cells in an order in which those that are alike stand beside each other
 */
export function systematicSample(cells: Int32Array, most: number, random: Random): Int32Array {
  if (cells.length <= most) return cells;
  const first = random.uniform();
  return Int32Array.from(
    { length: most },
    (_, at) => cells[Math.floor(((at + first) * cells.length) / most)],
  );
}
