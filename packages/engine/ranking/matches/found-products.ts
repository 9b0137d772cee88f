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
  /** What undoes, of these words, the loss for lacking words that say what products are: a factor of 1 or more. */
  kinds = new Float64Array(0);
  /** What these words say of the product: see `Postings.marks`. */
  marks = new Uint16Array(0);
  /** Which of these words it has, and by which it is called: a bit for each, by its place in the search. */
  had = new Int32Array(0);
  called = new Int32Array(0);
  /** The last of these words of the search at hand, by its number there from 1, and its place in the title; 0 for none. */
  last = new Uint16Array(0);
  place = new Uint8Array(0);
  /** Whether the title has that word again, at a place that nothing tells. */
  recurs = new Uint8Array(0);
  /** How many pairs of words that follow each other in the search do so in the title. */
  pairs = new Uint16Array(0);
  /** How many of the words of the search at hand the title has in other forms alone. */
  otherForms = new Uint16Array(0);
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
    this.marks = new Uint16Array(size);
    this.had = new Int32Array(size);
    this.called = new Int32Array(size);
    this.last = new Uint16Array(size);
    this.place = new Uint8Array(size);
    this.recurs = new Uint8Array(size);
    this.pairs = new Uint16Array(size);
    this.otherForms = new Uint16Array(size);
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

  /** The same, or whether that is not known, as the title has the word before it twice. */
  mayBeBehindLast(at: number, word: WordPlace, place: number): boolean {
    const isLast = this.last[at] === word.number - 1;
    return this.isBehindLast(at, word, place) || (isLast && this.recurs[at] === 1);
  }

  /**
   * Notes the place of a word of the search, which comes behind those noted before.
   *
   * @param place in the title; 0 where the title does not have it
   * @param recurs whether the title has it again
   */
  note(at: number, word: WordPlace, place: number, recurs: boolean): void {
    if (place === 0) return;
    if (this.isBehindLast(at, word, place)) this.pairs[at]++;
    this.last[at] = word.number;
    this.place[at] = place;
    this.recurs[at] = Number(recurs);
  }

  /** Takes a product in, without anything found of it; returns its place. */
  add(product: number): number {
    const at = this.count++;
    this.#place[product] = at + 1;
    this.products[at] = product;
    this.scores[at] = 0;
    this.covered[at] = 0;
    this.kinds[at] = 1;
    this.marks[at] = 0;
    this.had[at] = 0;
    this.called[at] = 0;
    this.last[at] = 0;
    this.pairs[at] = 0;
    this.otherForms[at] = 0;
    return at;
  }
}
