import { type Ranking, rank } from '@decidable/engine/ranking';
import type { Profile } from '@decidable/engine/session';
import { attributesOf, type Shop } from './shop.ts';
import { personasIn } from './tracking.ts';

/** A session and a shop as of a moment: what every ranking is made of. */
export interface Standpoint {
  readonly shop: Shop;
  readonly profile: Profile | undefined;
  /** ms since the epoch */
  readonly at: number;
}

/** Of the request for a ranking, what it depends on besides the standpoint. */
export interface RankedQuery {
  readonly limit?: number | undefined;
  readonly category?: string | undefined;
}

/** Ranks the catalogue of a shop, each item with its attributes as answers show them. */
export function rankCatalogue({ shop, profile, at }: Standpoint, { limit = 20, category }: RankedQuery) {
  const ranking: Ranking = rank({
    profile,
    index: shop.index,
    model: shop.model,
    now: at,
    limit,
    ...(category !== undefined && { category }),
    personas: profile === undefined ? [] : personasIn(profile, at, shop),
  });
  const items = ranking.items.map(({ id, rank: place, score, scoreBreakdown, available }) => ({
    id,
    rank: place,
    score,
    scoreBreakdown: [...scoreBreakdown],
    attributes: attributesOf(shop, shop.index.numbers.get(id)!),
    ...(available === false && { available }),
  }));
  return { ranking, items };
}
