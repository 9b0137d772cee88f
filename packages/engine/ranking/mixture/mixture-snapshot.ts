import type { FactorName } from '../types.ts';
import type { KeptScores } from './dense-scores.ts';
import type { Mixture } from './mixture.ts';

/** A voice that has weight. */
export interface WeightedExpert {
  readonly factor: FactorName;
  readonly weight: number;
  /** What in the session or the catalogue lets it speak for a product. */
  readonly signal: (product: number) => string;
  /** What it says of all products; absent where it names single ones. */
  readonly kept: KeptScores | undefined;
  /** Its place among the judges, or among the namers. */
  readonly place: number;
}

/**
 * What the voices of a mixture say, apart from the working space that all rankings share: for whoever lets others rank
 * before all products have been looked at. Voices without weight are left out.
 */
export class MixtureSnapshot {
  /** In the order of the voices. */
  readonly experts: readonly WeightedExpert[];
  /** Those that say something of each product. */
  readonly dense: readonly KeptScores[];
  /** Number of those that name single products. */
  readonly sparseCount: number;
  /** Products that are named, ascending, and what the namers say of each, product by product. */
  readonly #products: Int32Array;
  readonly sparseScores: Float64Array;

  /** @param mixture one that is open */
  constructor(mixture: Mixture) {
    const speakers: WeightedExpert[] = [];
    const judges: KeptScores[] = [];
    const namers: number[] = [];
    for (let voice = 0; voice < mixture.registry.count; voice++) {
      const weight = mixture.weight[voice];
      if (weight === 0) continue;
      const kept = mixture.kept(voice);
      const place = kept === undefined ? namers.push(voice) - 1 : judges.push(kept) - 1;
      const { factor } = mixture.registry.experts[voice];
      speakers.push({ factor, weight, signal: signalOf(mixture, voice), kept, place });
    }
    this.experts = speakers;
    this.dense = judges;
    this.sparseCount = namers.length;
    const { sparse } = mixture;
    const { size } = mixture.scene.binding.index;
    this.#products = new Int32Array(this.sparseCount === 0 ? 0 : sparse.count);
    this.sparseScores = new Float64Array(this.#products.length * this.sparseCount);
    for (let product = 0, n = 0; n < this.#products.length && product < size; product++) {
      const row = sparse.find(product);
      if (row < 0) continue;
      for (let s = 0; s < namers.length; s++) {
        this.sparseScores[n * namers.length + s] = mixture.sparseScore(namers[s], row);
      }
      this.#products[n++] = product;
    }
  }

  /**
   * What is said of the products from `from` up to `to`.
   *
   * @param judged written: of each product what each judge says, product by product
   * @param row written: per product where in {@link sparseScores} its row begins, -1 for what nobody names
   */
  read(from: number, to: number, judged: Float64Array, row: Int32Array): void {
    const { length } = this.dense;
    for (let j = 0; j < length; j++) {
      const { base, scale, lift } = this.dense[j];
      if (lift === undefined) {
        for (let i = from, at = j; i < to; i++, at += length) judged[at] = base[i] * scale;
      } else {
        const { code, table } = lift;
        for (let i = from, at = j; i < to; i++, at += length) {
          judged[at] = base[i] * scale * table[code[i] + 1];
        }
      }
    }
    row.fill(-1, 0, to - from);
    for (let n = firstFrom(this.#products, from); n < this.#products.length && this.#products[n] < to; n++) {
      row[this.#products[n] - from] = n * this.sparseCount;
    }
  }
}

/**
 * The signal of a voice that is no expert's on kinds of products is the same for each product, and partly read from
 * what goes on learning.
 */
function signalOf(mixture: Mixture, voice: number): WeightedExpert['signal'] {
  const dense = mixture.denseSignal(voice);
  if (dense !== undefined) return dense;
  const signal = mixture.signalFor(voice, -1);
  return () => signal;
}

/** The place of the first of ascending numbers that is not below `least`. */
function firstFrom(numbers: Int32Array, least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
