import { firstBy } from '../../primitives/bounded-heap.ts';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { foldText, wordsOf } from '../../session/text/tokens.ts';
import type { Persona, Profile } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { textAt } from '../indexing/packed-strings.ts';
import { EMPTY_PROFILE } from '../intent/empty-profile.ts';
import { sessionStateOf } from '../intent/session-state.ts';
import { Mixture } from '../mixture/mixture.ts';
import { MixtureSnapshot } from '../mixture/mixture-snapshot.ts';
import { bind } from '../model/bound-model.ts';
import type { Model } from '../model/model.ts';
import type { Factor } from '../types.ts';
import { sameWords } from './build-completions.ts';
import { type Completions, type CompletionType, type Matching, matching, typeOf } from './completions.ts';
import { foundBySearch } from './found-by-search.ts';
import { popularityFactor, type SentQuery, type WeightedQuery, weighQueries } from './popular-queries.ts';
import { productsFound } from './products-found.ts';
import { completionFactors, type Weighed } from './suggestion-explanation.ts';
import { weighCompletions } from './weigh-completions.ts';

export interface SuggestRequest {
  readonly profile: Profile | undefined;
  readonly index: CatalogueIndex;
  /** Those of the same catalogue. */
  readonly completions: Completions;
  readonly model: Model;
  /** ms since the epoch */
  readonly now: number;
  readonly limit: number;
  /** The text typed so far. */
  readonly query?: string | undefined;
  /** Queries of other shoppers. Only those of at least `LEAST_SESSIONS` sessions are shown. */
  readonly queries?: readonly SentQuery[] | undefined;
  readonly personas?: readonly Persona[] | undefined;
}

export interface Suggestion {
  readonly query: string;
  /** The candidate's share of the worth of all candidates: the scores of all candidates add up to 1. */
  readonly score: number;
  readonly scoreBreakdown: readonly Factor[];
  /** What it is in the catalogue; `query` for one that only other shoppers typed. */
  readonly type: CompletionType | 'query';
  /** Only where it is one product: its id. */
  readonly productId?: string;
}

/** Share of all scores that queries of other shoppers get. Set by hand. */
const QUERY_SHARE = 0.3;
/** Share of a list that phrases may take while anything else is left. Set by hand. */
const MOST_PHRASES = 0.5;
/** How many more than the list takes are looked at: some find nothing, some say the same. Set by hand. */
const SPARE = 24;

/** A candidate from the catalogue, from other shoppers, or from both. */
interface Candidate {
  readonly completion: Weighed | undefined;
  sent: WeightedQuery | undefined;
  score: number;
  /** Position in the list of candidates, which breaks ties. */
  readonly order: number;
}

/**
 * Query suggestions: categories, brands, products, and brands and values combined with a category, by their worth for
 * the session (see {@link weighCompletions}); and queries of other shoppers (see {@link weighQueries}).
 */
export function suggest(request: SuggestRequest): readonly Suggestion[] {
  return runToEnd(suggestInSteps(request));
}

/**
 * Like {@link suggest}, but yields every few milliseconds, so that a server can handle other requests in between. The
 * session and the model are read before the first yield; the rest works on a copy of their scores.
 */
export function* suggestInSteps(request: SuggestRequest): Generator<void, readonly Suggestion[]> {
  const { index, completions, query = '' } = request;
  const { score, prior, snapshot } = snapshotOf(request);
  yield;
  const typed = wordsOf(foldText(query));
  const found = yield* completed(completions, index, query);
  const weighed = yield* weighCompletions(index, completions, found, score, prior, typed);
  const sent = yield* weighQueries(request.queries ?? [], typed, index, score, prior);
  let worth = 0;
  for (const completion of weighed) worth += completion.worth;
  const queryWeight = sent.reduce((sum, each) => sum + each.weight, 0);
  const share = queryWeight === 0 ? 0 : worth === 0 ? 1 : QUERY_SHARE;
  const perWorth = worth === 0 ? 0 : (1 - share) / worth;
  const candidates = yield* candidatesOf(
    request,
    weighed,
    perWorth,
    sent,
    queryWeight === 0 ? 0 : share / queryWeight,
  );
  const top = yield* chosen(request, candidates);
  yield;
  const shown = top.flatMap(({ completion }) => completion ?? []);
  const factors = yield* completionFactors(index, completions, snapshot, shown, 1 - share, worth);
  let next = 0;
  return top.map(({ completion, sent: own }): Suggestion => {
    const scoreBreakdown = completion === undefined ? [] : factors[next++];
    if (own !== undefined) scoreBreakdown.push(popularityFactor(own, share, queryWeight));
    return {
      query: completion === undefined ? own!.query : textAt(completions.texts, completion.text),
      score: scoreBreakdown.reduce((sum, factor) => sum + factor.contribution, 0),
      scoreBreakdown,
      ...whatIs(request, completion),
    };
  });
}

