import { runToEnd } from '../primitives/steps.ts';
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
import { tiersOf, topOf, withStanding } from './top-k.ts';
import type { Explanation, RankedItem, Ranking } from './types.ts';

export interface RankRequest {
  /** `undefined` for a session that was never written. */
  readonly profile: Profile | undefined;
  readonly index: CatalogueIndex;
  readonly model: Model;
  /** ms since the epoch; decays are read as of then. */
  readonly now: number;
  readonly limit: number;
  /** Name or handle of a category: only its products are candidates. */
  readonly category?: string | undefined;
  /** What the session module infers from the same profile. */
  readonly personas?: readonly Persona[] | undefined;
  /** The products of the category as {@link shelfCandidates} reads them, where that was done in steps before. */
  readonly candidates?: CatalogueIndex | undefined;
}

/**
 * Ranks a catalogue for a session. Scores are probabilities over all candidates; ties keep catalogue order; dismissed
 * products come after the others, and unavailable ones after those.
 */
export function rank(request: RankRequest): Ranking {
  const { profile, model, now, limit, personas = [] } = request;
  const index = request.candidates ?? runToEnd(shelfCandidates(request));
  if (index.size === 0) {
    const reason =
      request.index.size === 0 ? 'catalogue_empty' : (silence(profile) ?? 'no_matching_attributes');
    return { items: [], total: 0, explanation: { personalised: false, reason } };
  }
  const whole = bind(request.index, model);
  const bound = index === request.index ? whole : bindCandidates(index, whole);
  // A device alone is nobody's wish: until the shopper does something, everybody gets the same.
  const heard = profile !== undefined && profile.step > 0;
  const state = sessionStateOf(bound, heard ? profile : EMPTY_PROFILE, heard ? personas : [], now);
  const mixture = new Mixture(state);
  try {
    const score = mixture.scores();
    const aside = suppressedBy(profile ?? EMPTY_PROFILE, now, false);
    const share = discountSuppressed(score, index, aside);
    const tiers = tiersOf(index, aside);
    const top = topOf(score, tiers, limit);
    const items: RankedItem[] = [];
    for (let r = 0; r < top.length; r++) {
      const product = top[r];
      const scoreBreakdown = breakdownOf(mixture, product, share(product));
      const item = { id: index.ids.at(product), rank: r + 1, score: scoreOf(scoreBreakdown), scoreBreakdown };
      items.push(withStanding(item, index.available[product] !== 0, aside.get(item.id)));
    }
    const explanation = explain(profile, mixture, score, suppressesAny(index, aside));
    return { items, total: index.size, explanation };
  } finally {
    mixture.close();
  }
}

/** The catalogue, or the products of a category, in steps; none where it has no category of that name. */
export function* shelfCandidates({
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

/** Why a session says nothing at all; `undefined` when it says something. */
function silence(profile: Profile | undefined): Explanation['reason'] {
  if (profile === undefined) return 'session_not_found';
  return profile.step === 0 ? 'no_signals' : undefined;
}

/**
 * Why a ranking is not personal, where it is not.
 *
 * @param reordered whether the session sets products aside
 */
export function explain(
  profile: Profile | undefined,
  mixture: Mixture,
  score: Float64Array,
  reordered: boolean,
): Explanation {
  const reason = silence(profile);
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
