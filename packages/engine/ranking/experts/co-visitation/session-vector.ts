import { type ItemVectors, innerProducts } from '../../model/item-vectors.ts';
import type { SparseScores } from '../sparse-scores.ts';

/** Working memory of the expert, reused by later rankings. */
export class SessionVector {
  #session = new Float32Array(0);
  /** The same components, which are read without conversion. */
  #components = new Float64Array(0);
  #logits = new Float64Array(0);
  /** Of the scored products with a vector: its offset, its slot, and the inner product. */
  #offsets = new Int32Array(0);
  #slots = new Int32Array(0);
  #products = new Float64Array(0);

  /**
   * Scores the products that have a score of some kind already by e to the inner product of their vector with the
   * session's, relative to the highest. The products of the walk reach far enough: among the neighbours of all items by
   * their vectors, no more was found, at a cost of milliseconds.
   *
   * @param items latest `length` items of the session, oldest first; -1 for unknown ones
   * @param itemOf `[product]`: item, -1 for unknown ones
   */
  score(
    learned: ItemVectors,
    items: Int32Array,
    length: number,
    itemOf: Int32Array,
    sparse: SparseScores,
    to: number,
  ): void {
    if (!this.#read(learned, items, length)) return;
    const { dimensions, vectors, bias } = learned;
    if (this.#logits.length < sparse.count) this.#grow(sparse.products.length);
    const logits = this.#logits;
    const offsets = this.#offsets;
    const slots = this.#slots;
    const products = this.#products;
    let count = 0;
    for (let slot = 0; slot < sparse.count; slot++) {
      const item = itemOf[sparse.products[slot]];
      logits[slot] = Number.NEGATIVE_INFINITY;
      if (item < 0 || item >= bias.length) continue;
      offsets[count] = item * dimensions;
      slots[count++] = slot;
      logits[slot] = bias[item];
    }
    innerProducts(this.#components, vectors, offsets, count, products);
    let highest = Number.NEGATIVE_INFINITY;
    for (let n = 0; n < count; n++) {
      const logit = logits[slots[n]] + products[n];
      logits[slots[n]] = logit;
      if (logit > highest) highest = logit;
    }
    if (highest === Number.NEGATIVE_INFINITY) return;
    for (let slot = 0; slot < sparse.count; slot++) {
      sparse.values[sparse.rowOf(slot) + to] = Math.exp(logits[slot] - highest);
    }
  }

  /** Adds up the session's vector. False where no item of the session has one. */
  #read({ dimensions, vectors, bias, decay }: ItemVectors, items: Int32Array, length: number): boolean {
    if (this.#session.length !== dimensions) {
      this.#session = new Float32Array(dimensions);
      this.#components = new Float64Array(dimensions);
    }
    const session = this.#session;
    session.fill(0);
    let known = false;
    for (let back = 0; back < decay.length && back < length; back++) {
      const item = items[length - 1 - back];
      if (item < 0 || item >= bias.length) continue;
      known = true;
      const at = item * dimensions;
      for (let k = 0; k < dimensions; k++) session[k] = session[k] + decay[back] * vectors[at + k];
    }
    this.#components.set(session);
    return known;
  }

  #grow(slots: number): void {
    this.#logits = new Float64Array(slots);
    this.#offsets = new Int32Array(slots);
    this.#slots = new Int32Array(slots);
    this.#products = new Float64Array(slots);
  }
}
