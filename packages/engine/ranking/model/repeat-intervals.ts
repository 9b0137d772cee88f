import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { productKinds } from '../indexing/variants/product-kinds.ts';
import type { Model } from './model.ts';

/** What one shopper bought: ids of products, and when; ms since the epoch. */
export type Purchases = readonly { readonly item: string; readonly at: number }[];

/** A second purchase within a day is more of the same order; ms. */
const SAME_ORDER = 24 * 60 * 60_000;
/** Shoppers of a category that bought a product of it again, for the time to tell something. Set by hand. */
const MIN_REPEATS = 10;
/** Their share of the shoppers that bought of the category: fewer replace what broke, or gave one away. Set by hand. */
const MIN_REPEAT_SHARE = 1 / 5;

/**
 * After how long shoppers usually buy a product again, by the category of it: the median over shoppers of the time between two
 * purchases of one product, or of two variants of it. Only categories of which enough shoppers do have one.
 *
 * @returns ms by the label of the category
 */
export function repeatIntervals(
  index: CatalogueIndex,
  shoppers: Iterable<Purchases>,
): Readonly<Record<string, number>> {
  const { category, family } = index;
  if (category === undefined) return {};
  const kinds = productKinds(index);
  /** Per category how many shoppers bought of it, and the times after which some bought again. */
  const seen = new Map<number, { shoppers: number; readonly times: number[] }>();
  for (const purchases of shoppers) {
    const own = new Map<number, number[]>();
    const last = new Map<number, number>();
    for (const { item, at } of purchases.toSorted((a, b) => a.at - b.at)) {
      const product = index.ids.find(item) ?? -1;
      const kind = kinds.category(product);
      if (kind < 0) continue;
      const times = own.get(kind) ?? [];
      own.set(kind, times);
      const same = (family?.[product] ?? -1) >= 0 ? -1 - family![product] : product;
      const before = last.get(same);
      if (before !== undefined && at - before >= SAME_ORDER) times.push(at - before);
      if (before === undefined || at - before >= SAME_ORDER) last.set(same, at);
    }
    for (const [kind, times] of own) {
      const all = seen.get(kind) ?? { shoppers: 0, times: [] };
      seen.set(kind, all);
      all.shoppers++;
      if (times.length > 0) all.times.push(medianOf(times));
    }
  }
  const usual = [...seen].filter(
    ([, { shoppers, times }]) => times.length >= MIN_REPEATS && times.length >= MIN_REPEAT_SHARE * shoppers,
  );
  return Object.fromEntries(usual.map(([kind, { times }]) => [category.labels[kind], medianOf(times)]));
}

const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/**
 * After how long shoppers usually buy a product again, in ms; `undefined` where the history does not tell.
 *
 * @param product a row of the catalogue; -1 for none
 */
export function repeatIntervalOf(
  catalogue: CatalogueIndex,
  { parameters: { repeats } }: Pick<Model, 'parameters'>,
  product: number,
): number | undefined {
  const { category } = catalogue;
  if (repeats === undefined || category === undefined) return undefined;
  const label = category.labels[productKinds(catalogue).category(product)];
  return label !== undefined && Object.hasOwn(repeats, label) ? repeats[label] : undefined;
}
