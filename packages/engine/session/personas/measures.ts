import { strength } from '../profile/decay.ts';
import type { Look } from '../profile/interactions.ts';
import { searchAt } from '../profile/typed-searches.ts';
import type { CatalogueTraits, Profile, Trait } from '../types.ts';

/** Evidence that is measured on the whole profile, against the catalogue where there is one. */
export interface Measured {
  readonly signal: string;
  readonly amount: number;
  readonly at: number;
}

export type MeasureName =
  | 'low_price_filter'
  | 'high_price_filter'
  | 'cheap_products'
  | 'dear_products'
  | 'spread_over_categories'
  | 'one_brand'
  | 'one_brand_page'
  | 'earlier_visits';

/** The session and the catalogue that measures read. */
export interface MeasureInput {
  readonly profile: Profile;
  readonly now: number;
  readonly catalogue: CatalogueTraits | undefined;
  readonly looks: readonly Look[];
}

type Measure = (input: MeasureInput) => Measured | undefined;

/** Price ranks within this distance of an end count as low or high; set by hand. */
const OUTER_THIRD = 1 / 3;
/** A way of shopping shows in this many products at least: one, or two, may be chance. Set by hand. */
export const LEAST_PRODUCTS = 3;
/** A session is loyal to a brand that has more than this share of its products; set by hand. */
const MAJORITY = 0.6;
/** Evidence counts fully from one undecayed view on. */
const saturated = (weight: number): number => Math.min(1, weight);

/** How close a filter is to the cheap end (`max` in the lowest third of prices) or to the expensive end, 0..1. */
function priceFilter(end: 'low' | 'high'): Measure {
  return ({ profile, now, catalogue }) => {
    const { priceFilter: filter, step } = profile;
    if (filter === undefined || catalogue === undefined) return undefined;
    const bound = end === 'low' ? filter.max : filter.min;
    const rank = bound === undefined ? undefined : catalogue.priceRank(bound);
    if (rank === undefined) return undefined;
    const outside = end === 'low' ? 1 - rank : rank;
    const amount = Math.max(0, outside - (1 - OUTER_THIRD)) / OUTER_THIRD;
    const faded = strength({ short: 1, long: 1, at: filter.at, step: filter.step }, now, step);
    const sent = `price_filter:${filter.min ?? 0}-${filter.max ?? ''}`;
    const signal = searchAt(profile, filter.step) ?? sent;
    return { signal, amount: amount * faded, at: filter.at };
  };
}

/** The sum over interacted products of how close each is to one end of the prices of its own category. */
function productPrices(end: 'low' | 'high'): Measure {
  return ({ looks }) => {
    if (looks.length === 0) return undefined;
    let sum = 0;
    let at = 0;
    const products = new Set<string>();
    for (const { touched, weight, product } of looks) {
      const rank = product.priceRank;
      if (rank === undefined) continue;
      // From −1 (the other end) to 1, so that products of both ends cancel out.
      const towards = end === 'low' ? 1 - 2 * rank : 2 * rank - 1;
      sum += weight * towards;
      at = Math.max(at, touched.at);
      products.add(touched.id);
    }
    if (!(sum > 0) || products.size < LEAST_PRODUCTS) return undefined;
    return { signal: `${end === 'low' ? 'cheap' : 'expensive'}_products:${products.size}`, amount: sum, at };
  };
}

/** The summed weights of the interacted products by their trait of this kind. */
function massBy(
  looks: readonly Look[],
  kind: Trait['kind'],
): { readonly masses: ReadonlyMap<Trait, number>; readonly at: number } {
  const masses = new Map<Trait, number>();
  let at = 0;
  for (const { touched, weight, product } of looks) {
    const trait = product.traits.find((other) => other.kind === kind);
    if (trait === undefined) continue;
    masses.set(trait, (masses.get(trait) ?? 0) + weight);
    at = Math.max(at, touched.at);
  }
  return { masses, at };
}

/** How many different products have each trait of this kind. */
function productsBy(looks: readonly Look[], kind: Trait['kind']): ReadonlyMap<Trait, number> {
  const seen = new Set<string>();
  const counts = new Map<Trait, number>();
  for (const { touched, product } of looks) {
    if (seen.has(touched.id)) continue;
    seen.add(touched.id);
    const trait = product.traits.find((other) => other.kind === kind);
    if (trait !== undefined) counts.set(trait, (counts.get(trait) ?? 0) + 1);
  }
  return counts;
}

const sumOf = (masses: Iterable<number>): number => {
  let sum = 0;
  for (const mass of masses) sum += mass;
  return sum;
};

export const MEASURES: Readonly<Record<MeasureName, Measure>> = {
  low_price_filter: priceFilter('low'),
  high_price_filter: priceFilter('high'),
  cheap_products: productPrices('low'),
  dear_products: productPrices('high'),

  /** Entropy of the viewed categories, in bits, above the one bit of two equally frequent ones. */
  spread_over_categories: ({ looks }) => {
    if (looks.length < 3) return undefined;
    const { masses, at } = massBy(looks, 'category');
    if (masses.size < 3) return undefined;
    const total = sumOf(masses.values());
    let bits = 0;
    for (const mass of masses.values()) bits -= (mass / total) * Math.log2(mass / total);
    return { signal: `categories:${masses.size}`, amount: Math.max(0, bits - 1) * saturated(total), at };
  },

  /**
   * The excess of the most frequent brand over its share of the catalogue, beyond the first view. The brand must have
   * several products of the session, and most of them: one product that is read, compared and put into the cart is none.
   */
  one_brand: ({ looks }) => {
    if (looks.length < LEAST_PRODUCTS) return undefined;
    const { masses, at } = massBy(looks, 'brand');
    const products = productsBy(looks, 'brand');
    const total = sumOf(masses.values());
    const ofAll = sumOf(products.values());
    let best: Trait | undefined;
    for (const [brand, mass] of masses) {
      if (best === undefined || mass > masses.get(best)!) best = brand;
    }
    if (best === undefined) return undefined;
    const own = products.get(best)!;
    if (own < LEAST_PRODUCTS || own <= MAJORITY * ofAll) return undefined;
    const amount = masses.get(best)! - best.share * total - 1;
    return amount > 0 ? { signal: `brand:${best.label}`, amount, at } : undefined;
  },

  /**
   * Returns to the pages of brands that were opened before, beyond the first, where most pages of brands are returned to:
   * opening one page twice may be a reload.
   */
  one_brand_page: ({ profile: { evidence, step }, now }) => {
    const worth = (name: string): number => {
      const found = evidence.find((one) => one.name === name);
      return found === undefined ? 0 : strength(found, now, step);
    };
    const again = worth('brand_view:again');
    if (again <= 1 || again <= MAJORITY * (again + worth('brand_view:another'))) return undefined;
    const at = evidence.find(({ name }) => name === 'brand_view:again')!.at;
    return { signal: 'brand_view:again', amount: again - 1, at };
  },

  /**
   * Visits before this one. They decay from the latest signal on, which is the evidence that the shopper came back.
   */
  earlier_visits: ({ profile: { visits, lastSeenAt: at, step }, now }) => {
    const earlier = visits - 1;
    if (earlier < 1) return undefined;
    return {
      signal: `visits:${visits}`,
      amount: strength({ short: earlier, long: earlier, at, step }, now, step),
      at,
    };
  },
};
