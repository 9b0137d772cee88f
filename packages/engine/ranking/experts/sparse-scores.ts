/**
 * Raw scores of sparse experts: one row per scored product, all rows in one array, so that they stay together in the
 * processor's cache. Working memory that is reused by later rankings.
 */
export class SparseScores {
  /** Number of products with a row. */
  count = 0;
  /** The product of each slot. */
  products = new Int32Array(1024);
  /** `[slot][expert]`; 0 behind the last slot. */
  values: Float64Array;
  readonly #experts: number;
  #slotOf: Int32Array = new Int32Array(0);

  /** @param experts length of a row */
  constructor(experts: number) {
    this.#experts = experts;
    this.values = new Float64Array(this.products.length * experts);
  }

  /**
   * Starts a ranking.
   *
   * @param slotOf one entry per product, all -1; they are -1 again after {@link clear}
   */
  open(slotOf: Int32Array): void {
    this.#slotOf = slotOf;
  }

  /**
   * The offset of a product's row in `values`; a row of zeros is added where there is none. Adding may replace
   * `values`, so read `values` after the call.
   */
  row(product: number): number {
    let slot = this.#slotOf[product];
    if (slot < 0) {
      slot = this.count++;
      if (slot === this.products.length) this.#grow();
      this.#slotOf[product] = slot;
      this.products[slot] = product;
    }
    return slot * this.#experts;
  }

  /** Adds to the raw score of an expert for a product. */
  add(product: number, expert: number, value: number): void {
    const at = this.row(product) + expert;
    this.values[at] = this.values[at] + value;
  }

  /** The offset of a product's row, or -1 where no expert scored it. */
  find(product: number): number {
    const slot = this.#slotOf[product];
    return slot < 0 ? -1 : slot * this.#experts;
  }

  /** The offset of a slot's row. */
  rowOf(slot: number): number {
    return slot * this.#experts;
  }

  /** Removes all rows, at a cost proportional to their number. They are set to 0 together: one by one takes longer. */
  clear(): void {
    for (let slot = 0; slot < this.count; slot++) this.#slotOf[this.products[slot]] = -1;
    this.values.fill(0, 0, this.count * this.#experts);
    this.count = 0;
  }

  #grow(): void {
    const products = new Int32Array(this.products.length * 2);
    products.set(this.products);
    this.products = products;
    const values = new Float64Array(products.length * this.#experts);
    values.set(this.values);
    this.values = values;
  }
}
