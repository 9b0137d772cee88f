import {
  type AttributeValue,
  type CatalogRankedRequest,
  type EndpointPath,
  limits,
  type RerankRequest,
  type SearchRequest,
  type SuggestRequest,
} from '@decidable/contract';
import type {
  Candidates,
  CatalogueIndex,
  Facet,
  Factor,
  InlineProduct,
  Neighbours,
  RankedItem,
  Ranking,
  RerankedItem,
  Roles,
  UnknownValue,
} from '@decidable/engine/ranking';
import {
  FilterError,
  facetsInSteps,
  judge,
  listCandidates,
  narrowedProducts,
  RANKING_PERSONAS,
  rank,
  rankProducts,
  requestedCandidates,
  rerank,
  steadyTime,
  suggestInSteps,
} from '@decidable/engine/ranking';
import { type Persona, type Profile, waysOfShopping } from '@decidable/engine/session';
import { InvalidInput } from '../errors.ts';
import { type JsonWriter, piece, told } from '../json/json-writer.ts';
import type { Shop } from '../shops/shop.ts';
import { highlightsOfProducts, highlightsOfSent, type WriteHighlights } from './highlights.ts';
import { listJson } from './ranked-list.ts';

/** The session and the shop as of one time: the input of every ranking. */
export interface RankingContext {
  readonly shop: Shop;
  /** `undefined` for a session that was never written. */
  readonly profile: Profile | undefined;
  /** ms since the epoch */
  readonly at: number;
}

/** The fields of a request that its ranking depends on. An optional field may also be `undefined`. */
type Query<Request, Part = Omit<Request, 'sessionId' | 'organizationId' | 'signals' | 'batchId'>> = {
  readonly [K in keyof Part]: object extends Pick<Part, K> ? Part[K] | undefined : Part[K];
};
export type CatalogQuery = Query<CatalogRankedRequest>;
export type SearchQuery = Query<SearchRequest>;
export type RerankQuery = Query<RerankRequest>;
export type SuggestQuery = Query<SuggestRequest>;

/** A ranking, and the list of the response: JSON in UTF-8. */
export interface Answered {
  readonly ranking: Ranking;
  readonly json: Buffer;
  /** The counts of the products, where the request asks for them. */
  readonly facets?: readonly Facet[];
  /** Values of its filters that the catalogue does not have. */
  readonly unknown?: readonly UnknownValue[];
}

const personas = ({ profile, at, shop }: RankingContext): readonly Persona[] =>
  profile === undefined ? [] : waysOfShopping(profile, at, shop.traits, shop.personas, RANKING_PERSONAS);

