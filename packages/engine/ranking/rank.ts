import { runToEnd } from '../primitives/run-to-end.ts';
import type { Persona, Profile } from '../session/types.ts';
import { catalogueSubset } from './candidates/candidate-index.ts';
import type { CatalogueIndex } from './indexing/catalogue-index.ts';
import type { Neighbours } from './indexing/vectors/quantised-vectors.ts';
import { CounterEvidence } from './intent/counter-evidence.ts';
import { EMPTY_PROFILE } from './intent/empty-profile.ts';
import { type SessionState, sessionStateOf } from './intent/session-state.ts';
import { suppressedBy, withVariants } from './intent/suppression.ts';
import { breakdownOf, impersonalBreakdownOf, scoreAlone, scoreOf } from './mixture/explanation.ts';
import { Mixture } from './mixture/mixture.ts';
import { bind, bindCandidates } from './model/bound-model.ts';
import type { Model } from './model/model.ts';
import { withMeaning } from './request/close-in-meaning.ts';
import { type Judgement, judge } from './request/judgement.ts';
import { inBoth, type Narrowing, narrowedProducts } from './request/narrowed-products.ts';
import { sortOrderOf } from './request/sort-order.ts';
import { asideLevel, tiersOf, varietyLevel } from './tiers.ts';
import { topOf, withStatus } from './top-k.ts';
import type { Explanation, Factor, RankedItem, Ranking } from './types.ts';
import { isUnknown, type ListForm, sharedList, shareList } from './unknown-visitor.ts';
import { alreadyHas } from './variety/already-has.ts';
import { oneOfEachFamily, placesOf } from './variety/one-of-each.ts';
import { UNKNOWN_VISITOR, variedOrder } from './variety/varied-order.ts';

/** The products that are ranked. */
export interface Candidates {
  /** The whole catalogue, or some of its products as an index of their own. */
  readonly index: CatalogueIndex;
  /** The products of the index that are ranked, ascending; all when absent. */
  readonly within?: Int32Array | undefined;
  /** With a search that says something: how they meet it. */
  readonly judged?: JudgedCandidates | undefined;
  /** Of a list that was sent with a search: how its products meet it. */
  readonly judgement?: Judgement | undefined;
}

/** How candidates meet a search. */
export interface JudgedCandidates {
  /** `[product of the catalogue]`: see `Judgement`. */
  readonly degrees: Uint8Array;
  /** The products of the catalogue that meet it, ascending, filters aside; those near it where no candidate does. */
  readonly found: Int32Array;
  /** Whether no product of the catalogue has all of its words. */
  readonly isUnmet: boolean;
  /** What is close in meaning to it, where it is unmet. */
  readonly meaning: Neighbours | undefined;
  /** What a ranking of them says of the search. */
  readonly answer: Pick<Ranking, 'matched' | 'near' | 'query' | 'searched'>;
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
  /** `exclude` leaves out the products that do not meet what was searched for; where none does, those with nothing of it. */
  readonly unmatched?: 'keep' | 'exclude' | undefined;
  /** The products of the catalogue that are nearest in meaning to the query; they count where no product has all its words. */
  readonly meaning?: Neighbours | undefined;
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
 * up to 1; variants of one product take one place, that of the one that comes first. Ties keep catalogue order. A list is in
 * the order of tiers first: how far products meet the query, whether they can be bought, what the session puts aside, the
 * order that the shopper chose, and variety; breakdowns list them. No tier changes a score. Does not throw on any session; an
 * unknown category gives an empty ranking.
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
  const { index, within, judged } = request.candidates ?? runToEnd(requestedCandidates(request));
  const counts = judged?.answer;
  const candidates = within?.length ?? index.size;
  if (candidates === 0) return { items: [], total: 0, ...counts, explanation: emptyFor(request) };
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
    judged?.meaning,
  );
  const mixture = new Mixture(state);
  try {
    const score = mixture.scores();
    const { sort, aside } = standingOf(request, state, searchedFor);
    const degrees = judged && (index.catalogueRow?.map((row) => judged.degrees[row]) ?? judged.degrees);
    const tiers = tiersOf({ state, degrees, sort, aside, within });
    const isSorted = sort !== undefined;
    // What answers a search is ordered by that.
    const against = searchedFor ? undefined : CounterEvidence.of(state);
    const isMoved = isSorted || aside !== undefined || against !== undefined;
    const explanation = explain(profile, mixture, score, isMoved && index.size > 1);
    // A search says something of every product that it finds, also where all are equal in it.
    const isImpersonal = explanation.reason === 'all_tied' && !searchedFor;
    if (within !== undefined) mixture.conditionOn(within, score);
    against?.weigh(score);
    const shown = oneOfEachFamily(index.family, score, tiers.of);
    const varied = !isSorted && diversity > 0;
    if (varied) {
      const first = variedOrder(index, score, tiers.of, diversity);
      tiers.add(varietyLevel(tiers, first, diversity));
    }
    const total = candidates - shown.leftOut;
    const top = topOf(score, tiers.of, Math.min(offset + limit, total));
    const items: RankedItem[] = [];
    for (let r = offset; r < top.length; r++) {
      const product = top[r];
      const scoreBreakdown: Factor[] = [];
      if (explained) {
        tiers.factorsOf(product, scoreBreakdown);
        (isImpersonal ? impersonalBreakdownOf : breakdownOf)(mixture, product, 1, scoreBreakdown);
        against?.explain(product, scoreBreakdown);
      }
      const alone = (): number => scoreAlone(mixture, product);
      const isSummed = explained && !isImpersonal;
      const score = isSummed ? scoreOf(scoreBreakdown) : (against?.weighed(alone(), product) ?? alone());
      const variants = shown.more(product);
      const plain = { id: index.ids.at(product), rank: r + 1, score, scoreBreakdown };
      const item = variants > 0 ? { ...plain, variants } : plain;
      items.push(withStatus(item, index.available[product] !== 0, aside?.reason(product)));
    }
    if (shared !== undefined) shareList(bound, shared, { items, total });
    return { items, total, ...counts, explanation: { ...explanation, ...(varied && { diversity }) } };
  } finally {
    mixture.close();
  }
}

