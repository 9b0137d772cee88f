import { firstNotBelow } from '../../primitives/binary-search.ts';
import type { FactorName } from '../types.ts';
import type { KeptScores } from './dense-scores.ts';
import type { Mixture } from './mixture.ts';

/** An expert with a weight above 0. */
export interface WeightedExpert {
  readonly expert: number;
  readonly factor: FactorName;
  readonly weight: number;
  /** The signal that breakdowns show for a product. */
  readonly signal: (product: number) => string;
  /** The expert's scores of all products; absent for a sparse expert. */
  readonly kept: KeptScores | undefined;
  /** Its position among the dense experts, or among the sparse ones. */
  readonly place: number;
}

/**
 * A copy of a mixture's scores, so that other rankings can run before all products have been read. Experts without
 * weight are left out.
 */
export class MixtureSnapshot {
  /** In registry order. */
  readonly experts: readonly WeightedExpert[];
  /** Scores of the dense experts. */
  readonly dense: readonly KeptScores[];
  readonly sparseCount: number;
  /** `[row][sparse expert]` */
  readonly sparseScores: Float64Array;
  /** Products with sparse scores, ascending; product n has row n. */
  readonly #products: Int32Array;

  /** @param mixture an open mixture */
  constructor(mixture: Mixture) {
    const experts: WeightedExpert[] = [];
    const dense: KeptScores[] = [];
    const sparseExperts: number[] = [];
    mixture.registry.experts.forEach(({ factor }, expert) => {
      const weight = mixture.weight[expert];
      if (weight === 0) return;
      const kept = mixture.kept(expert);
      const place = kept === undefined ? sparseExperts.push(expert) - 1 : dense.push(kept) - 1;
      experts.push({ expert, factor, weight, signal: signalOf(mixture, expert), kept, place });
    });
    this.experts = experts;
    this.dense = dense;
    this.sparseCount = sparseExperts.length;
    const { sparse } = mixture;
    const { size } = mixture.state.bound.index;
    this.#products = new Int32Array(this.sparseCount === 0 ? 0 : sparse.count);
    this.sparseScores = new Float64Array(this.#products.length * this.sparseCount);
    for (let product = 0, n = 0; n < this.#products.length && product < size; product++) {
      const row = sparse.find(product);
      if (row < 0) continue;
      for (let s = 0; s < sparseExperts.length; s++) {
        this.sparseScores[n * sparseExperts.length + s] = mixture.sparseScore(sparseExperts[s], row);
      }
      this.#products[n++] = product;
    }
  }

  /**
   * Reads the scores of the products `from` .. `to` − 1.
   *
   * @param dense output: `[product − from][dense expert]`
   * @param row output: per product the offset of its row in {@link sparseScores}, -1 without one
   */
  read(from: number, to: number, dense: Float64Array, row: Int32Array): void {
    const { length } = this.dense;
    for (let j = 0; j < length; j++) {
      const { base, scale, lift } = this.dense[j];
      if (lift === undefined) {
        for (let i = from, at = j; i < to; i++, at += length) dense[at] = base[i] * scale;
      } else {
        const { code, table } = lift;
        for (let i = from, at = j; i < to; i++, at += length) {
          dense[at] = base[i] * scale * table[code[i] + 1];
        }
      }
    }
    row.fill(-1, 0, to - from);
    const products = this.#products;
    for (let n = firstNotBelow(products, from); n < products.length && products[n] < to; n++) {
      row[products[n] - from] = n * this.sparseCount;
    }
  }
}

/** The signal of a sparse expert is read at once, because it can depend on the model, which continues to learn. */
function signalOf(mixture: Mixture, expert: number): WeightedExpert['signal'] {
  const dense = mixture.denseSignal(expert);
  if (dense !== undefined) return dense;
  const signal = mixture.signalFor(expert, -1);
  return () => signal;
}
