import { firstBy } from '../../primitives/bounded-heap.ts';
import { textTerms } from '../../session/text/keywords.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { type Postings, placeOf } from '../indexing/inverted-index.ts';
import type { Factor } from '../types.ts';
import { continues, folded, type Typed } from './typed-prefix.ts';

/** A query that shoppers sent, and how many sessions did. */
export interface SentQuery {
  readonly query: string;
  readonly sessions: number;
}

/** Below this number of sessions a query might be one visitor's own words. */
export const LEAST_SESSIONS = 5;
/** Of the queries that go on from what is typed, so many are weighed, the most frequent. */
const MOST_WEIGHED = 100;
/** Queries, and products of one, that are looked at in one step. */
const QUERIES_AT_ONCE = 256;
const PRODUCTS_AT_ONCE = 2_048;

/** A query of others as this session may want it. */
export interface WeightedQuery extends SentQuery {
  /** Sessions, times how much more than others this one turns to the products that the query finds. */
  readonly weight: number;
}

/**
 * What others searched for and goes on from what is typed. How often says what shoppers want; whether this one does,
 * the products of the query tell: who looks at headphones hardly wants "4k monitor". Made in steps of some milliseconds
 * at most.
 *
 * @param score how likely the session is to go on to each product
 * @param prior how likely anybody is
 */
export function* weighQueries(
  queries: readonly SentQuery[],
  typed: Typed,
  index: CatalogueIndex,
  score: Float64Array,
  prior: Float64Array,
): Generator<void, readonly WeightedQuery[]> {
  const going: { readonly sent: SentQuery; readonly order: number }[] = [];
  for (let order = 0; order < queries.length; order++) {
    if (order % QUERIES_AT_ONCE === QUERIES_AT_ONCE - 1) yield;
    const sent = queries[order];
    if (sent.sessions < LEAST_SESSIONS) continue;
    if (typed.words === 0 || continues(folded(sent.query), typed)) going.push({ sent, order });
  }
  const most = firstBy(going, MOST_WEIGHED, (a, b) => b.sent.sessions - a.sent.sessions || a.order - b.order);
  const wanted: WeightedQuery[] = [];
  for (const { sent } of most) {
    wanted.push({ ...sent, weight: sent.sessions * (yield* liftOf(sent.query, index, score, prior)) });
    yield;
  }
  return wanted;
}

/** How much likelier the products that have all words of a query are than for anybody; 1 where none has any. */
function* liftOf(
  query: string,
  index: CatalogueIndex,
  score: Float64Array,
  prior: Float64Array,
): Generator<void, number> {
  const lists = textTerms(query, index.terms)
    .flatMap(({ stem }) => index.terms.find(stem) ?? [])
    .sort((a, b) => a.items.length - b.items.length);
  const [rarest, ...others] = lists;
  if (rarest === undefined) return 1;
  return (yield* ratio(rarest, others, score, prior)) ?? (yield* ratio(rarest, [], score, prior)) ?? 1;
}

function* ratio(
  { items }: Postings,
  others: readonly Postings[],
  score: Float64Array,
  prior: Float64Array,
): Generator<void, number | undefined> {
  let mine = 0;
  let anybodys = 0;
  for (let k = 0; k < items.length; k++) {
    if (k % PRODUCTS_AT_ONCE === PRODUCTS_AT_ONCE - 1) yield;
    const product = items[k];
    if (!others.every((other) => placeOf(product, other.items) >= 0)) continue;
    mine += score[product];
    anybodys += prior[product];
  }
  return anybodys > 0 ? mine / anybodys : undefined;
}

/** What the searches of others give to a query: `share` of the whole belongs to all of them, of weight `all`. */
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
