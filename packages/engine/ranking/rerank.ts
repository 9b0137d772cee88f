import { runToEnd } from '../primitives/steps.ts';
import type { Persona, Profile } from '../session/types.ts';
import { candidateIndexOf } from './candidates/candidate-index.ts';
import type { CatalogueIndex } from './indexing/catalogue-index.ts';
import { EMPTY_PROFILE } from './intent/empty-profile.ts';
import { sessionStateOf } from './intent/session-state.ts';
import { discountSuppressed, suppressedBy, suppressesAny } from './intent/suppression.ts';
import { breakdownOf, scoreOf } from './mixture/explanation.ts';
import { Mixture } from './mixture/mixture.ts';
import { bind, bindCandidates } from './model/bound-model.ts';
import type { Model } from './model/model.ts';
import { explain } from './rank.ts';
import { tiersOf, topOf, withStanding } from './top-k.ts';
import type { Aside, Factor, FactorName, InlineProduct, RankedItem, Ranking } from './types.ts';

export interface RankProductsRequest {
  /** `undefined` for a session that was never written. */
  readonly profile: Profile | undefined;
  /** The catalogue that the service holds; attributes that are sent win over it. */
  readonly index: CatalogueIndex;
  readonly model: Model;
  /** ms since the epoch */
  readonly now: number;
  /** Candidates, without duplicate ids, in the caller's order. */
  readonly products: readonly InlineProduct[];
  /** All of them when absent. */
  readonly limit?: number | undefined;
  /** What the shopper searched for to get this list; it counts as just said. */
  readonly query?: string | undefined;
  readonly personas?: readonly Persona[] | undefined;
  /** The products as {@link listCandidates} reads them, where that was done in steps before. */
  readonly candidates?: CatalogueIndex | undefined;
}

export interface RerankRequest extends RankProductsRequest {
  /** 0 = the caller's order, 1 = the session's. */
  readonly strength: number;
}

export interface RerankedItem extends RankedItem {
  /** Place in the caller's list, counted from 1. */
  readonly previousRank: number;
}

/**
 * Reads the products of a request, in steps of some milliseconds at most: most of the work where they come with much
 * text. It needs nothing that changes while others have their turn. What the model knows is looked at when the list is
 * ranked, in one go.
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
 * Ranks a list for a session. A session that says nothing about the list leaves it in the caller's order; products
 * that cannot be bought come last all the same.
 */
export function rankProducts(
  request: RankProductsRequest,
): Ranking & { readonly items: readonly RerankedItem[] } {
  return rankList({ ...request, strength: 1 });
}

/** Reorders a result list: `(1 − strength) · relevance + strength · mixture`. Nothing is dropped but by `limit`. */
export function rerank(request: RerankRequest): Ranking & { readonly items: readonly RerankedItem[] } {
  return rankList({ ...request, relevance: relevanceOf(request.products) });
}

interface Relevance {
  /** Adds up to 1 and does not rise along the list. */
  readonly values: Float64Array;
  readonly signal: (position: number) => string;
}

/**
 * The caller's own opinion: the scores, where every result has one and they agree with the order; else the discount
 * by position of Järvelin & Kekäläinen (2002), 1 / log2(1 + position).
 */
function relevanceOf(products: readonly InlineProduct[]): Relevance {
  const size = products.length;
  const values = new Float64Array(size);
  const least = Math.min(0, products[size - 1]?.score ?? 0);
  let before = Number.POSITIVE_INFINITY;
  let total = 0;
  for (let i = 0; i < size; i++) {
    const score = products[i].score ?? Number.NaN;
    // Not what follows one that is not a number, either.
    before = Number.isFinite(score) && score <= before ? score : Number.NaN;
    values[i] = before - least;
    total = total + before - least;
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
  const { limit = products.length } = request;
  if (products.length === 0) {
    return { items: [], total: 0, explanation: { personalised: false, reason: 'catalogue_empty' } };
  }
  const index = request.candidates ?? runToEnd(listCandidates(request));
  const bound = bindCandidates(index, bind(base, model));
  const heard = profile !== undefined && profile.step > 0;
  const mixture = new Mixture(
    sessionStateOf(bound, profile ?? EMPTY_PROFILE, personas, now, heard ? query : undefined),
  );
  try {
    const personal = heard && mixture.personal;
    const score = personal ? mixture.scores() : new Float64Array(index.size).fill(1 / index.size);
    // Who searches for what they bought is to find it.
    const searchedFor = relevance !== undefined || (query !== undefined && query.trim() !== '');
    const aside = strength === 0 ? NONE_ASIDE : suppressedBy(profile ?? EMPTY_PROFILE, now, searchedFor);
    const share = discountSuppressed(score, index, aside);
    const said = explain(profile, mixture, score, suppressesAny(index, aside));
    // The caller's own order is nobody's, whatever the session wants.
    const explanation = strength === 0 && said.personalised ? { personalised: false } : said;
    if (relevance !== undefined) {
      for (let i = 0; i < score.length; i++) {
        score[i] = (1 - strength) * relevance.values[i] + strength * score[i];
      }
    }
    const tiers = strength === 0 ? new Uint8Array(index.size) : tiersOf(index, aside);
    const top = topOf(score, tiers, limit);
    const items: RerankedItem[] = [];
    for (let r = 0; r < top.length; r++) {
      const product = top[r];
      const scoreBreakdown: Factor[] = [];
      if (relevance !== undefined && strength < 1) {
        const signal = relevance.signal(product);
        scoreBreakdown.push(factorOf('relevance', signal, 1 - strength, relevance.values[product]));
      }
      if (personal) breakdownOf(mixture, product, strength * share(product), scoreBreakdown);
      else if (strength > 0) {
        scoreBreakdown.push(factorOf('prior', 'given_list', strength * share(product), 1 / index.size));
      }
      const id = index.ids.at(product);
      const item = {
        id,
        rank: r + 1,
        previousRank: product + 1,
        score: scoreOf(scoreBreakdown),
        scoreBreakdown,
      };
      items.push(withStanding(item, index.available[product] !== 0, aside.get(id)));
    }
    return { items, total: index.size, explanation };
  } finally {
    mixture.close();
  }
}

const NONE_ASIDE: ReadonlyMap<string, Aside> = new Map();

const factorOf = (factor: FactorName, signal: string, weight: number, value: number): Factor => ({
  factor,
  signal,
  weight,
  value,
  contribution: weight * value,
});
