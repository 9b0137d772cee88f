/**
 * What a search finds of each product, in memory that later searches reuse: thousands of products may have one common word,
 * and an object for each would be most of what a ranking leaves to the garbage collector.
 */
export class FoundProducts {
  /** How many are found. */
  count = 0;
  /** In the order in which they were found; the other lists are in the same order. */
  products = new Int32Array(0);
  /** The weights of the words that the product has, summed; then its relevance (`text-matches.ts`), then its score. */
  scores = new Float64Array(0);
  /** Sum of the rarities of these words. */
  covered = new Float64Array(0);
  /** How far these words say what kind of thing it is, summed. */
  kinds = new Float64Array(0);
  /** What these words say of the product: see `Postings.marks`. */
  marks = new Uint8Array(0);
  /** How many words of the search at hand it has, with what it says to be without of what that excludes. */
  had = new Uint16Array(0);
  /** 1 where it is called by the word for what is asked for. */
  isThing = new Uint8Array(0);
  /** How far the product meets what else was stated, 0 to 1; not set before all are found. */
  met = new Float64Array(0);
  /** By product its place in the lists, counted from 1; 0 for none. */
  #place = new Int32Array(0);

  /** Empties it for a search of a catalogue of so many products. */
  begin(size: number): void {
    for (let k = 0; k < this.count; k++) this.#place[this.products[k]] = 0;
    this.count = 0;
    if (this.#place.length >= size) return;
    this.products = new Int32Array(size);
    this.scores = new Float64Array(size);
    this.covered = new Float64Array(size);
    this.kinds = new Float64Array(size);
    this.marks = new Uint8Array(size);
    this.had = new Uint16Array(size);
    this.isThing = new Uint8Array(size);
    this.met = new Float64Array(size);
    this.#place = new Int32Array(size);
  }

  /** The place of a product; -1 where it is not found yet. */
  placeOf(product: number): number {
    return this.#place[product] - 1;
  }

  /** Takes a product in, without anything found of it; returns its place. */
  add(product: number): number {
    const at = this.count++;
    this.#place[product] = at + 1;
    this.products[at] = product;
    this.scores[at] = 0;
    this.covered[at] = 0;
    this.kinds[at] = 0;
    this.marks[at] = 0;
    this.had[at] = 0;
    this.isThing[at] = 0;
    return at;
  }
}
