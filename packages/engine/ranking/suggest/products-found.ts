import { runToEnd } from '../../primitives/run-to-end.ts';
import { textTerms } from '../../session/text/keywords.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { placeOf } from '../indexing/inverted-index.ts';
import type { Postings } from '../indexing/term-table.ts';
import { PER_STEP } from './step-size.ts';

/** What is neither a word nor stands between words of a name: "¦", "→", emoji, control characters. */
const OTHER_THAN_WORDS = /[^\p{L}\p{M}\p{N}\p{Zs}'’".,&+/%-]/u;

/**
 * The products of a catalogue that have all words of a query, in ascending order, read in steps. Stop words are left
 * out, numbers are words.
 *
 * @returns `undefined` where the catalogue lacks one of the words, or no product has all of them; also where the query
 *   has anything else than words and the marks in names
 */
export function* productsFound(
  query: string,
  { terms }: CatalogueIndex,
): Generator<void, readonly number[] | undefined> {
  if (OTHER_THAN_WORDS.test(query)) return undefined;
  const stems = new Set(textTerms(query, terms).map(({ stem }) => stem));
  const lists: Postings[] = [];
  for (const stem of stems) {
    const postings = terms.find(stem);
    if (postings === undefined) return undefined;
    lists.push(postings);
  }
  lists.sort((a, b) => a.items.length - b.items.length);
  const [rarest, ...others] = lists;
  if (rarest === undefined) return undefined;
  const found: number[] = [];
  for (let k = 0; k < rarest.items.length; k++) {
    if (k % PER_STEP === PER_STEP - 1) yield;
    const product = rarest.items[k];
    if (others.every(({ items }) => placeOf(product, items) >= 0)) found.push(product);
  }
  return found.length === 0 ? undefined : found;
}

/** Whether a catalogue has a product with all words of a query, see {@link productsFound}. */
export const findsProducts = (query: string, index: CatalogueIndex): boolean =>
  runToEnd(productsFound(query, index)) !== undefined;
