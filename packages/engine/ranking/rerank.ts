import { runToEnd } from '../primitives/run-to-end.ts';
import type { Persona, Profile } from '../session/types.ts';
import { candidateIndexOf } from './candidates/candidate-index.ts';
import type { CatalogueIndex } from './indexing/catalogue-index.ts';
import { CounterEvidence } from './intent/counter-evidence.ts';
import { EMPTY_PROFILE } from './intent/empty-profile.ts';
import { type SessionState, sessionStateOf } from './intent/session-state.ts';
import { suppressedBy } from './intent/suppression.ts';
import { breakdownOf, scoreAlone, scoreOf } from './mixture/explanation.ts';
import { Mixture } from './mixture/mixture.ts';
import { bind, bindCandidates } from './model/bound-model.ts';
import type { Model } from './model/model.ts';
import { queryReadingOf } from './query/query-reading.ts';
import { searchedWordsOf } from './query/searched-words.ts';
import { explain } from './rank.ts';
import { type Judgement, judge } from './request/judgement.ts';
import { sortOrderOf } from './request/sort-order.ts';
import { wantedTest } from './request/unwanted-values.ts';
import { asideLevel, Tiers, tiersOf } from './tiers.ts';
import { topOf, withStatus } from './top-k.ts';
import type { Factor, FactorName, InlineProduct, RankedItem, Ranking, SuppressionReason } from './types.ts';

/** What {@link rankProducts} needs. */
export interface RankProductsRequest {
  /** `undefined` for a session that does not exist. */
  readonly profile: Profile | undefined;
  /** The stored catalogue; attributes of `products` win over it. */
  readonly index: CatalogueIndex;
  readonly model: Model;
  /** ms since the epoch */
  readonly now: number;
  /** Candidates with distinct ids, in the order of the caller. */
  readonly products: readonly InlineProduct[];
  /** Number of items to return, at most; all when absent. */
  readonly limit?: number | undefined;
  /** The search that produced the list; it counts as the latest signal of the session. */
  readonly query?: string | undefined;
  /** Whether items have breakdowns; true when absent. */
  readonly explain?: boolean | undefined;
  /** Personas inferred from the same profile, by the session module. */
  readonly personas?: readonly Persona[] | undefined;
  /** The result of {@link listCandidates}, if it was computed beforehand. */
  readonly candidates?: CatalogueIndex | undefined;
  /** How they meet the query, if it was judged beforehand. */
  readonly judgement?: Judgement | undefined;
}

/** What {@link rerank} needs. */
export interface RerankRequest extends RankProductsRequest {
  /** Weight of the session, 0 to 1: 0 keeps the order of the caller, 1 is that of the session. */
  readonly strength: number;
}

export interface RerankedItem extends RankedItem {
  /** Position in the list of the caller, from 1. */
  readonly previousRank: number;
}

/**
 * Indexes the products of a request in steps of a few milliseconds: this is most of the work for products with long
 * texts. It reads nothing that other requests change meanwhile; the model is read only when the list is ranked.
 */
export function listCandidates({
  index,
  products,
  profile = EMPTY_PROFILE,
  query,
}: Pick<RankProductsRequest, 'index' | 'products' | 'profile' | 'query'>): Generator<void, CatalogueIndex> {
  return candidateIndexOf(index, products, { profile, query });
}

/**
 * Ranks a list of products for a session. Without evidence about the list it keeps the order of the caller, except
 * that unavailable products come last.
 */
export function rankProducts(
  request: RankProductsRequest,
): Ranking & { readonly items: readonly RerankedItem[] } {
  return rankList({ ...request, strength: 1 });
}

/**
 * Blends the order of a result list with the ranking for a session: score = (1 − strength) · relevance + strength ·
 * mixture. Both add up to 1 over the list. Relevance comes from the scores of the caller, or from the positions if
 * the scores are missing or not descending. Only `limit` removes items.
 *
 * ```ts
 * const products = [{ id: 'a', score: 9.1 }, { id: 'b', score: 8.7 }];
 * const { items } = rerank({ profile, index, model, now: Date.now(), products, query: 'red boots', strength: 0.5 });
 * items[0]; // { id: 'b', rank: 1, previousRank: 2, score: 0.56, scoreBreakdown: [{ factor: 'relevance', … }, …] }
 * ```
 */
export function rerank(request: RerankRequest): Ranking & { readonly items: readonly RerankedItem[] } {
  return rankList({ ...request, relevance: relevanceOf(request.products) });
}

/** Relevance of each result by the caller. */
interface Relevance {
  /** `[position]`: adds up to 1, not increasing. */
  readonly values: Float64Array;
  /** The signal to show for a position, from 0. */
  readonly signal: (position: number) => string;
}

/**
 * Relevance from the scores of the caller, if all results have one and none is above the previous; else from the
 * discount by position of Järvelin & Kekäläinen (2002), 1 / log2(1 + position).
 */
function relevanceOf(products: readonly InlineProduct[]): Relevance {
  const size = products.length;
  const values = new Float64Array(size);
  const lowest = Math.min(0, products[size - 1]?.score ?? 0);
  let previous = Number.POSITIVE_INFINITY;
  let total = 0;
  for (let i = 0; i < size; i++) {
    const score = products[i].score ?? Number.NaN;
    // NaN carries over: one missing or rising score makes the total NaN.
    previous = Number.isFinite(score) && score <= previous ? score : Number.NaN;
    values[i] = previous - lowest;
    total = total + previous - lowest;
  }
  if (total > 0 && Number.isFinite(total)) {
    for (let i = 0; i < size; i++) values[i] = values[i] / total;
    return { values, signal: (position) => `score:${products[position].score}` };
  }
  total = 0;
  for (let i = 0; i < size; i++) {
    values[i] = 1 / Math.log2(i + 2);
    total += values[i];
  }
  for (let i = 0; i < size; i++) values[i] = values[i] / total;
  return { values, signal: (position) => `position:${position + 1}` };
}

