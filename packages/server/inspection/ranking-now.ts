import {
  type Explanation,
  type RankedItem,
  type Ranking,
  rank,
  requestedCandidates,
  searchReader,
  steadyTime,
} from '@decidable/engine/ranking';
import { type FoldedProfile, readProfile, waysOfShopping } from '@decidable/engine/session';
import { whyOf } from '../ranking/reason-text.ts';
import type { Shop } from '../shops/shop.ts';
import { cardOf, type ProductCard } from './product-card.ts';

/** The session and the shop as of one time. */
export interface Inspected {
  readonly shop: Shop;
  /** `undefined` for a session that was never written. */
  readonly profile: FoldedProfile | undefined;
  /** ms since the epoch */
  readonly at: number;
}

/** A ranked product with what people recognise it by, and why it is where it is. */
export interface InspectedItem extends ProductCard, Omit<RankedItem, 'aside' | 'scoreBreakdown'> {
  readonly why: string;
  readonly scoreBreakdown: RankedItem['scoreBreakdown'][number][];
}

export interface RankingNow {
  readonly items: InspectedItem[];
  readonly total: number;
  readonly explanation: Explanation;
}

/** What is asked of a ranking. */
export interface RankingWish {
  readonly query?: string | undefined;
  readonly category?: string | undefined;
  readonly limit: number;
  readonly offset?: number;
  readonly explain?: boolean;
}

/** Ranks the catalogue for a session in steps, as `/catalog/ranked` does; nothing is stored. */
export function* ranked(
  { shop, profile: folded, at }: Inspected,
  wish: RankingWish,
): Generator<void, Ranking> {
  const { index, learned, traits, personas } = shop;
  const profile = folded && readProfile(folded, searchReader(index));
  const candidates = yield* requestedCandidates({ index, profile, ...wish });
  const now = steadyTime(profile, at);
  const ways = profile === undefined ? [] : waysOfShopping(profile, now, traits, personas);
  yield;
  return rank({ index, profile, model: learned.model, now, personas: ways, candidates, ...wish });
}

/** A ranked item as people read it. */
export function inspectedItem(shop: Shop, item: RankedItem): InspectedItem {
  const { aside: _, scoreBreakdown, ...rest } = item;
  return { ...rest, scoreBreakdown: [...scoreBreakdown], ...cardOf(shop, item.id), why: whyOf(item) };
}

/** Ranks as {@link ranked} does, for people to read. */
export function* rankingNow(inspected: Inspected, wish: RankingWish): Generator<void, RankingNow> {
  const { items, total, explanation } = yield* ranked(inspected, wish);
  yield;
  return { items: items.map((item) => inspectedItem(inspected.shop, item)), total, explanation };
}
