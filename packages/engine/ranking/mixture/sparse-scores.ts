/**
 * The raw scores of experts that score single products: one row a product, in one array, so that the rows of the
 * products that matter stay together in the processor's cache. Working memory, reused from ranking to ranking.
 */
export class SparseScores {
  /** Number of products with a row. */
  count = 0;
  /** Product of a slot. */
  products = new Int32Array(1024);
  /** `[slot][expert]` */
  values: Float64Array;
  readonly #experts: number;
  #slotOf: Int32Array = new Int32Array(0);

  /** @param experts length of a row */
  constructor(experts: number) {
    this.#experts = experts;
    this.values = new Float64Array(this.products.length * experts);
  }

  /** Starts a ranking; `slotOf` has an entry for each product, all -1, and again after {@link clear}. */
  open(slotOf: Int32Array): void {
    this.#slotOf = slotOf;
  }

  /** The row of a product in `values`, as an offset. A new row may replace `values`: read that afterwards. */
  row(product: number): number {
    let slot = this.#slotOf[product];
    if (slot < 0) {
      slot = this.count++;
      if (slot === this.products.length) this.#grow();
      this.#slotOf[product] = slot;
      this.products[slot] = product;
      this.values.fill(0, slot * this.#experts, (slot + 1) * this.#experts);
    }
    return slot * this.#experts;
  }

  /** Adds to the raw score that an expert gives a product. */
  add(product: number, expert: number, value: number): void {
    const at = this.row(product) + expert;
    this.values[at] = this.values[at] + value;
  }

  /** The row of a product, or -1 where no expert scored it. */
  find(product: number): number {
    const slot = this.#slotOf[product];
    return slot < 0 ? -1 : slot * this.#experts;
  }

  /** The row of a slot. */
  rowOf(slot: number): number {
    return slot * this.#experts;
  }

  clear(): void {
    for (let slot = 0; slot < this.count; slot++) this.#slotOf[this.products[slot]] = -1;
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
