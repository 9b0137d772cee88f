/** Marks of `FoundProducts.thing`. */
export const HAS_THING = 1;
export const IS_THING = 2;

/** Where a word stands in the search at hand. */
export interface WordPlace {
  /** Its number among the words that are searched for, from 1. */
  readonly number: number;
  /** How far behind the word before it stands: 2 with a stop word between them, as in "chest of drawers". */
  readonly step: number;
}

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
  /** Whether it has the word for what is asked for: {@link HAS_THING}, and whether it is called by it: {@link IS_THING}. */
  thing = new Uint8Array(0);
  /** The last of these words of the search at hand, by its number there from 1, and its place in the title; 0 for none. */
  last = new Uint16Array(0);
  place = new Uint8Array(0);
  /** How many pairs of words that follow each other in the search do so in the title. */
  pairs = new Uint16Array(0);
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
    this.thing = new Uint8Array(size);
    this.last = new Uint16Array(size);
    this.place = new Uint8Array(size);
    this.pairs = new Uint16Array(size);
    this.met = new Float64Array(size);
    this.#place = new Int32Array(size);
  }

  /** The place of a product; -1 where it is not found yet. */
  placeOf(product: number): number {
    return this.#place[product] - 1;
  }

  /**
   * Whether a word of the search stands in the title behind the word before it as in the search, or in its place: both words of
   * a compound stand in the same.
   */
  isBehindLast(at: number, { number, step }: WordPlace, place: number): boolean {
    const here = place - this.place[at];
    return place > 0 && number > 1 && this.last[at] === number - 1 && (here === 0 || here === step);
  }

  /**
   * Notes the place of a word of the search, which comes behind those noted before.
   *
   * @param place in the title; 0 where the title does not have it
   */
  note(at: number, word: WordPlace, place: number): void {
    if (place === 0) return;
    if (this.isBehindLast(at, word, place)) this.pairs[at]++;
    this.last[at] = word.number;
    this.place[at] = place;
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
    this.thing[at] = 0;
    this.last[at] = 0;
    this.pairs[at] = 0;
    return at;
  }
}
