import { firstBy } from '../../primitives/bounded-heap.ts';
import { runToEnd } from '../../primitives/steps.ts';
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
  /** What is typed so far. */
  readonly query?: string | undefined;
  /** What shoppers searched for; only queries of `LEAST_SESSIONS` and more are ever shown to others. */
  readonly queries?: readonly SentQuery[] | undefined;
  readonly personas?: readonly Persona[] | undefined;
}

export interface Suggestion {
  readonly query: string;
  /** Share of what all candidates are worth; the scores of all of them add up to 1. */
  readonly score: number;
  readonly scoreBreakdown: readonly Factor[];
}

/** Of the whole, what queries of other shoppers get. */
const QUERY_SHARE = 0.3;

/** Phrases that are put in their places in one step. */
const PHRASES_AT_ONCE = 4_096;

/** A suggestion, from the catalogue, from other shoppers, or from both. */
interface Candidate {
  readonly phrase: Phrase | undefined;
  sent: WeightedQuery | undefined;
  score: number;
  /** Of equals the first comes first. */
  readonly order: number;
}

/**
 * Query suggestions: the categories and brands of the catalogue, and values with a category, each by what it is worth
 * for the session (see {@link phrasesOf}); and what other shoppers searched for (see {@link weighQueries}).
 */
export function suggest(request: SuggestRequest): readonly Suggestion[] {
  return runToEnd(suggestInSteps(request));
}

/**
 * The same in steps of some milliseconds at most, for those who let others have their turn in between. The session is
 * read in the first of them, by the model of that moment; what follows has working space of its own.
 */
export function* suggestInSteps(request: SuggestRequest): Generator<void, readonly Suggestion[]> {
  const { index, limit } = request;
  const { score, prior, spoken } = snapshotOf(request);
  yield;
  const typed = wordsTyped(request.query ?? '');
  const phrases = yield* byText(yield* phrasesOf(index, score, typed));
  const sent = yield* weighQueries(request.queries ?? [], typed, index, score, prior);
  let worth = 0;
  for (const phrase of phrases.values()) worth += phrase.worth;
  const wanted = sent.reduce((sum, query) => sum + query.weight, 0);
  const share = wanted === 0 ? 0 : worth === 0 ? 1 : QUERY_SHARE;
  const entries = yield* candidatesOf(phrases, (1 - share) / worth, sent, share / wanted);
  const likeliest = firstBy(entries, 2 * limit, (a, b) => b.score - a.score || a.order - b.order);
  const top = eachOnce(likeliest).slice(0, limit);
  yield;
  const said = top.flatMap(({ phrase }) => phrase ?? []);
  const narrowing = said.map((phrase) => phrase.worth / phrase.mass / worth);
  const factors = yield* phraseFactors(index, spoken, said, 1 - share, narrowing);
  let next = 0;
  return top.map(({ phrase, sent: query }) => {
    const scoreBreakdown = phrase === undefined ? [] : factors[next++];
    if (query !== undefined) scoreBreakdown.push(popularityFactor(query, share, wanted));
    return {
      query: phrase?.query ?? query!.query,
      score: scoreBreakdown.reduce((sum, factor) => sum + factor.contribution, 0),
      scoreBreakdown,
    };
  });
}

/** What is asked of a mixture, apart from the working space that all rankings share. */
interface Snapshot {
  readonly score: Float64Array;
  readonly prior: Float64Array;
  readonly spoken: MixtureSnapshot;
}

function snapshotOf({ profile, index, model, personas = [], now }: SuggestRequest): Snapshot {
  const bound = bind(index, model);
  // As in a ranking, a device alone is nobody's wish.
  const wishes = profile !== undefined && profile.step > 0;
  const mixture = new Mixture(
    sessionStateOf(bound, wishes ? profile : EMPTY_PROFILE, wishes ? personas : [], now),
  );
  try {
    return { score: mixture.scores().slice(), prior: bound.prior, spoken: new MixtureSnapshot(mixture) };
  } finally {
    mixture.close();
  }
}

/** Phrases by their folded text; of those that read the same, as a colour and a collection may, the one worth most. */
function* byText(phrases: readonly Phrase[]): Generator<void, ReadonlyMap<string, Phrase>> {
  const best = new Map<string, Phrase>();
  for (let k = 0; k < phrases.length; k++) {
    if (k % PHRASES_AT_ONCE === PHRASES_AT_ONCE - 1) yield;
    const phrase = phrases[k];
    const known = best.get(phrase.folded);
    if (known === undefined || phrase.worth > known.worth) best.set(phrase.folded, phrase);
  }
  return best;
}

/** The candidates without those that say the words of one before them in another order: "boots red". */
function eachOnce(entries: readonly Candidate[]): readonly Candidate[] {
  const said = new Set<string>();
  return entries.filter(({ phrase, sent }) => {
    const words = wordsOf(phrase?.folded ?? foldText(sent!.query))
      .toSorted()
      .join(' ');
    const isNew = !said.has(words);
    said.add(words);
    return isNew;
  });
}

/** All candidates: what the catalogue says and shoppers search for counts as one where it reads the same. */
function* candidatesOf(
  phrases: ReadonlyMap<string, Phrase>,
  perWorth: number,
  sent: readonly WeightedQuery[],
  perWanted: number,
): Generator<void, readonly Candidate[]> {
  const entries: Candidate[] = [];
  const add = (phrase: Phrase | undefined, score: number): Candidate => {
    const entry: Candidate = { phrase, sent: undefined, score, order: entries.length };
    entries.push(entry);
    return entry;
  };
  const searched = new Set(sent.map(({ query }) => foldText(query)));
  const beside = new Map<string, Candidate>();
  for (const [text, phrase] of phrases) {
    const entry = add(phrase, perWorth * phrase.worth);
    if (searched.has(text)) beside.set(text, entry);
    if (entries.length % PHRASES_AT_ONCE === 0) yield;
  }
  for (const query of sent) {
    const text = foldText(query.query);
    const entry = beside.get(text) ?? add(undefined, 0);
    entry.sent = query;
    entry.score += perWanted * query.weight;
    beside.set(text, entry);
  }
  return entries;
}
