import { EMPTY_VOCABULARY, extractKeywords } from '@decidable/engine/session';

/**
 * One of characters that take a byte each, and one of others: V8 compiles an expression for each of the two. Without a
 * number no price is looked for.
 */
export const TEXTS = ['red boots 50 size 38 leather', 'größe 50 5000円 靴'] as const;
/** An expression is interpreted the first time, and compiled again when it is used once more. */
const TIMES = 3;

/**
 * Has the expressions compiled that searches are read with: 20 to 30 ms of the serving thread for the first search with
 * a number, and again for the first in Japanese, unless it is done before anybody is served.
 */
export function readFirstSearches(): void {
  for (const text of TEXTS) {
    for (let k = 0; k < TIMES; k++) extractKeywords(text, EMPTY_VOCABULARY);
  }
}
