import type { Attribute } from '../../catalogue/types.ts';
import { MENTION_LOG_ODDS } from '../constants.ts';
import { sampledValues } from './coarse-encoding.ts';
import { type ProductContext, wordsIn } from './product-features.ts';
import type { ValueScorer } from './value-scorer.ts';

/**
 * Scores a cell by the share of its words that the product's own texts contain: titles often repeat
 * attributes ("Leather bag, black"). In a catalogue of twenty products this is often the only evidence, and
 * it is the only evidence about values never recorded before.
 */
export class TextMentionScorer implements ValueScorer {
  readonly name = "the products' own texts";
  readonly needsRecorded = false;
  readonly #context: ProductContext;
  readonly #words: readonly (readonly (readonly string[])[])[];

  constructor({ cells, values }: Attribute, context: ProductContext) {
    this.#context = context;
    const words = values.map(({ label }) => wordsIn(label));
    this.#words = cells.map((held) => sampledValues(held, values).map((value) => words[value]));
  }

  score(product: number, cells: ArrayLike<number>, scores: Float64Array, at: number, step: number): void {
    for (let index = 0; index < cells.length; index++)
      scores[at + index * step] = this.#featureScore(product, cells[index]);
  }

  #featureScore(product: number, cell: number): number {
    let sum = 0;
    for (const words of this.#words[cell]) {
      if (words.length === 0) continue;
      let count = 0;
      for (const word of words) if (this.#context.mentions(product, word)) count++;
      sum += count / words.length;
    }
    return (MENTION_LOG_ODDS * sum) / this.#words[cell].length;
  }
}
