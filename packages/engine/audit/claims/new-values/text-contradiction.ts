import type { Attribute } from '../../../catalogue/types.ts';
import { MAX_FALSE_CONTRADICTION, MAX_VALUES_SOUGHT, MOST_PIECES_COMPARED } from '../../constants.ts';
import { exceedsEarlier } from '../copies/agreement.ts';
import { type ProductContext, wordsIn } from '../product-features.ts';

/**
 * The share of new values that texts contradict, 0 to 1, of a sample where there are many. It holds them against the vocabulary of their column. Any word of a title stands in that title, so that it stands
 * there is no evidence. Two things are evidence against it:
 * - the product's texts name a value that the column knows, and not the one that was filled in: "Metro Black Backpack"
 *   with the colour "Backpack";
 * - texts of products with another recorded value name it: a word that many blue and red products' titles have is no
 *   colour, if a title that names a colour mostly names the product's own.
 *
 * @param novel products whose new cells hold values that were never recorded before
 * @param trusted products whose recorded cells did not change
 */
export function textContradiction(
  after: Attribute,
  novel: readonly number[],
  trusted: readonly number[],
  context: ProductContext,
): number {
  const vocabulary = new Vocabulary(after, trusted, context);
  const sample = trusted.slice(0, MOST_PIECES_COMPARED);
  const judged = novel.slice(0, MOST_PIECES_COMPARED);
  const earlier = sample.filter((product) => vocabulary.namesAnother(product)).length;
  const named = judged.filter((product) => vocabulary.namesAnother(product));
  const exceeds =
    sample.length > 0 &&
    exceedsEarlier(
      { compared: judged.length, share: named.length / judged.length },
      { compared: sample.length, share: earlier / sample.length },
    );
  const products = new Set(exceeds ? named : []);
  const isForeign = new Map<number, boolean>();
  for (const product of judged) {
    const cell = after.cell[product];
    if (!isForeign.has(cell)) isForeign.set(cell, vocabulary.isForeign(cell));
    if (isForeign.get(cell)) products.add(product);
  }
  return products.size / judged.length;
}

/** The recorded values of a column, as words that texts may have. */
class Vocabulary {
  readonly #after: Attribute;
  readonly #trusted: readonly number[];
  readonly #context: ProductContext;
  readonly #words: readonly (readonly string[])[];
  /** The most frequent recorded values that have words. */
  readonly #known: readonly number[];
  /** Of texts that name a known value, the share whose product has it. */
  readonly #reliability: number;

  constructor(after: Attribute, trusted: readonly number[], context: ProductContext) {
    this.#after = after;
    this.#trusted = trusted.slice(0, MOST_PIECES_COMPARED);
    this.#context = context;
    this.#words = after.values.map(({ label }) => wordsIn(label));
    const counts = new Map<number, number>();
    for (const product of trusted)
      for (const value of after.cells[after.cell[product]]) counts.set(value, (counts.get(value) ?? 0) + 1);
    this.#known = [...counts]
      .filter(([value]) => this.#words[value].length > 0)
      .sort((left, right) => right[1] - left[1] || left[0] - right[0])
      .slice(0, MAX_VALUES_SOUGHT)
      .map(([value]) => value);
    let mentions = 0;
    let right = 0;
    for (const product of this.#trusted) {
      const own = after.cells[after.cell[product]];
      for (const value of this.#known) {
        if (!this.#names(product, value)) continue;
        mentions++;
        if (own.includes(value)) right++;
      }
    }
    // Without mentions nothing is known of what texts name, so nothing contradicts.
    this.#reliability = right / (mentions + 1);
  }

  /** Whether the texts of a product name a known value that is no part of its own, and not its own. */
  namesAnother(product: number): boolean {
    const own = this.#after.cells[this.#after.cell[product]];
    if (this.#known.some((value) => own.includes(value) && this.#names(product, value))) return false;
    const words = own.flatMap((value) => this.#words[value]);
    return this.#known.some(
      (value) =>
        !own.includes(value) &&
        this.#names(product, value) &&
        !this.#words[value].every((word) => words.includes(word)),
    );
  }

  /** Whether texts of products that have other values name every value of a cell too often for it to be one of them. */
  isForeign(cell: number): boolean {
    return this.#after.cells[cell].every((value) => {
      if (this.#words[value].length === 0) return false;
      const others = this.#trusted.filter(
        (product) =>
          !this.#after.cells[this.#after.cell[product]].includes(value) && this.#names(product, value),
      ).length;
      return (1 - this.#reliability) ** others < MAX_FALSE_CONTRADICTION;
    });
  }

  #names(product: number, value: number): boolean {
    return this.#words[value].every((word) => this.#context.mentions(product, word));
  }
}
