import { firstBy } from '../../primitives/bounded-heap.ts';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { foldText, wordsOf } from '../../session/text/tokens.ts';
import type { Persona, Profile } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { EMPTY_PROFILE } from '../intent/empty-profile.ts';
import { sessionStateOf } from '../intent/session-state.ts';
import { Mixture } from '../mixture/mixture.ts';
import { MixtureSnapshot } from '../mixture/mixture-snapshot.ts';
import { bind } from '../model/bound-model.ts';
import type { Model } from '../model/model.ts';
import type { Factor } from '../types.ts';
import { phraseFactors } from './phrase-explanation.ts';
import { type Phrase, phrasesOf } from './phrases.ts';
import { popularityFactor, type SentQuery, type WeightedQuery, weighQueries } from './popular-queries.ts';
import { wordsTyped } from './typed-prefix.ts';

export interface SuggestRequest {
  readonly profile: Profile | undefined;
  readonly index: CatalogueIndex;
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
}

/** Share of all scores that queries of other shoppers get. Set by hand. */
const QUERY_SHARE = 0.3;

/** Phrases handled between two yields. Set by hand. */
const PHRASES_PER_STEP = 4_096;

/** A candidate from the catalogue, from other shoppers, or from both. */
interface Candidate {
  readonly phrase: Phrase | undefined;
  sent: WeightedQuery | undefined;
  score: number;
  /** Position in the list of candidates, which breaks ties. */
  readonly order: number;
}

/**
 * Query suggestions: categories, brands, and values combined with a category, by their worth for the session (see
 * {@link phrasesOf}); and queries of other shoppers (see {@link weighQueries}).
 */
export function suggest(request: SuggestRequest): readonly Suggestion[] {
  return runToEnd(suggestInSteps(request));
}

/**
 * Like {@link suggest}, but yields every few milliseconds, so that a server can handle other requests in between. The
 * session and the model are read before the first yield; the rest works on a copy of their scores.
 */
export function* suggestInSteps(request: SuggestRequest): Generator<void, readonly Suggestion[]> {
  const { index, limit } = request;
  const { score, prior, snapshot } = snapshotOf(request);
  yield;
  const typed = wordsTyped(request.query ?? '');
  const phrases = yield* byText(yield* phrasesOf(index, score, typed));
  const sent = yield* weighQueries(request.queries ?? [], typed, index, score, prior);
  let worth = 0;
  for (const phrase of phrases.values()) worth += phrase.worth;
  const queryWeight = sent.reduce((sum, query) => sum + query.weight, 0);
  const share = queryWeight === 0 ? 0 : worth === 0 ? 1 : QUERY_SHARE;
  const entries = yield* candidatesOf(phrases, (1 - share) / worth, sent, share / queryWeight);
  const best = firstBy(entries, 2 * limit, (a, b) => b.score - a.score || a.order - b.order);
  const top = withoutPermutations(best).slice(0, limit);
  yield;
  const topPhrases = top.flatMap(({ phrase }) => phrase ?? []);
  const narrowing = topPhrases.map((phrase) => phrase.worth / phrase.mass / worth);
  const factors = yield* phraseFactors(index, snapshot, topPhrases, 1 - share, narrowing);
  let next = 0;
  return top.map(({ phrase, sent: query }) => {
    const scoreBreakdown = phrase === undefined ? [] : factors[next++];
    if (query !== undefined) scoreBreakdown.push(popularityFactor(query, share, queryWeight));
    return {
      query: phrase?.query ?? query!.query,
      score: scoreBreakdown.reduce((sum, factor) => sum + factor.contribution, 0),
      scoreBreakdown,
    };
  });
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

/**
 * Phrases by folded text. Of phrases with the same text, as of a colour and a collection, the one with the highest
 * worth is kept.
 */
function* byText(phrases: readonly Phrase[]): Generator<void, ReadonlyMap<string, Phrase>> {
  const best = new Map<string, Phrase>();
  for (let k = 0; k < phrases.length; k++) {
    if (k % PHRASES_PER_STEP === PHRASES_PER_STEP - 1) yield;
    const phrase = phrases[k];
    const known = best.get(phrase.folded);
    if (known === undefined || phrase.worth > known.worth) best.set(phrase.folded, phrase);
  }
  return best;
}

/** The candidates without those that have the words of an earlier one in another order ("boots red"). */
function withoutPermutations(entries: readonly Candidate[]): readonly Candidate[] {
  const seen = new Set<string>();
  return entries.filter(({ phrase, sent }) => {
    const words = wordsOf(phrase?.folded ?? foldText(sent!.query))
      .toSorted()
      .join(' ');
    const isNew = !seen.has(words);
    seen.add(words);
    return isNew;
  });
}

/** All candidates. A phrase and a query with the same folded text are one candidate. */
function* candidatesOf(
  phrases: ReadonlyMap<string, Phrase>,
  perWorth: number,
  sent: readonly WeightedQuery[],
  perQueryWeight: number,
): Generator<void, readonly Candidate[]> {
  const entries: Candidate[] = [];
  const add = (phrase: Phrase | undefined, score: number): Candidate => {
    const entry: Candidate = { phrase, sent: undefined, score, order: entries.length };
    entries.push(entry);
    return entry;
  };
  const queryTexts = new Set(sent.map(({ query }) => foldText(query)));
  const byFoldedText = new Map<string, Candidate>();
  for (const [text, phrase] of phrases) {
    const entry = add(phrase, perWorth * phrase.worth);
    if (queryTexts.has(text)) byFoldedText.set(text, entry);
    if (entries.length % PHRASES_PER_STEP === 0) yield;
  }
  for (const query of sent) {
    const text = foldText(query.query);
    const entry = byFoldedText.get(text) ?? add(undefined, 0);
    entry.sent = query;
    entry.score += perQueryWeight * query.weight;
    byFoldedText.set(text, entry);
  }
  return entries;
}
