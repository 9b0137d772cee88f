import { runToEnd } from '../primitives/run-to-end.ts';
import type { Persona, Profile } from '../session/types.ts';
import { catalogueSubset } from './candidates/candidate-index.ts';
import type { CatalogueIndex } from './indexing/catalogue-index.ts';
import { CounterEvidence } from './intent/counter-evidence.ts';
import { EMPTY_PROFILE } from './intent/empty-profile.ts';
import { sessionStateOf } from './intent/session-state.ts';
import { discountSuppressed, suppressedBy, suppressesAny, withVariants } from './intent/suppression.ts';
import { breakdownOf, impersonalBreakdownOf, scoreAlone, scoreOf } from './mixture/explanation.ts';
import { Mixture } from './mixture/mixture.ts';
import { bind, bindCandidates } from './model/bound-model.ts';
import type { Model } from './model/model.ts';
import { meetsStated } from './query/constraints.ts';
import { inBoth, type Narrowing, narrowedProducts } from './request/narrowed-products.ts';
import { searchMatches } from './request/search-matches.ts';
import { type SortOrder, sortKeys, sortOrderOf } from './request/sort-order.ts';
import { sortedTiers, tiersOf, tiersWithin, topOf, withStatus } from './top-k.ts';
import type { Explanation, Factor, QueryReading, RankedItem, Ranking } from './types.ts';
import { isUnknown, type ListForm, sharedList, shareList } from './unknown-visitor.ts';
import { alreadyHas } from './variety/already-has.ts';
import { oneOfEachFamily, placesOf } from './variety/one-of-each.ts';
import { UNKNOWN_VISITOR, type VariedOrder, variedOrder } from './variety/varied-order.ts';

/** The products that are ranked. */
export interface Candidates {
  /** The whole catalogue, or some of its products as an index of their own. */
  readonly index: CatalogueIndex;
  /** The products of the index that are ranked, ascending; all when absent. */
  readonly within?: Int32Array | undefined;
  /** With a search: how many candidates match it, and the products of the catalogue that do, ascending. */
  readonly matched?: number | undefined;
  readonly matches?: Int32Array | undefined;
  /** How the search was read. */
  readonly reading?: QueryReading | undefined;
}

/**
 * At most this many products of a catalogue become an index of their own, as many as a list that a caller sends; more are
 * ranked within the catalogue, by conditional scores. An index of 10,000 products with 600 columns would take 100 ms.
 */
const LARGEST_SUBSET = 1_000;

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
  readonly category?: Narrowing['category'];
  /** What candidates must be. */
  readonly filters?: Narrowing['filters'];
  /** `exclude` leaves out the products that the session has met. */
  readonly seen?: Narrowing['seen'];
  /** What the shopper searched for; it counts as the latest signal of the session. */
  readonly query?: string | undefined;
  /** `exclude` leaves out the products that lack something of what was searched for, unless all do. */
  readonly unmatched?: 'keep' | 'exclude' | undefined;
  /** Number of the first items to skip: those of the pages before. */
  readonly offset?: number | undefined;
  /** How far the first places are varied, 0 to 1; when absent, some where nothing is known of the visitor. */
  readonly diversity?: number | undefined;
  /** Whether items have breakdowns; true when absent. */
  readonly explain?: boolean | undefined;
  /** Personas inferred from the same profile, by the session module. */
  readonly personas?: readonly Persona[] | undefined;
  /** The result of {@link requestedCandidates}, if it was computed beforehand. */
  readonly candidates?: Candidates | undefined;
}

/** The ranking of a session without a new signal changes this often, so that pages of one list fit together; ms. Set by hand. */
const STEADY_FOR = 15 * 60_000;

/**
 * The time as of which a session is ranked: quarters of an hour since its last signal. Interests fade by the minute: a
 * second page would otherwise repeat or skip products of the first.
 */
export function steadyTime(profile: Profile | undefined, now: number): number {
  if (profile === undefined || now <= profile.lastSeenAt) return now;
  return now - ((now - profile.lastSeenAt) % STEADY_FOR);
}

