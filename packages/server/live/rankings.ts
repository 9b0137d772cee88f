import { limits } from '@decidable/contract';
import type { Factor, RankedItem, Ranking, RerankedItem } from '@decidable/engine/ranking';
import { type InlineProduct, rank, rankProducts, rerank, suggest } from '@decidable/engine/ranking';
import type { Persona, Profile } from '@decidable/engine/session';
import { told } from './figures.ts';
import { attributesOf, type Shop } from './shop.ts';
import { personasIn } from './tracking.ts';
import { whyOf } from './wording.ts';

/** A session and a shop as of a moment: what every ranking is made of. */
export interface Standpoint {
  readonly shop: Shop;
  /** `undefined` for a session that was never written. */
  readonly profile: Profile | undefined;
  /** ms since the epoch */
  readonly at: number;
}

/** What a request of each endpoint depends on besides the standpoint, under the names of the interface. */
export interface CatalogQuery {
  readonly limit?: number | undefined;
  readonly category?: string | undefined;
}
export interface SearchQuery {
  readonly products: readonly ({ readonly id: string } & Readonly<Record<string, unknown>>)[];
  readonly query?: string | undefined;
  readonly limit?: number | undefined;
}
export interface RerankQuery {
  readonly results: readonly (
    | string
    | {
        readonly id: string;
        readonly score?: number | undefined;
        readonly attributes?: InlineProduct['attributes'];
      }
  )[];
  readonly query?: string | undefined;
  readonly limit?: number | undefined;
  readonly strength?: number | undefined;
}
export interface SuggestQuery {
  readonly query?: string | undefined;
  readonly limit?: number | undefined;
}

/** A ranking, and its list as it is answered. */
export interface Answered<Item> {
  readonly ranking: Ranking;
  readonly list: Item[];
}

const personas = ({ profile, at, shop }: Standpoint): readonly Persona[] =>
  profile === undefined ? [] : personasIn(profile, at, shop);

/** What the rankings of the engine ask of a standpoint. */
const asked = (standpoint: Standpoint) => ({
  profile: standpoint.profile,
  index: standpoint.shop.index,
  model: standpoint.shop.learned.model,
  now: standpoint.at,
  personas: personas(standpoint),
});

const shownFactors = (breakdown: readonly Factor[]): Factor[] =>
  breakdown.map(({ factor, signal, weight, value, contribution }) => ({
    factor,
    signal,
    weight: told(weight),
    value: told(value),
    contribution: told(contribution),
  }));

const shown = ({ id, rank: place, score, scoreBreakdown, available }: RankedItem) => ({
  id,
  rank: place,
  score: told(score),
  scoreBreakdown: shownFactors(scoreBreakdown),
  why: whyOf(score, scoreBreakdown),
  ...(available === false && { available }),
});

/** `/catalog/ranked`: the catalogue of the shop, each item with its attributes. */
export function rankCatalogue(
  standpoint: Standpoint,
  { limit = limits.rankedLimit.default, category }: CatalogQuery,
) {
  const { shop } = standpoint;
  const ranking = rank({ ...asked(standpoint), limit, category });
  const list = ranking.items.map((item) => ({
    ...shown(item),
    attributes: attributesOf(shop, shop.index.numbers.get(item.id)!),
  }));
  return { ranking, list } satisfies Answered<unknown>;
}

/** `/search`: products that were sent, their attributes beside their ids. */
export function rankSearch(standpoint: Standpoint, { products, query, limit }: SearchQuery) {
  const ranking = rankProducts({
    ...asked(standpoint),
    products: products.map(({ id, ...attributes }) => ({
      id,
      attributes: attributes as InlineProduct['attributes'],
    })),
    query,
    limit,
  });
  return { ranking, list: ranking.items.map(shown) } satisfies Answered<unknown>;
}

/** `/rerank`: results of another search engine, in its order. */
export function rankResults(
  standpoint: Standpoint,
  { results, query, limit, strength = limits.strength.default }: RerankQuery,
) {
  const ranking = rerank({
    ...asked(standpoint),
    products: results.map((result) => (typeof result === 'string' ? { id: result } : result)),
    query,
    limit,
    strength,
  });
  const reranked: readonly RerankedItem[] = ranking.items;
  const list = reranked.map((item) => ({ ...shown(item), previousRank: item.previousRank }));
  return { ranking, list } satisfies Answered<unknown>;
}

/** `/suggest`: queries, from the catalogue and from what many sessions searched for. */
export function suggestQueries(
  standpoint: Standpoint,
  { query, limit = limits.suggestLimit.default }: SuggestQuery,
) {
  const { queries } = standpoint.shop.learned;
  return suggest({ ...asked(standpoint), queries, limit, query }).map((suggestion) => ({
    query: suggestion.query,
    score: told(suggestion.score),
    scoreBreakdown: shownFactors(suggestion.scoreBreakdown),
  }));
}
