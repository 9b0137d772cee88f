import { foldText } from '../session/text.ts';
import type { Persona, Profile } from '../session/types.ts';
import { bind } from './binding.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { Mixture } from './mixture.ts';
import type { Model } from './model.ts';
import { NOBODY } from './nobody.ts';
import { sceneOf } from './scene.ts';
import { type SentQuery, searchedBy, type Wanted, wantedQueries } from './sent-queries.ts';
import { phraseFactors } from './suggest-factors.ts';
import { type Phrase, phrasesOf, wordsTyped } from './suggestible.ts';
import type { Factor } from './types.ts';

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

/** A suggestion, from the catalogue, from other shoppers, or from both. */
interface Entry {
  readonly phrase?: Phrase;
  readonly sent?: Wanted;
  readonly score: number;
}

/**
 * Query suggestions: the categories and brands of the catalogue, and values with a category, each by what it is worth
 * for the session (see {@link phrasesOf}); and what other shoppers searched for (see {@link wantedQueries}).
 */
export function suggest(request: SuggestRequest): readonly Suggestion[] {
  const { profile, index, model, now, limit, personas = [] } = request;
  const typed = wordsTyped(request.query ?? '');
  const binding = bind(index, model);
  // As in a ranking, a device alone is nobody's wish.
  const heard = profile !== undefined && profile.step > 0;
  const mixture = new Mixture(sceneOf(binding, heard ? profile : NOBODY, heard ? personas : [], now));
  try {
    const score = mixture.scores();
    const phrases = byText(phrasesOf(index, score, typed));
    const sent = wantedQueries(request.queries ?? [], typed, index, score, binding.prior);
    const worth = phrases.values().reduce((sum, phrase) => sum + phrase.worth, 0);
    const wanted = sent.reduce((sum, query) => sum + query.weight, 0);
    const share = wanted === 0 ? 0 : worth === 0 ? 1 : QUERY_SHARE;
    const top = [...entriesOf(phrases, (1 - share) / worth, sent, share / wanted).values()]
      .map((entry, order) => ({ ...entry, order }))
      .sort((a, b) => b.score - a.score || a.order - b.order)
      .slice(0, limit);
    const said = top.flatMap(({ phrase }) => (phrase === undefined ? [] : [phrase]));
    const shares = said.map((phrase) => ((1 - share) / worth) * (phrase.worth / phrase.mass));
    const factors = new Map(phraseFactors(mixture, said, shares).map((own, at) => [said[at]!, own]));
    return top.map(({ phrase, sent: query }) => {
      const scoreBreakdown: Factor[] = phrase === undefined ? [] : [...factors.get(phrase)!];
      if (query !== undefined) scoreBreakdown.push(searchedBy(query, share, wanted));
      return {
        query: phrase?.query ?? query!.query,
        score: scoreBreakdown.reduce((sum, factor) => sum + factor.contribution, 0),
        scoreBreakdown,
      };
    });
  } finally {
    mixture.close();
  }
}

/** Phrases by their folded text; of those that read the same, as a colour and a collection may, the one worth most. */
function byText(phrases: readonly Phrase[]): ReadonlyMap<string, Phrase> {
  const best = new Map<string, Phrase>();
  for (const phrase of phrases) {
    const key = foldText(phrase.query);
    const known = best.get(key);
    if (known === undefined || phrase.worth > known.worth) best.set(key, phrase);
  }
  return best;
}

/** All candidates by their folded text: what the catalogue says and shoppers search for counts as one. */
function entriesOf(
  phrases: ReadonlyMap<string, Phrase>,
  perWorth: number,
  sent: readonly Wanted[],
  perWanted: number,
): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const [key, phrase] of phrases) entries.set(key, { phrase, score: perWorth * phrase.worth });
  for (const query of sent) {
    const key = foldText(query.query);
    const entry = entries.get(key) ?? { score: 0 };
    entries.set(key, { ...entry, sent: query, score: entry.score + perWanted * query.weight });
  }
  return entries;
}