/**
 * Ranks a catalogue, or what a request leaves of it, for a session. Scores are probabilities over all candidates and add
 * up to 1; variants of one product take one place, that of the one that comes first. Diversity changes places, and no
 * score. Ties keep catalogue order. Dismissed products rank after the others, and unavailable ones after those. A
 * shopper who sorts the list gets that order: products that meet what was asked for first. Does not throw on any session;
 * an unknown category gives an empty ranking.
 *
 * ```ts
 * const index = buildIndex(catalogue, recogniseRoles(catalogue));
 * const { items, explanation } = rank({ profile, index, model: emptyModel(), now: Date.now(), limit: 10 });
 * items[0]; // { id, rank: 1, score: 0.08, scoreBreakdown: [{ factor: 'category', … }, …] }
 * ```
 *
 * @throws FilterError for filters that the catalogue cannot be tested with
 */
export function rank(request: RankRequest): Ranking {
  const { profile, model, limit, personas = [], query, offset = 0, explain: explained = true } = request;
  const now = steadyTime(profile, request.now);
  const { index, within, matched, reading } = request.candidates ?? runToEnd(requestedCandidates(request));
  const candidates = within?.length ?? index.size;
  if (candidates === 0) {
    const reason =
      request.index.size === 0 ? 'catalogue_empty' : (missingSignals(profile) ?? 'no_matching_attributes');
    return {
      items: [],
      total: 0,
      ...(matched !== undefined && { matched }),
      ...(reading !== undefined && { query: reading }),
      explanation: { personalised: false, reason },
    };
  }
  const boundCatalogue = bind(request.index, model);
  const bound = index === request.index ? boundCatalogue : bindCandidates(index, boundCatalogue);
  // A context alone, such as a device, does not personalise: until the first signal every session gets the same
  // ranking.
  const hasSignals = profile !== undefined && profile.step > 0;
  const searchedFor = query !== undefined && query.trim() !== '';
  const { diversity = hasSignals || searchedFor ? 0 : UNKNOWN_VISITOR } = request;
  const isWhole = index === request.index && within === undefined;
  const shared: ListForm | undefined =
    isWhole && query === undefined && isUnknown(profile)
      ? { limit, offset, diversity, explain: explained }
      : undefined;
  const known = shared && sharedList(bound, shared);
  if (known !== undefined) {
    return { ...known, explanation: { ...unpersonalised(profile), ...(diversity > 0 && { diversity }) } };
  }
  const state = sessionStateOf(
    bound,
    hasSignals ? profile : EMPTY_PROFILE,
    hasSignals ? personas : [],
    now,
    query,
  );
  const mixture = new Mixture(state);
  try {
    const score = mixture.scores();
    const sort = sortOrderOf(index, state.profile, now);
    const met = profile ?? EMPTY_PROFILE;
    // A list that is asked for something shows that, whatever was bought before.
    const isOpen = !searchedFor && sort === undefined && !isNarrowed(request);
    const suppressed = withVariants(
      suppressedBy(met, boundCatalogue, now, searchedFor, query),
      index,
      request.index,
    );
    const had = isOpen ? alreadyHas(index, request.index, met, now) : undefined;
    // What answers a search is ordered by that.
    const against = searchedFor ? undefined : CounterEvidence.of(state);
    const reordered =
      sort !== undefined || had !== undefined || against !== undefined || suppressesAny(index, suppressed);
    const varied = sort === undefined && diversity > 0;
    const explanation = {
      ...explain(profile, mixture, score, reordered),
      ...(varied && { diversity }),
    };
    // A search says something of every product that it finds, also where all are equal in it.
    const isImpersonal = explanation.reason === 'all_tied' && !searchedFor;
    if (within !== undefined) mixture.conditionOn(within, score);
    against?.weigh(score);
    const factor = discountSuppressed(score, index, suppressed);
    const allTiers = tiersOf(index, suppressed);
    const tiers = within === undefined ? allTiers : tiersWithin(allTiers, within);
    const keys = sort === undefined ? (had?.keys(score) ?? score) : sortKeys(index, sort, score);
    const shown = oneOfEachFamily(
      index.family,
      keys,
      sort === undefined ? tiers : sortedTiers(tiers, meetsStated(index, state)),
    );
    const total = candidates - shown.leftOut;
    const last = Math.min(offset + limit, total);
    const top = varied
      ? variedPage(variedOrder(index, keys, shown.tiers, diversity), keys, last)
      : topOf(keys, shown.tiers, last);
    const items: RankedItem[] = [];
    for (let r = offset; r < top.length; r++) {
      const product = top[r];
      const scoreBreakdown: Factor[] = [];
      if (explained) {
        if (sort !== undefined) scoreBreakdown.push(orderFactor(sort));
        const breakdown = isImpersonal ? impersonalBreakdownOf : breakdownOf;
        breakdown(mixture, product, factor(product), scoreBreakdown);
        against?.explain(product, scoreBreakdown);
      }
      const alone = (): number => scoreAlone(mixture, product, factor(product));
      const score =
        explained && !isImpersonal
          ? scoreOf(scoreBreakdown)
          : (against?.weighed(alone(), product) ?? alone());
      const id = index.ids.at(product);
      const variants = shown.more(product);
      const plain = { id, rank: r + 1, score, scoreBreakdown };
      const item = variants > 0 ? { ...plain, variants } : plain;
      // Most lists have nothing suppressed, and an id is not hashed for them.
      const reason = suppressed.size === 0 ? undefined : suppressed.get(id);
      items.push(withStatus(item, index.available[product] !== 0, reason ?? had?.reason(product)));
    }
    if (shared !== undefined) shareList(bound, shared, { items, total });
    return {
      items,
      total,
      ...(matched !== undefined && { matched }),
      ...(reading !== undefined && { query: reading }),
      explanation,
    };
  } finally {
    mixture.close();
  }
}