function rankList(
  request: RankProductsRequest & { readonly strength: number; readonly relevance?: Relevance },
): Ranking & { readonly items: readonly RerankedItem[] } {
  const { profile, index: base, model, now, products, query, personas = [], strength, relevance } = request;
  const { limit = products.length, explain: explained = true } = request;
  if (products.length === 0) {
    return { items: [], total: 0, explanation: { personalised: false, reason: 'catalogue_empty' } };
  }
  const index = request.candidates ?? runToEnd(listCandidates(request));
  const bound = bindCandidates(index, bind(base, model));
  const hasSignals = profile !== undefined && profile.step > 0;
  const mixture = new Mixture(sessionStateOf(bound, profile ?? EMPTY_PROFILE, personas, now, query));
  try {
    // A query orders the list also in a session that nobody has seen.
    const personal = (hasSignals || mixture.state.stated) && mixture.personal;
    const score = personal ? mixture.scores() : new Float64Array(index.size).fill(1 / index.size);
    // A shopper who searches for a product they bought should find it.
    const searchedFor = relevance !== undefined || (query !== undefined && query.trim() !== '');
    const { state } = mixture;
    const standing = strength === 0 ? undefined : standingOf(request, state, searchedFor);
    const tiers = standing === undefined ? new Tiers(index.size) : tiersOf({ state, ...standing });
    const against = strength === 0 || searchedFor ? undefined : CounterEvidence.of(mixture.state);
    against?.weigh(score);
    const isMoved = standing?.sort !== undefined || standing?.aside !== undefined || against !== undefined;
    const ofSession = explain(profile, mixture, score, isMoved && index.size > 1);
    // At strength 0 the order is that of the caller, whatever the session prefers.
    const explanation = strength === 0 && ofSession.personalised ? { personalised: false } : ofSession;
    if (relevance !== undefined) {
      for (let i = 0; i < score.length; i++) {
        score[i] = (1 - strength) * relevance.values[i] + strength * score[i];
      }
    }
    const top = topOf(score, tiers.of, limit);
    const items: RerankedItem[] = [];
    for (let r = 0; r < top.length; r++) {
      const product = top[r];
      const scoreBreakdown: Factor[] = [];
      tiers.factorsOf(product, scoreBreakdown);
      if (relevance !== undefined && strength < 1) {
        const signal = explained ? relevance.signal(product) : '';
        scoreBreakdown.push(factorOf('relevance', signal, 1 - strength, relevance.values[product]));
      }
      if (personal && explained) breakdownOf(mixture, product, strength, scoreBreakdown);
      else if (!personal && strength > 0) {
        scoreBreakdown.push(factorOf('prior', 'given_list', strength, 1 / index.size));
      }
      against?.explain(product, scoreBreakdown);
      let score = scoreOf(scoreBreakdown);
      if (personal && !explained) {
        score = scoreAlone(mixture, product, strength, score);
        score = against?.weighed(score, product) ?? score;
      }
      const id = index.ids.at(product);
      const item = {
        id,
        rank: r + 1,
        previousRank: product + 1,
        score,
        scoreBreakdown: explained ? scoreBreakdown : [],
      };
      items.push(withStatus(item, index.available[product] !== 0, standing?.aside?.reason(product)));
    }
    const hasQuery = query !== undefined && query.trim() !== '';
    const read = hasQuery
      ? {
          query: queryReadingOf(query, mixture.state.read, mixture.state, index.terms),
          searched: searchedWordsOf(mixture.state.read, index.terms),
        }
      : {};
    return { items, total: index.size, ...read, explanation };
  } finally {
    mixture.close();
  }
}

/** What stands back in a list, how its products meet the search, and the order that the shopper chose. */
function standingOf(
  { profile, now, query, relevance, judgement: judged }: Parameters<typeof rankList>[0],
  { bound }: SessionState,
  searchedFor: boolean,
) {
  const { index } = bound;
  const met = profile ?? EMPTY_PROFILE;
  // Results of another engine meet the query by its judgement.
  const judgement =
    relevance === undefined && query !== undefined ? (judged ?? runToEnd(judge(index, query))) : undefined;
  const suppressed = suppressedBy(met, bound, now, searchedFor, query);
  return {
    sort: sortOrderOf(index, met, now),
    degrees: judgement?.degrees,
    aside: asideLevel(index, withUnwanted(suppressed, index, profile)),
  };
}

const factorOf = (factor: FactorName, signal: string, weight: number, value: number): Factor => ({
  factor,
  signal,
  weight,
  value,
  contribution: weight * value,
});

/** The same with what the session filtered out: a list that is sent keeps it, behind all else. */
function withUnwanted(
  suppressed: ReadonlyMap<string, SuppressionReason>,
  index: CatalogueIndex,
  profile: Profile | undefined,
): ReadonlyMap<string, SuppressionReason> {
  const isWanted = profile && runToEnd(wantedTest(index, profile));
  if (isWanted === undefined) return suppressed;
  const all = new Map(suppressed);
  for (let product = 0; product < index.size; product++) {
    if (!isWanted(product)) all.set(index.ids.at(product), 'unwanted');
  }
  return all;
}
