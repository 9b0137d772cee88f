import { EMPTY_VOCABULARY, extractKeywords, type Vocabulary } from '@decidable/engine/session';

/**
 * One of characters that take a byte each, and one of others: V8 compiles an expression for each of the two. Without a
 * number no price and no size is looked for.
 */
export const TEXTS = ['red boots 50 size 38 cm leather', 'größe 50 38 cm 5000円 靴'] as const;
/** With a column that measures something, or sizes would not be looked for. */
const VOCABULARY: Vocabulary = {
  ...EMPTY_VOCABULARY,
  measured: [
    {
      attribute: 'size',
      unit: { dimension: 'length', size: 0.01, name: 'cm', known: true },
      sizes: [38],
    },
  ],
};
/** An expression is interpreted the first time, and compiled again when it is used once more. */
const TIMES = 3;

/**
 * Has the expressions compiled that searches are read with: 20 to 30 ms of the serving thread for the first search with
 * a number, and again for the first in Japanese, unless it is done before anybody is served.
 */
export function warmUpSearches(): void {
  for (const text of TEXTS) {
    for (let k = 0; k < TIMES; k++) extractKeywords(text, VOCABULARY);
  }
}
