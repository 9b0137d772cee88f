import { variantsDiffer } from '../indexing/variants/variant-facts.ts';
import { isShared } from '../model/bound-model.ts';
import { sessionColumnOf } from './measured-values.ts';
import type { SessionState } from './session-state.ts';

/**
 * Weight of a view relative to the next later one: sharper decay was better at every size of history.
 */
const VIEW_DECAY = 0.15;
/** Latest views of a column that are read. Set by hand. */
const MAX_VIEWS = 8;

/**
 * The values of the viewed products in one column, newest view first; the weight of a product is split evenly over its
 * values. Where its variants differ, only having chosen this one counts, such as putting it into the cart. There is one instance, in arrays that the next call overwrites: a session has a dozen columns, and each as many
 * values as views.
 */
export class SeenValues {
  /** Number of entries. */
  length = 0;
  /** Decayed interest of the viewed products together. */
  interest = 0;
  /** Sum of the weights. */
  spread = 0;
  value = new Int32Array(64);
  weight = new Float64Array(64);
  relevance = new Float64Array(64);
  /** `[value]`: with how many different products it was seen; 0 for all others. */
  products = new Int32Array(64);
  /** `[value]`: the index of the view by which it was counted last, plus 1. */
  #countedBy = new Int32Array(64);
  /** The products of the views that were read: rows of the index, or -1 - row of the catalogue. */
  readonly #read = new Int32Array(MAX_VIEWS);

  /** Reads column `number` of the index. */
  read(state: SessionState, number: number): this {
    this.#clear();
    const { bound, length, products, rows } = state;
    const { column } = sessionColumnOf(state, number);
    const { cell, cellStart, cellValues, labels } = column;
    if (this.products.length < labels.length) {
      this.products = new Int32Array(labels.length);
      this.#countedBy = new Int32Array(labels.length);
    }
    // A candidate set keeps the cell numbers of the catalogue.
    const ofCatalogue = bound.catalogue.columns[number];
    const own = bound.index.columns[number];
    const isCategory = own === bound.index.category;
    // What kind of thing it is, and whose, is said of the product, whatever a variant's row says.
    const hasRole = isCategory || own === bound.index.brand;
    const relevance = isCategory ? state.categoryRelevance : state.relevance;
    let share = 1;
    // A value that all candidates share shows no preference when it is viewed; it does when it is named.
    for (let j = isShared(bound, number) ? -1 : length - 1, n = 0; j >= 0 && n < MAX_VIEWS; j--) {
      const product = products[j];
      const at = product >= 0 ? cell[product] : rows[j] < 0 ? -1 : (ofCatalogue?.cell[rows[j]] ?? -1);
      const ofVariant =
        !hasRole && ofCatalogue !== undefined && variantsDiffer(bound.catalogue, rows[j], ofCatalogue);
      const interest = ofVariant ? state.chosenVariant[j] : state.interest[j];
      // Interest that has decayed to 0 has no weight.
      if (at < 0 || interest === 0) continue;
      const isAnother = this.#isAnother(product >= 0 ? product : -1 - rows[j], n++);
      this.interest += interest;
      const start = cellStart[at];
      const end = cellStart[at + 1];
      for (let k = start; k < end; k++) {
        const value = cellValues[k];
        this.#add(value, (share * interest) / (end - start), relevance[j]);
        if (!isAnother || this.#countedBy[value] === j + 1) continue;
        this.#countedBy[value] = j + 1;
        this.products[value] = this.products[value] + 1;
      }
      this.spread += share * interest;
      share *= VIEW_DECAY;
    }
    return this;
  }

  /** Whether none of the first `n` views was of this product; adds it to them. */
  #isAnother(product: number, n: number): boolean {
    this.#read[n] = product;
    for (let k = 0; k < n; k++) if (this.#read[k] === product) return false;
    return true;
  }

  #add(value: number, weight: number, relevance: number): void {
    if (this.length === this.value.length) this.#grow();
    const at = this.length++;
    this.value[at] = value;
    this.weight[at] = weight;
    this.relevance[at] = relevance;
  }

  #grow(): void {
    const { value, weight, relevance } = this;
    this.value = new Int32Array(2 * value.length);
    this.weight = new Float64Array(2 * value.length);
    this.relevance = new Float64Array(2 * value.length);
    this.value.set(value);
    this.weight.set(weight);
    this.relevance.set(relevance);
  }

  #clear(): void {
    for (let k = 0; k < this.length; k++) {
      this.products[this.value[k]] = 0;
      this.#countedBy[this.value[k]] = 0;
    }
    this.length = 0;
    this.interest = 0;
    this.spread = 0;
  }
}