/** What stands back in a list, and the order that the shopper chose. */
function standingOf(
  { index: catalogue, profile: met = EMPTY_PROFILE, query, ...request }: RankRequest,
  { bound, profile, now }: SessionState,
  searchedFor: boolean,
) {
  const { index } = bound;
  const sort = sortOrderOf(index, profile, now);
  // A list that is asked for something shows that, whatever was bought before.
  const isOpen = !searchedFor && sort === undefined && !isNarrowed(request);
  const suppressed = suppressedBy(met, bound, now, searchedFor, query);
  const aside = asideLevel(
    index,
    withVariants(suppressed, index, catalogue, met),
    isOpen ? alreadyHas(index, catalogue, met, now) : undefined,
  );
  return { sort, aside };
}

/** Whether a request asks for some products of the catalogue only. */
const isNarrowed = ({ category, filters }: Pick<RankRequest, 'category' | 'filters'>): boolean =>
  category !== undefined || Object.keys(filters ?? {}).length > 0;

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
  meaning: nearest,
  ...request
}: Pick<
  RankRequest,
  'index' | 'profile' | 'query' | 'category' | 'filters' | 'seen' | 'unmatched' | 'meaning'
>): Generator<void, Candidates> {
  const isWhole =
    query === undefined &&
    request.seen !== 'exclude' &&
    !isNarrowed(request) &&
    profile.unwanted === undefined;
  if (isWhole && index.listed === undefined) return { index };
  const { products: narrowed } = yield* narrowedProducts(index, { ...request, profile });
  const byWords = query === undefined ? undefined : yield* judge(index, query);
  if (byWords === undefined) return yield* candidatesAmong(index, narrowed, { profile, query });
  const { judgement, meaning } = withMeaning(byWords, nearest);
  // Where nothing meets it, what meets a part is found.
  const amongThem = (products: Int32Array): Int32Array =>
    narrowed === undefined ? products : inBoth(narrowed, products);
  const meeting = amongThem(judgement.matches);
  const near = amongThem(judgement.near);
  const isMet = meeting.length > 0;
  const left = unmatched === 'exclude' ? (isMet ? meeting : near) : narrowed;
  return {
    ...(yield* candidatesAmong(index, left, { profile, query })),
    judged: {
      degrees: judgement.degrees,
      found: isMet ? judgement.matches : judgement.near,
      isUnmet: judgement.isUnmet,
      meaning,
      answer: {
        matched: placesOf(index.family, meeting),
        near: placesOf(index.family, near),
        query: judgement.reading,
        searched: judgement.searched,
      },
    },
  };
}

/** Candidates that are ranked as an index of their own where they are few. */
function* candidatesAmong(
  index: CatalogueIndex,
  products: Int32Array | undefined,
  request: Parameters<typeof catalogueSubset>[2],
): Generator<void, Candidates> {
  if (products === undefined) return { index };
  if (products.length > LARGEST_SUBSET) return { index, within: products };
  yield;
  return { index: yield* catalogueSubset(index, products, request) };
}

/** Says why a list without products is not personalised. */
const emptyFor = ({ index, profile }: RankRequest): Explanation => ({
  personalised: false,
  reason: index.size === 0 ? 'catalogue_empty' : (missingSignals(profile) ?? 'no_matching_attributes'),
});

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
