import { VOICE_COUNT } from '../experts/registry.ts';

/**
 * What the voices that name single products say: one row of raw values a product, in one array, so that the rows of
 * the products that matter stay together in the processor's cache. Reused from ranking to ranking.
 */
export class Evidence {
  /** Number of products named so far. */
  count = 0;
  /** Product of a slot. */
  products = new Int32Array(1024);
  /** `[slot][voice]` */
  values = new Float64Array(1024 * VOICE_COUNT);
  #slotOf: Int32Array = new Int32Array(0);

  /**
   * Starts a ranking; `slotOf` has a place for each product, all -1, and is so again after `clear`. What one that
   * failed has left behind is cleared.
   */
  open(slotOf: Int32Array): void {
    this.clear();
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
      this.values.fill(0, slot * VOICE_COUNT, (slot + 1) * VOICE_COUNT);
    }
    return slot * VOICE_COUNT;
  }

  /** Adds to what a voice says of a product. */
  add(product: number, voice: number, value: number): void {
    const at = this.row(product) + voice;
    this.values[at] = this.values[at] + value;
  }

  /** The row of a product, or -1 where no voice named it. */
  find(product: number): number {
    const slot = this.#slotOf[product];
    return slot < 0 ? -1 : slot * VOICE_COUNT;
  }

  /** The row of a slot. */
  rowOf(slot: number): number {
    return slot * VOICE_COUNT;
  }

  clear(): void {
    for (let slot = 0; slot < this.count; slot++) this.#slotOf[this.products[slot]] = -1;
    this.count = 0;
  }

  #grow(): void {
    const products = new Int32Array(this.products.length * 2);
    products.set(this.products);
    this.products = products;
    const values = new Float64Array(products.length * VOICE_COUNT);
    values.set(this.values);
    this.values = values;
  }
}