function whatIs(
  { completions, index }: SuggestRequest,
  completion: Weighed | undefined,
): Pick<Suggestion, 'type' | 'productId'> {
  if (completion === undefined) return { type: 'query' };
  const type = typeOf(completions, completion.text);
  const { start, products } = completions;
  const first = start[completion.text];
  if (type !== 'product' || start[completion.text + 1] - first > 1) return { type };
  return { type, productId: index.ids.at(products[first]) };
}

/** The parts of a mixture that suggestions need, copied out of shared working memory. */
interface Snapshot {
  readonly score: Float64Array;
  readonly prior: Float64Array;
  readonly snapshot: MixtureSnapshot;
}

function snapshotOf({ profile, index, model, personas = [], now }: SuggestRequest): Snapshot {
  const bound = bind(index, model);
  // As in a ranking, a device without signals does not personalise.
  const hasSignals = profile !== undefined && profile.step > 0;
  const mixture = new Mixture(
    sessionStateOf(bound, hasSignals ? profile : EMPTY_PROFILE, hasSignals ? personas : [], now),
  );
  try {
    return { score: mixture.scores().slice(), prior: bound.prior, snapshot: new MixtureSnapshot(mixture) };
  } finally {
    mixture.close();
  }
}

/** What completes a query: what goes on from its words, else what a search for it would find, else what it is a misspelling of. */
function* completed(
  completions: Completions,
  index: CatalogueIndex,
  query: string,
): Generator<void, readonly Matching[]> {
  const goingOn = yield* matching(completions, query, false);
  if (goingOn.length > 0) return goingOn;
  const found = yield* foundBySearch(completions, index, query);
  return found.length > 0 ? found : yield* matching(completions, query);
}

/** All candidates. A completion and a query with the same words are one candidate. */
function* candidatesOf(
  { completions, index: { terms } }: SuggestRequest,
  weighed: readonly Weighed[],
  perWorth: number,
  sent: readonly WeightedQuery[],
  perQueryWeight: number,
): Generator<void, Candidate[]> {
  const candidates = weighed.map(
    (completion, order): Candidate => ({
      completion,
      sent: undefined,
      score: perWorth * completion.worth,
      order,
    }),
  );
  if (sent.length === 0) return candidates;
  const byWords = new Map<string, WeightedQuery[]>();
  for (const query of sent) {
    const words = sameWords(query.query, terms.language);
    byWords.set(words, [...(byWords.get(words) ?? []), query]);
  }
  // Few candidates have as many letters as one of some hundred queries, and stemming takes microseconds.
  yield;
  const best = firstBy(candidates, 4 * SPARE + sent.length, (a, b) => b.score - a.score || a.order - b.order);
  for (const candidate of best) {
    yield;
    const words = sameWords(textAt(completions.texts, candidate.completion!.text), terms.language);
    const query = byWords.get(words)?.shift();
    if (query === undefined) continue;
    candidate.sent = query;
    candidate.score += perQueryWeight * query.weight;
  }
  for (const query of [...byWords.values()].flat()) {
    candidates.push({
      completion: undefined,
      sent: query,
      score: perQueryWeight * query.weight,
      order: candidates.length,
    });
  }
  return candidates;
}

/**
 * The best candidates that find something and differ in their words. Phrases take at most half of the list while
 * anything else is left, so that there is room for what is called so.
 */
function* chosen(
  { completions, index, limit }: SuggestRequest,
  candidates: readonly Candidate[],
): Generator<void, readonly Candidate[]> {
  const byScore = (a: Candidate, b: Candidate): number => b.score - a.score || a.order - b.order;
  const seen = new Set<string>();
  const phrases: Candidate[] = [];
  const others: Candidate[] = [];
  for (const candidate of firstBy(candidates, 2 * limit + SPARE, byScore)) {
    if (others.length === limit) break;
    yield;
    const { completion, sent } = candidate;
    const text = completion === undefined ? sent!.query : textAt(completions.texts, completion.text);
    const words = sameWords(text, index.terms.language);
    if (seen.has(words)) continue;
    seen.add(words);
    if ((yield* productsFound(text, index)) === undefined) continue;
    const isPhrase = completion !== undefined && typeOf(completions, completion.text) === 'phrase';
    (isPhrase ? phrases : others).push(candidate);
  }
  const room = Math.max(limit - others.length, Math.ceil(MOST_PHRASES * limit));
  return [...phrases.slice(0, room), ...others].sort(byScore).slice(0, limit);
}
