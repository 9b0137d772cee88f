import { ascendingLookup } from '../../../primitives/binary-search.ts';
import { placeOf } from '../../indexing/inverted-index.ts';
import { type InvertedIndex, type Postings, placeInTitle, withPlace } from '../../indexing/term-table.ts';
import { idfOf } from '../../indexing/text-relevance.ts';
import type { Reading } from './reading.ts';

/**
 * Products of the rarest word that are checked against the other words, which bounds the cost of a search. Set by
 * hand.
 */
export const MAX_POSTINGS_CHECKED = 2_000;

/** The parts of an inverted index that are looked at. */
type Terms = Pick<InvertedIndex, 'find'>;

/**
 * The products that have every word in one of its readings, ascending, among the first {@link MAX_POSTINGS_CHECKED} of
 * the rarest word.
 *
 * @param words the stems of which one is enough, for each word; a reading of several stems counts by its last
 */
export function productsWithAll(words: readonly (readonly string[])[], { find }: Terms): readonly number[] {
  const lists = words.map((stems) =>
    stems.flatMap((stem) => {
      const postings = find(stem);
      return postings === undefined ? [] : [postings.items];
    }),
  );
  if (lists.length === 0 || lists.some((each) => each.length === 0)) return [];
  const productsOf = (list: readonly ArrayLike<number>[]): number =>
    list.reduce((sum, items) => sum + items.length, 0);
  lists.sort((a, b) => productsOf(a) - productsOf(b));
  const [rarest, ...rest] = lists;
  const others = rest.map((list) => list.map(ascendingLookup));
  const found = new Set<number>();
  let looked = 0;
  for (const items of rarest) {
    for (let k = 0; k < items.length && looked < MAX_POSTINGS_CHECKED; k++, looked++) {
      const product = items[k];
      if (others.every((list) => list.some((has) => has(product)))) found.add(product);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** The last stem of each reading, by which {@link productsWithAll} knows it. */
export const lastOfEach = (readings: readonly Reading[]): readonly string[] =>
  readings.map(({ stems }) => stems.at(-1)!);

/** The products that have all stems, as {@link productsWithAll} finds them. */
export const productsHavingAll = (stems: readonly string[], terms: Terms): readonly number[] =>
  productsWithAll(
    stems.map((stem) => [stem]),
    terms,
  );

/** How many products of the catalogue have a stem. */
export const productCount = (stem: string, { find }: Terms): number => find(stem)?.items.length ?? 0;

/** The rarity of words that a product has together; `undefined` where the catalogue lacks one of them. */
export function rarityOf(
  stems: readonly string[],
  { find, products }: Pick<InvertedIndex, 'find' | 'products'>,
): number | undefined {
  let rarity = 0;
  for (const stem of stems) {
    const postings = find(stem);
    if (postings === undefined) return undefined;
    rarity += idfOf(postings.items.length, products);
  }
  return rarity;
}

/** How many of the products have a stem. */
export function productsHaving(stem: string, products: readonly number[], { find }: Terms): number {
  const items = find(stem)?.items ?? [];
  const [few, many] = items.length < products.length ? [items, products] : [products, items];
  const has = ascendingLookup(many);
  let having = 0;
  for (let k = 0; k < few.length; k++) if (has(few[k])) having++;
  return having;
}

/** Whether terms with these marks stand one behind the other in the title, at their first places. */
const standTogether = (marks: readonly number[]): boolean =>
  marks.every((each, k) => {
    const place = placeInTitle(each);
    return place > 0 && (k === 0 || place === placeInTitle(marks[k - 1]) + 1);
  });

/**
 * The products that have all stems, with the sum of their weights. What is called by one of them is called by all: a "chest of
 * drawers" by the first, a "washing machine" by the last. Several stems have no place.
 */
export function postingsOf(
  { find }: Terms,
  { stems, areTogether = false }: Pick<Reading, 'stems' | 'areTogether'>,
): Postings | undefined {
  const all = stems.map(find);
  const [first, ...others] = all;
  if (first === undefined || others.length === 0) return first;
  const items: number[] = [];
  const weights: number[] = [];
  const marks: number[] = [];
  for (let k = 0; k < first.items.length; k++) {
    const places = others.map((postings) =>
      postings === undefined ? -1 : placeOf(first.items[k], postings.items),
    );
    if (places.some((place) => place < 0)) continue;
    const inTitle = [first.marks[k], ...others.map((postings, o) => postings!.marks[places[o]])];
    if (areTogether && !standTogether(inTitle)) continue;
    items.push(first.items[k]);
    weights.push(others.reduce((sum, postings, o) => sum + postings!.weights[places[o]], first.weights[k]));
    marks.push(
      withPlace(
        inTitle.reduce((some, further) => some | further),
        0,
      ),
    );
  }
  return { items, weights, marks };
}
