import { withoutTerm } from '../../../session/text/keywords.ts';
import { placeOf } from '../../indexing/inverted-index.ts';
import type { Terms } from './reading.ts';

/**
 * The products that have an excluded word, ascending; `undefined` for a word that none has. One that says it is without the word, or
 * has it in a name ("Bite Not collar"), is not meant.
 */
export function excludedProducts(name: string, { find }: Pick<Terms, 'find'>): readonly number[] | undefined {
  const having = find(name)?.items;
  if (having === undefined) return undefined;
  const lacking = find(withoutTerm(name))?.items ?? [];
  return Array.from(having).filter((product) => placeOf(product, lacking) < 0);
}