/** The arguments that all rankings of the engine take. */
const engineArguments = (context: RankingContext) => ({
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

/** How an endpoint ranks. `Request` holds the fields of the body that its ranking depends on. */
export interface Ranker<Request> {
  /** The path of the endpoint, stored with each decision. */
  readonly endpoint: EndpointPath;
  /** Whether it ranks products of the catalogue, and not those of the request. */
  readonly needsCatalogue: boolean;
  /**
   * Builds the candidate set, in steps between which other requests are served. This part does not depend on the model.
   *
   * @param meaning what is close in meaning to the query
   */
  candidates(
    index: CatalogueIndex,
    profile: Profile | undefined,
    request: Request,
    meaning?: Neighbours,
  ): Generator<void, Candidates>;
  /**
   * Ranks in the first step, with the model as it is in that turn, and writes the list in the second. Each step takes
   * some milliseconds for a thousand products.
   */
  rank(context: RankingContext, request: Request, candidates: Candidates): Generator<void, Answered>;
}

const ATTRIBUTES = piece(',"attributes":');
const PREVIOUS_RANK = piece(',"previousRank":');

/** `/catalog/ranked`: ranks the catalogue of the shop; each item has its attributes. */
export const catalogRanker: Ranker<CatalogQuery> = {
  endpoint: '/catalog/ranked',
  needsCatalogue: true,
  candidates: (index, profile, { category, filters, seen, unmatched, query }, meaning) =>
    refusingFilters(
      requestedCandidates({ index, profile, category, filters, seen, unmatched, query, meaning }),
    ),
  *rank(context, request, candidates) {
    const { limit = limits.rankedLimit.default, fields, facets: most = 0 } = request;
    const { explain, category, filters, seen, highlight } = request;
    const { index, shown } = context.shop;
    // Personas fade, too: they are of the time as of which the list is ranked.
    const steady = { ...context, at: steadyTime(context.profile, context.at) };
    const ranking = rank({ ...engineArguments(steady), ...request, limit, candidates });
    yield;
    const columns = fields && shown.named(fields.flatMap((name) => [name, columnOfRole(index.roles, name)]));
    const { items, searched } = ranking;
    const productOf = ({ id }: RankedItem): number => index.ids.find(id)!;
    const writeHighlights =
      highlight === true && searched !== undefined
        ? yield* highlightsOfProducts(items.map(productOf), shown, columns, searched)
        : undefined;
    const json = yield* listJson(items, {
      explain,
      more: (item, out) => {
        if (fields?.length === 0) return;
        const product = productOf(item);
        shown.write(product, out.piece(ATTRIBUTES), columns);
        writeHighlights?.(product, out);
      },
    });
    if (most === 0 && filters === undefined) return { ranking, json };
    yield;
    const { profile } = context;
    const found = candidates.judged?.found;
    const narrowed = yield* narrowedProducts(index, { category, filters, seen, found, profile });
    const { unknown } = narrowed;
    if (most === 0) return { ranking, json, unknown };
    const facets = yield* facetsInSteps(index, narrowed, most, limits.facetValues);
    return { ranking, json, facets, unknown };
  },
};

/** The name of the column that has a role, such as `title`; the name itself where none has. */
const columnOfRole = (roles: Roles, name: string): string =>
  (Object.hasOwn(roles, name) && roles[name as keyof Roles]) || name;

/** The steps of a narrowing, whose refused filters are faults of the request. */
function* refusingFilters<T>(steps: Generator<void, T>): Generator<void, T> {
  try {
    return yield* steps;
  } catch (error) {
    throw error instanceof FilterError ? new InvalidInput(error.message) : error;
  }
}

/** `/search`: ranks products that the request holds, with their attributes. */
export const searchRanker: Ranker<SearchQuery> = {
  endpoint: '/search',
  needsCatalogue: false,
  *candidates(index, profile, { products: sent, query }) {
    const products: InlineProduct[] = [];
    for (const { id, ...attributes } of sent) {
      products.push({ id: id.normalize(), attributes: attributes as InlineProduct['attributes'] });
      yield;
    }
    const candidates = yield* listCandidates({ index, profile, products, query });
    const judgement = query === undefined ? undefined : yield* judge(candidates, query);
    return { index: candidates, judgement };
  },
  *rank(context, request, { index: candidates, judgement }) {
    const { query, limit, explain, highlight } = request;
    // The candidate set holds the attributes that were sent.
    const products = request.products.map(({ id }) => ({ id }));
    const ranking: RerankedList = rankProducts({
      ...engineArguments(context),
      products,
      query,
      limit,
      explain,
      candidates,
      judgement,
    });
    yield;
    const sentAs = ({ previousRank }: RerankedItem) => request.products[previousRank - 1];
    const writeHighlights = yield* highlightsOfList(ranking, highlight, (item) => {
      const { id: _, ...attributes } = sentAs(item);
      return attributes as SentAttributes;
    });
    const json = yield* listJson(ranking.items, {
      explain,
      idOf: (item) => sentAs(item).id,
      more: (item, out) => writeHighlights?.(item, out),
    });
    return { ranking, json };
  },
};

type RerankedList = Omit<Ranking, 'items'> & { readonly items: readonly RerankedItem[] };
type SentAttributes = Readonly<Record<string, AttributeValue>>;

/** Where the search of a list stands in what its products were sent with, where the request asks for that. */
function* highlightsOfList(
  { items, searched }: RerankedList,
  highlight: boolean | undefined,
  attributesOf: (item: RerankedItem) => SentAttributes,
): Generator<void, WriteHighlights<RerankedItem> | undefined> {
  if (highlight !== true || searched === undefined) return undefined;
  return yield* highlightsOfSent(
    items.map((item) => [item, attributesOf(item)] as const),
    searched,
  );
}

const idOf = (result: RerankQuery['results'][number]): string =>
  typeof result === 'string' ? result : result.id;

/** Products have ids in NFC; the response repeats the ids as they were sent. */
const resultsOf = ({ results }: RerankQuery): InlineProduct[] =>
  results.map((result) => ({ ...(typeof result !== 'string' && result), id: idOf(result).normalize() }));

/** `/rerank`: ranks results of another search engine, sent in its order. */
export const rerankRanker: Ranker<RerankQuery> = {
  endpoint: '/rerank',
  needsCatalogue: false,
  *candidates(index, profile, request) {
    const products = resultsOf(request);
    return { index: yield* listCandidates({ index, profile, products, query: request.query }) };
  },
  *rank(context, request, { index: candidates }) {
    const { query, limit, strength = limits.strength.default, explain, highlight } = request;
    const products = resultsOf(request);
    const asked = { products, query, limit, strength, explain };
    const ranking = rerank({ ...engineArguments(context), ...asked, candidates });
    yield;
    const sentAs = ({ previousRank }: RerankedItem) => request.results[previousRank - 1];
    const writeHighlights = yield* highlightsOfList(ranking, highlight, (item) => {
      const result = sentAs(item);
      return (typeof result !== 'string' && result.attributes) || {};
    });
    const more = (item: RerankedItem, out: JsonWriter): void => {
      out.piece(PREVIOUS_RANK).number(item.previousRank);
      writeHighlights?.(item, out);
    };
    const json = yield* listJson(ranking.items, { explain, more, idOf: (item) => idOf(sentAs(item)) });
    return { ranking, json };
  },
};

/** The rankers whose rankings are stored as decisions. */
export const rankers: readonly Ranker<unknown>[] = [catalogRanker, searchRanker, rerankRanker];

/** `/suggest`: completes what is typed from the catalogue and from queries of many sessions, in steps. */
export function* suggestQueries(
  context: RankingContext,
  { query, limit = limits.suggestLimit.default }: SuggestQuery,
) {
  const { completions, learned } = context.shop;
  const { queries } = learned;
  const found = yield* suggestInSteps({ ...engineArguments(context), completions, queries, limit, query });
  yield;
  return found.map(({ score, scoreBreakdown, ...suggestion }) => ({
    ...suggestion,
    score: told(score),
    scoreBreakdown: shownFactors(scoreBreakdown),
  }));
}
