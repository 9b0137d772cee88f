import { firstBy } from '../../primitives/bounded-heap.ts';
import { foldText, wordsOf } from '../../session/text/tokens.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Factor } from '../types.ts';
import { productsFound } from './products-found.ts';
import { PER_STEP } from './step-size.ts';

/** A query of other shoppers, and the number of their sessions: those of one visitor on one day count once. */
export interface SentQuery {
  readonly query: string;
  readonly sessions: number;
}

/** Queries of fewer sessions could identify a visitor, and are never shown. */
export const LEAST_SESSIONS = 5;
/** Weight is computed for this many of the matching queries, the most frequent. Set by hand. */
const MAX_WEIGHTED = 100;

/** A query of others, weighted for the session. */
export interface WeightedQuery extends SentQuery {
  /** Number of sessions, times the lift that the session gives to the query's products. */
  readonly weight: number;
}

/**
 * The queries of others that continue the typed prefix, with weights. The number of sessions measures general interest.
 * The lift of the query's products measures whether this session shares it: a session on headphones hardly wants "4k
 * monitor". A query that finds no product of this catalogue is left out: it could be any text of a stranger, sent from
 * many addresses. Yields every few milliseconds.
 *
 * @param typed the words typed so far; the last one may be incomplete
 * @param score per product the probability that the session goes on to it
 * @param prior per product the probability for an empty session
 */
export function* weighQueries(
  queries: readonly SentQuery[],
  typed: readonly string[],
  index: CatalogueIndex,
  score: Float64Array,
  prior: Float64Array,
): Generator<void, readonly WeightedQuery[]> {
  const matching: { readonly sent: SentQuery; readonly order: number }[] = [];
  for (let order = 0; order < queries.length; order++) {
    if (order % PER_STEP === PER_STEP - 1) yield;
    const sent = queries[order];
    if (sent.sessions < LEAST_SESSIONS) continue;
    if (continues(sent.query, typed)) matching.push({ sent, order });
  }
  const mostFrequent = firstBy(
    matching,
    MAX_WEIGHTED,
    (a, b) => b.sent.sessions - a.sent.sessions || a.order - b.order,
  );
  const weighted: WeightedQuery[] = [];
  for (const { sent } of mostFrequent) {
    const products = yield* productsFound(sent.query, index);
    if (products === undefined) continue;
    weighted.push({ ...sent, weight: sent.sessions * (yield* liftOf(products, score, prior)) });
    yield;
  }
  return weighted;
}

/** Whether every typed word starts a word of the text. */
export function continues(text: string, typed: readonly string[]): boolean {
  if (typed.length === 0) return true;
  const words = wordsOf(foldText(text));
  return typed.every((start) => words.some((word) => word.startsWith(start)));
}

/** The probability of products in this session, over that for an empty session. */
function* liftOf(
  products: readonly number[],
  score: Float64Array,
  prior: Float64Array,
): Generator<void, number> {
  let sessionMass = 0;
  let priorMass = 0;
  for (let k = 0; k < products.length; k++) {
    if (k % PER_STEP === PER_STEP - 1) yield;
    sessionMass += score[products[k]];
    priorMass += prior[products[k]];
  }
  return sessionMass / priorMass;
}

/**
 * The factor that explains the popularity of a query.
 *
 * @param share share of all suggestions' scores that queries of others get
 * @param all sum of the weights of these queries
 */
export function popularityFactor(
  { sessions, weight: own }: WeightedQuery,
  share: number,
  all: number,
): Factor {
  const value = own / all;
  return {
    factor: 'popularity',
    signal: `searched_by:${sessions}_sessions`,
    weight: share,
    value,
    contribution: share * value,
  };
}
