/** Products by how alike their texts are to another text, nearest first. */
export interface Neighbours {
  /** Rows of the catalogue. */
  readonly products: Int32Array;
  /** `[neighbour]`: cosine, −1 to 1. */
  readonly similarities: Float64Array;
}

/** Vectors as they are stored and sent between threads: see {@link QuantisedVectors}. */
export interface PackedVectors {
  readonly dimensions: number;
  readonly codes: Int8Array;
  readonly scales: Float32Array;
}

/** Vectors that are compared in one step of a scan: about a millisecond. Set by hand. */
const PER_STEP = 4_096;

/**
 * The directions of the vectors of a catalogue, one a product, a byte a dimension: `unit vector ≈ scale × codes`. A component is
 * off by half a scale at most, so a cosine by `√dimensions × scale / 2` at most, which is less than .01 for 384 dimensions that
 * are alike in size. Products without a vector have scale 0, and are near nothing.
 */
export class QuantisedVectors implements PackedVectors {
  readonly dimensions: number;
  readonly codes: Int8Array;
  readonly scales: Float32Array;

  constructor({ dimensions, codes, scales }: PackedVectors) {
    this.dimensions = dimensions;
    this.codes = codes;
    this.scales = scales;
  }

  /** Room for the vectors of so many products, which have none yet. */
  static of(size: number, dimensions: number): QuantisedVectors {
    const codes = new Int8Array(size * dimensions);
    return new QuantisedVectors({ dimensions, codes, scales: new Float32Array(size) });
  }

  get size(): number {
    return this.scales.length;
  }

  /** How many products have a vector. */
  get count(): number {
    return this.scales.reduce((count, scale) => (scale > 0 ? count + 1 : count), 0);
  }

  /**
   * Sets the vector of a product: any length but 0; a vector of zeros, or with a component that is no number, is none.
   *
   * @throws RangeError for another number of dimensions
   */
  set(product: number, vector: ArrayLike<number>): void {
    const { dimensions, codes, scales } = this;
    if (vector.length !== dimensions) {
      throw new RangeError(`A vector has ${vector.length} dimensions in place of ${dimensions}.`);
    }
    const { length, peak } = extentOf(vector);
    scales[product] = length > 0 ? peak / length / 127 : 0;
    for (let d = 0, at = product * dimensions; d < dimensions; d++, at++) {
      codes[at] = length > 0 ? Math.round((127 * vector[d]) / peak) : 0;
    }
  }

  /** Sets the vector of a product to one of vectors with as many dimensions. */
  copy(product: number, from: QuantisedVectors, row: number): void {
    const { dimensions } = this;
    this.codes.set(from.codes.subarray(row * dimensions, (row + 1) * dimensions), product * dimensions);
    this.scales[product] = from.scales[row];
  }

  /**
   * The nearest products to a vector by an exact scan, in steps; equal ones in catalogue order.
   *
   * @param most how many, at most
   * @param least lowest cosine
   * @throws RangeError for another number of dimensions
   */
  *nearest(vector: ArrayLike<number>, most: number, least: number): Generator<void, Neighbours> {
    // The query is a vector of bytes, too: products of whole numbers are added up faster.
    const asked = QuantisedVectors.of(1, this.dimensions);
    asked.set(0, vector);
    const found: number[] = [];
    const cosines: number[] = [];
    const { scales } = this;
    let lowest = least;
    for (let product = 0; product < scales.length; product++) {
      if (product % PER_STEP === PER_STEP - 1) yield;
      if (scales[product] === 0) continue;
      const cosine = asked.scales[0] * scales[product] * this.#product(asked.codes, product);
      if (cosine < lowest || asked.scales[0] === 0) continue;
      let at = cosines.length;
      while (at > 0 && cosines[at - 1] < cosine) at--;
      if (at === most) continue;
      cosines.splice(at, 0, cosine);
      found.splice(at, 0, product);
      if (found.length > most) {
        found.pop();
        cosines.pop();
      }
      if (found.length === most) lowest = cosines[most - 1];
    }
    return { products: Int32Array.from(found), similarities: Float64Array.from(cosines) };
  }

  /** The sum of the products of two vectors of bytes. Four sums, so that additions do not wait for each other. */
  #product(asked: Int8Array, product: number): number {
    const { codes, dimensions } = this;
    let [a, b, c, e] = [0, 0, 0, 0];
    let at = product * dimensions;
    let d = 0;
    for (; d + 3 < dimensions; d += 4, at += 4) {
      a = (a + asked[d] * codes[at]) | 0;
      b = (b + asked[d + 1] * codes[at + 1]) | 0;
      c = (c + asked[d + 2] * codes[at + 2]) | 0;
      e = (e + asked[d + 3] * codes[at + 3]) | 0;
    }
    for (; d < dimensions; d++, at++) a = (a + asked[d] * codes[at]) | 0;
    return a + b + c + e;
  }
}

/** The length of a vector and its largest component; a length of 0 where a component is no number. */
function extentOf(vector: ArrayLike<number>): { readonly length: number; readonly peak: number } {
  let peak = 0;
  for (let d = 0; d < vector.length; d++) {
    if (!Number.isFinite(vector[d])) return { length: 0, peak: 0 };
    peak = Math.max(peak, Math.abs(vector[d]));
  }
  // By the largest component first: squares of very small and very large ones are no numbers.
  let sum = 0;
  for (let d = 0; d < vector.length; d++) sum += (vector[d] / peak) ** 2;
  return { length: peak > 0 ? peak * Math.sqrt(sum) : 0, peak };
}
