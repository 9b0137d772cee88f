import { conceptsOf } from '@decidable/engine/catalogue';
import { EMPTY_VOCABULARY, readSearch, type Vocabulary } from '@decidable/engine/session';

/**
 * One text of one-byte characters and one of two-byte characters: V8 compiles a regular expression for each. Both hold
 * numbers, without which prices and sizes are not parsed.
 */
export const TEXTS = ['red boots 50 size 38 cm leather', 'größe 50 38 cm 5000円 靴'] as const;
/** Has a column with a unit, without which sizes are not parsed. */
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
/** V8 interprets a regular expression the first time, and compiles it when it is used again. */
const TIMES = 3;

/**
 * Compiles the regular expressions that parse searches and names of attributes before the first request. Otherwise the
 * first search with a number would hold up the serving thread for 20 to 30 ms, the first one in Japanese again, and the
 * first list with attributes for 50.
 */
export function warmUp(): void {
  for (const text of TEXTS) {
    for (let k = 0; k < TIMES; k++) {
      readSearch(text, VOCABULARY);
      // What a name says is remembered: each is another one.
      conceptsOf(`${text} ${k}`);
    }
  }
}
