import { strength } from '../profile/decay.ts';
import type { Look } from '../profile/interactions.ts';
import type { Profile, Shelf, Trait } from '../types.ts';

/** Evidence that is measured on the whole profile, with the catalogue's help where there is one. */
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
  | 'earlier_visits';

/** A session as measures read it. */
export interface Sight {
  readonly profile: Profile;
  readonly now: number;
  readonly shelf: Shelf | undefined;
  readonly looks: readonly Look[];
}

type Measure = (sight: Sight) => Measured | undefined;

/** A price rank this far from the middle of its shelf begins to say something. */
const OUTER_THIRD = 1 / 3;
/** One brand is looked for when it has more than this share of what was looked at. */
const MOST_OF = 0.6;
/** One full look is enough evidence to judge by. */
const enough = (weight: number): number => Math.min(1, weight);

/** How far a filter keeps to the cheap end (`max` in the lowest third of prices) or to the dear end, 0..1. */
function priceFilter(end: 'low' | 'high'): Measure {
  return ({ profile: { priceFilter: filter, step }, now, shelf }) => {
    if (filter === undefined || shelf === undefined) return undefined;
    const bound = end === 'low' ? filter.max : filter.min;
    const rank = bound === undefined ? undefined : shelf.priceRank(bound);
    if (rank === undefined) return undefined;
    const outside = end === 'low' ? 1 - rank : rank;
    const amount = Math.max(0, outside - (1 - OUTER_THIRD)) / OUTER_THIRD;
    const faded = strength({ short: 1, long: 1, at: filter.at, step: filter.step }, now, step);
    const signal = `price_filter:${filter.min ?? 0}-${filter.max ?? ''}`;
    return { signal, amount: amount * faded, at: filter.at };
  };
}

/** How far the touched products sit at one end of their own category's prices, summed over them. */
function productPrices(end: 'low' | 'high'): Measure {
  return ({ looks }) => {
    if (looks.length === 0) return undefined;
    let sum = 0;
    let at = 0;
    const products = new Set<string>();
    for (const { touched, weight, product } of looks) {
      const rank = product.priceRank;
      if (rank === undefined) continue;
      // From −1 (the other end) to 1: products of both ends cancel each other out.
      const towards = end === 'low' ? 1 - 2 * rank : 2 * rank - 1;
      sum += weight * towards;
      at = Math.max(at, touched.at);
      products.add(touched.id);
    }
    if (!(sum > 0)) return undefined;
    return { signal: `${end === 'low' ? 'cheap' : 'expensive'}_products:${products.size}`, amount: sum, at };
  };
}

/** Weights of the touched products by what the catalogue says that they are. */
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

  /** Entropy of the categories looked at, in bits, above the one bit that two of them have. */
  spread_over_categories: ({ looks }) => {
    if (looks.length < 3) return undefined;
    const { masses, at } = massBy(looks, 'category');
    if (masses.size < 3) return undefined;
    const total = sumOf(masses.values());
    let bits = 0;
    for (const mass of masses.values()) bits -= (mass / total) * Math.log2(mass / total);
    return { signal: `categories:${masses.size}`, amount: Math.max(0, bits - 1) * enough(total), at };
  },

  /** How much more of one brand was looked at than its share of the shelf, beyond the first look. */
  one_brand: ({ looks }) => {
    if (looks.length === 0) return undefined;
    const { masses, at } = massBy(looks, 'brand');
    const total = sumOf(masses.values());
    let best: Trait | undefined;
    for (const [brand, mass] of masses) {
      if (best === undefined || mass > masses.get(best)!) best = brand;
    }
    if (best === undefined) return undefined;
    const mass = masses.get(best)!;
    const amount = mass - best.share * total - 1;
    return amount > 0 && mass > MOST_OF * total ? { signal: `brand:${best.label}`, amount, at } : undefined;
  },

  /**
   * Visits before this one, as of the latest signal, which shows that the shopper came back and fades like all others.
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
