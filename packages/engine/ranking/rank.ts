import { runToEnd } from '../primitives/run-to-end.ts';
import type { Persona, Profile } from '../session/types.ts';
import { catalogueSubset } from './candidates/candidate-index.ts';
import type { CatalogueIndex } from './indexing/catalogue-index.ts';
import { productsWith } from './indexing/column.ts';
import { valuesNamed } from './indexing/value-lookup.ts';
import { EMPTY_PROFILE } from './intent/empty-profile.ts';
import { sessionStateOf } from './intent/session-state.ts';
import { discountSuppressed, suppressedBy, suppressesAny } from './intent/suppression.ts';
import { breakdownOf, scoreOf } from './mixture/explanation.ts';
import { Mixture } from './mixture/mixture.ts';
import { bind, bindCandidates } from './model/bound-model.ts';
import type { Model } from './model/model.ts';
import { tiersOf, topOf, withStatus } from './top-k.ts';
import type { Explanation, RankedItem, Ranking } from './types.ts';

/** What {@link rank} needs. */
export interface RankRequest {
  /** `undefined` for a session that does not exist. */
  readonly profile: Profile | undefined;
  readonly index: CatalogueIndex;
  readonly model: Model;
  /** ms since the epoch; interests decay until then. */
  readonly now: number;
  /** Number of items to return, at most. */
  readonly limit: number;
  /** Name or handle of a category; only its products are candidates. */
  readonly category?: string | undefined;
  /** Personas inferred from the same profile, by the session module. */
  readonly personas?: readonly Persona[] | undefined;
  /** The result of {@link categoryCandidates}, if it was computed beforehand. */
  readonly candidates?: CatalogueIndex | undefined;
}

/**
 * Ranks a catalogue, or one category of it, for a session. Scores are probabilities over all candidates and add up to
 * 1. Ties keep catalogue order. Dismissed products rank after the others, and unavailable ones after those. Does not
 * throw on any session; an unknown category gives an empty ranking.
 *
 * ```ts
 * const index = buildIndex(catalogue, recogniseRoles(catalogue));
 * const { items, explanation } = rank({ profile, index, model: emptyModel(), now: Date.now(), limit: 10 });
 * items[0]; // { id, rank: 1, score: 0.08, scoreBreakdown: [{ factor: 'category', … }, …] }
 * ```
 */
export function rank(request: RankRequest): Ranking {
  const { profile, model, now, limit, personas = [] } = request;
  const index = request.candidates ?? runToEnd(categoryCandidates(request));
  if (index.size === 0) {
    const reason =
      request.index.size === 0 ? 'catalogue_empty' : (missingSignals(profile) ?? 'no_matching_attributes');
    return { items: [], total: 0, explanation: { personalised: false, reason } };
  }
  const boundCatalogue = bind(request.index, model);
  const bound = index === request.index ? boundCatalogue : bindCandidates(index, boundCatalogue);
  // A context alone, such as a device, does not personalise: until the first signal every session gets the same
  // ranking.
  const hasSignals = profile !== undefined && profile.step > 0;
  const state = sessionStateOf(bound, hasSignals ? profile : EMPTY_PROFILE, hasSignals ? personas : [], now);
  const mixture = new Mixture(state);
  try {
    const score = mixture.scores();
    const suppressed = suppressedBy(profile ?? EMPTY_PROFILE, now, false);
    const factor = discountSuppressed(score, index, suppressed);
    const tiers = tiersOf(index, suppressed);
    const top = topOf(score, tiers, limit);
    const items: RankedItem[] = [];
    for (let r = 0; r < top.length; r++) {
      const product = top[r];
      const scoreBreakdown = breakdownOf(mixture, product, factor(product));
      const item = { id: index.ids.at(product), rank: r + 1, score: scoreOf(scoreBreakdown), scoreBreakdown };
      items.push(withStatus(item, index.available[product] !== 0, suppressed.get(item.id)));
    }
    const explanation = explain(profile, mixture, score, suppressesAny(index, suppressed));
    return { items, total: index.size, explanation };
  } finally {
    mixture.close();
  }
}

/**
 * The candidates of a request in steps: the whole catalogue, or the products of the category; none if the catalogue
 * lacks it.
 */
export function* categoryCandidates({
  index,
  category: name,
  profile = EMPTY_PROFILE,
}: Pick<RankRequest, 'index' | 'category' | 'profile'>): Generator<void, CatalogueIndex> {
  if (name === undefined) return index;
  const { category } = index;
  const products = category === undefined ? [] : productsWith(category, valuesNamed(category, name));
  yield;
  return yield* catalogueSubset(index, products, { profile });
}

/** Why a session gives no evidence at all; `undefined` if it has signals. */
function missingSignals(profile: Profile | undefined): Explanation['reason'] {
  if (profile === undefined) return 'session_not_found';
  return profile.step === 0 ? 'no_signals' : undefined;
}

/**
 * Whether a ranking is personalised, and if not, why.
 *
 * @param score `[product]`: final probabilities
 * @param reordered whether the session suppresses a candidate
 */
export function explain(
  profile: Profile | undefined,
  mixture: Mixture,
  score: Float64Array,
  reordered: boolean,
): Explanation {
  const reason = missingSignals(profile);
  if (reason !== undefined) return { personalised: false, reason };
  if (reordered) return { personalised: true };
  if (!mixture.personal) return { personalised: false, reason: 'no_matching_attributes' };
  if (score.length > 1) {
    const first = Math.round(score[0] * 1e12);
    let tied = true;
    for (let i = 1; tied && i < score.length; i++) tied = Math.round(score[i] * 1e12) === first;
    if (tied || mixture.leavesAll(score)) return { personalised: false, reason: 'all_tied' };
  }
  return { personalised: true };
}
