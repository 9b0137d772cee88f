import {
  type CatalogRankedRequest,
  type EndpointPath,
  limits,
  type RerankRequest,
  type SearchRequest,
  type SuggestRequest,
} from '@decidable/contract';
import type { CatalogueIndex, Factor, InlineProduct, Ranking, RerankedItem } from '@decidable/engine/ranking';
import {
  listCandidates,
  rank,
  rankProducts,
  rerank,
  shelfCandidates,
  suggestInSteps,
} from '@decidable/engine/ranking';
import { type Persona, type Profile, waysOfShopping } from '@decidable/engine/session';
import { type JsonWriter, piece, told } from '../json/json-writer.ts';
import type { Shop } from '../shops/shop.ts';
import { listJson } from './ranked-list.ts';

/** A session and a shop as of a moment: what every ranking is made of. */
export interface RankingContext {
  readonly shop: Shop;
  /** `undefined` for a session that was never written. */
  readonly profile: Profile | undefined;
  /** ms since the epoch */
  readonly at: number;
}

/** What of a request a ranking depends on besides the context; what may be left out may also be `undefined`. */
type Query<Request, Part = Omit<Request, 'sessionId' | 'organizationId'>> = {
  readonly [K in keyof Part]: object extends Pick<Part, K> ? Part[K] | undefined : Part[K];
};
export type CatalogQuery = Query<CatalogRankedRequest>;
export type SearchQuery = Query<SearchRequest>;
export type RerankQuery = Query<RerankRequest>;
export type SuggestQuery = Query<SuggestRequest>;

/** A ranking, and its list as it is answered: JSON in UTF-8. */
export interface Answered {
  readonly ranking: Ranking;
  readonly json: Buffer;
}

const personas = ({ profile, at, shop }: RankingContext): readonly Persona[] =>
  profile === undefined ? [] : waysOfShopping(profile, at, shop.shelf, shop.personas);

/** What the rankings of the engine ask of a context. */
const asked = (context: RankingContext) => ({
  profile: context.profile,
  index: context.shop.index,
  model: context.shop.learned.model,
  now: context.at,
  personas: personas(context),
});

const shownFactors = (breakdown: readonly Factor[]): Factor[] =>
  breakdown.map(({ factor, signal, weight, value, contribution }) => ({
    factor,
    signal,
    weight: told(weight),
    value: told(value),
    contribution: told(contribution),
  }));

/** How an endpoint ranks. `Request` is what of the body its ranking depends on. */
export interface Ranker<Request> {
  /** Its path, under which decisions are kept. */
  readonly endpoint: EndpointPath;
  /**
   * The products that are to be ranked: what of a request can be read before the model is looked at, in steps between
   * which others have their turn.
   */
  candidates(
    index: CatalogueIndex,
    profile: Profile | undefined,
    request: Request,
  ): Generator<void, CatalogueIndex>;
  /**
   * Ranks in the first step, by the model of that turn, and writes the list in the next: of a thousand products each
   * takes some milliseconds.
   */
  rank(context: RankingContext, request: Request, candidates: CatalogueIndex): Generator<void, Answered>;
}

const ATTRIBUTES = piece(',"attributes":');
const PREVIOUS_RANK = piece(',"previousRank":');

/** The catalogue of the shop, each item with its attributes. */
export const catalogRanker: Ranker<CatalogQuery> = {
  endpoint: '/catalog/ranked',
  candidates: (index, profile, { category }) => shelfCandidates({ index, profile, category }),
  *rank(context, { limit = limits.rankedLimit.default, category }, candidates) {
    const { index, shown } = context.shop;
    const ranking = rank({ ...asked(context), limit, category, candidates });
    yield;
    const json = listJson(ranking.items, ({ id }, out) => {
      shown.write(index.ids.find(id)!, out.piece(ATTRIBUTES));
    });
    return { ranking, json };
  },
};

/** Products that were sent, their attributes beside their ids. */
export const searchRanker: Ranker<SearchQuery> = {
  endpoint: '/search',
  *candidates(index, profile, { products: sent, query }) {
    const products: InlineProduct[] = [];
    for (const { id, ...attributes } of sent) {
      products.push({ id: id.normalize(), attributes: attributes as InlineProduct['attributes'] });
      yield;
    }
    return yield* listCandidates({ index, profile, products, query });
  },
  *rank(context, request, candidates) {
    const { query, limit } = request;
    // What was sent along with their ids stands in the candidates.
    const products = request.products.map(({ id }) => ({ id }));
    const ranking = rankProducts({ ...asked(context), products, query, limit, candidates });
    yield;
    const sent = ({ previousRank }: RerankedItem): string => request.products[previousRank - 1].id;
    return { ranking, json: listJson(ranking.items, undefined, sent) };
  },
};

const idOf = (result: RerankQuery['results'][number]): string =>
  typeof result === 'string' ? result : result.id;

/** Products are known by ids in NFC; those of a list are answered as they were sent. */
const resultsOf = ({ results }: RerankQuery): InlineProduct[] =>
  results.map((result) => ({ ...(typeof result !== 'string' && result), id: idOf(result).normalize() }));

/** Results of another search engine, in its order. */
export const rerankRanker: Ranker<RerankQuery> = {
  endpoint: '/rerank',
  candidates: (index, profile, request) =>
    listCandidates({ index, profile, products: resultsOf(request), query: request.query }),
  *rank(context, request, candidates) {
    const { query, limit, strength = limits.strength.default } = request;
    const products = resultsOf(request);
    const ranking = rerank({ ...asked(context), products, query, limit, strength, candidates });
    yield;
    const sent = ({ previousRank }: RerankedItem): string => idOf(request.results[previousRank - 1]);
    const more = ({ previousRank }: RerankedItem, out: JsonWriter): void => {
      out.piece(PREVIOUS_RANK).number(previousRank);
    };
    return { ranking, json: listJson(ranking.items, more, sent) };
  },
};

/** All whose rankings are kept as decisions. */
export const rankers: readonly Ranker<unknown>[] = [catalogRanker, searchRanker, rerankRanker];

/** `/suggest`: queries, from the catalogue and from what many sessions searched for; in steps. */
export function* suggestQueries(
  context: RankingContext,
  { query, limit = limits.suggestLimit.default }: SuggestQuery,
) {
  const { queries } = context.shop.learned;
  const found = yield* suggestInSteps({ ...asked(context), queries, limit, query });
  yield;
  return found.map((suggestion) => ({
    query: suggestion.query,
    score: told(suggestion.score),
    scoreBreakdown: shownFactors(suggestion.scoreBreakdown),
  }));
}