/** Whether a request asks for some products of the catalogue only. */
const isNarrowed = ({ category, filters }: Pick<RankRequest, 'category' | 'filters'>): boolean =>
  category !== undefined || Object.keys(filters ?? {}).length > 0;

/** The first products of a varied list: those of the varied places, then the others by their scores. */
function variedPage({ first, tiers }: VariedOrder, score: Float64Array, last: number): Int32Array {
  if (last <= first.length) return Int32Array.from(first.slice(0, last));
  return Int32Array.from([...first, ...topOf(score, tiers, last - first.length)]);
}

/** Says of a list that the shopper chose its order; the score is what it would be in any order. */
export const orderFactor = ({ name }: SortOrder): Factor => ({
  factor: 'order',
  signal: `sort:${name}`,
  weight: 0,
  value: 0,
  contribution: 0,
});

/**
 * The candidates of a request in steps: the whole catalogue, or what the category and the filters leave of it.
 *
 * @throws FilterError
 */
export function* requestedCandidates({
  index,
  profile = EMPTY_PROFILE,
  query,
  unmatched,
  ...request
}: Pick<
  RankRequest,
  'index' | 'profile' | 'query' | 'category' | 'filters' | 'seen' | 'unmatched'
>): Generator<void, Candidates> {
  const isWhole =
    query === undefined &&
    request.seen !== 'exclude' &&
    !isNarrowed(request) &&
    profile.unwanted === undefined;
  if (isWhole && index.listed === undefined) return { index };
  const { products: narrowed } = yield* narrowedProducts(index, { ...request, profile });
  const search = query === undefined ? undefined : yield* searchMatches(index, query);
  const matches = search?.products;
  const matching = matches && (narrowed === undefined ? matches : inBoth(narrowed, matches));
  const found = { matched: matching && placesOf(index.family, matching), matches, reading: search?.reading };
  // Where nothing matches, the nearest are ranked instead.
  const products = unmatched === 'exclude' && matching?.length ? matching : narrowed;
  if (products === undefined) return { index, ...found };
  if (products.length > LARGEST_SUBSET) return { index, within: products, ...found };
  yield;
  return { index: yield* catalogueSubset(index, products, { profile, query }), ...found };
}

/** Says of a list that the session gives no evidence at all. */
const unpersonalised = (profile: Profile | undefined): Explanation => ({
  personalised: false,
  reason: profile === undefined ? 'session_not_found' : 'no_signals',
});

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
