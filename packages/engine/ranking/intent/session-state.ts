import { zeroIntegers, zeros } from '../../primitives/pooled-arrays.ts';
import { strength } from '../../session/profile/decay.ts';
import { INTERACTION_KINDS, interactionStrength } from '../../session/profile/interactions.ts';
import { searchAt, searchSignalOf } from '../../session/profile/typed-searches.ts';
import type { FoldedProfile, Persona, ProductInteraction, Profile } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { priceEnds } from '../indexing/price-scale.ts';
import type { Neighbours } from '../indexing/vectors/quantised-vectors.ts';
import type { BoundModel } from '../model/bound-model.ts';
import { movesAmong } from '../model/visit-moves.ts';
import {
  NEVER_VIOLATED,
  type ViolationTest,
  violatesConstraints,
  violatesSearch,
} from '../query/constraints.ts';
import { withoutChanceMatches, withoutChanceMatchesAt } from '../query/disambiguation.ts';
import { SUPERSEDED_SHARE, supersededCategory } from '../query/intent-shift.ts';
import { lastStepOf } from '../query/named-values.ts';
import { priceConstraintOf } from '../query/price-constraint.ts';
import { type SessionQuery, sessionQueryOf } from '../query/session-query.ts';
import { type SearchTerm, searchTerms } from '../query/words/search-terms.ts';
import { Computed } from './once-per-state.ts';
import { lastInteractions } from './suppression.ts';

/**
 * How the last move relates to earlier ones: `again` opens the same product, `earlier` returns to an older one,
 * `some` means that only other products repeat, `none` that no product does.
 */
export type Repeat = 'none' | 'some' | 'earlier' | 'again';

/**
 * A session as the experts read it: the path of its moves (see `visit-moves.ts`) as arrays, oldest first. Any other
 * interaction with a product raises the interest of the latest move to it. Experts must not write to it.
 */
export interface SessionState extends SessionQuery {
  readonly bound: BoundModel;
  /** Its words as they are read. */
  readonly read: readonly SearchTerm[];
  readonly profile: Profile;
  readonly personas: readonly Persona[];
  readonly now: number;
  /** Number of moves in the arrays. */
  readonly length: number;
  /** Item number of the model, -1 if the model does not know the product. */
  readonly items: Int32Array;
  /** Row of the index, -1 if the product is no candidate. */
  readonly products: Int32Array;
  /** Row of the whole catalogue, -1 if the catalogue lacks the product. */
  readonly rows: Int32Array;
  /** Decayed interest of the move and of all later interactions with its product, at least 0. */
  readonly interest: Float64Array;
  /** The part of it that comes from interactions by which shoppers choose a variant of the product. */
  readonly chosenVariant: Float64Array;
  /**
   * Share of the evidence of each move that still applies, 0 to 1: 1, or {@link SUPERSEDED_SHARE} after an intent
   * shift. A search for something else supersedes the product, but not its category, unless a category is named.
   */
  readonly relevance: Float64Array;
  /** The same for the category of the product. */
  readonly categoryRelevance: Float64Array;
  /**
   * How far the last product still predicts the next one, 0 to 1: 1 right after the last interaction with it, less
   * after an intent shift or a long time.
   */
  readonly freshness: number;
  /** Rows of the index that the session interacted with and is not expected to return to. */
  readonly abandoned: ReadonlySet<number>;
  readonly repeat: Repeat;
  /** Clicks on the last item in the history. */
  readonly support: number;
  /** Whether the shopper gave explicit signals (filter, search, category view) beyond interactions with products. */
  readonly stated: boolean;
  /** How far the last search still leads, 0 to 1: 1 right after it, 0 once a category was named since. */
  readonly searched: number;
  /** What is close in meaning to the query, where no product meets its words. */
  readonly meaning: Neighbours | undefined;
  /** What was computed of the state so far. */
  readonly computed: Computed;
}

/** Decayed strength of the last interaction at which freshness is about one half: x (1 + h) / (x + h). Set by hand. */
const HALF_FRESHNESS = 0.25;

/** Latest interactions of a profile that are read. Profiles keep no more than this many. */
const MAX_INTERACTIONS = 50;

/**
 * Reads a profile, and the current query where there is one, as of `now` (ms since the epoch).
 *
 * @param query the search that produced the list; it counts as the latest explicit signal
 * @param meaning what is close in meaning to it, where no product meets its words
 */
export function sessionStateOf(
  bound: BoundModel,
  profile: Profile,
  personas: readonly Persona[],
  now: number,
  query?: string,
  meaning?: Neighbours,
): SessionState {
  const { index, catalogue, model } = bound;
  const unresolved = sessionQueryOf(profile, now, query, index);
  const read = searchTerms(unresolved.words, index.terms);
  const sessionQuery = {
    ...unresolved,
    interests: disambiguated(index, unresolved, read, profile.step + 1),
    priceFilter: priceConstraintOf(unresolved, index.roles.price, priceEnds(index.scale)),
  };
  const firstStep = profile.products.reduce(
    (first, { step }) => Math.min(first, step),
    Number.POSITIVE_INFINITY,
  );
  const violatesQuery = violatesSearch(index, sessionQuery, firstStep);
  const violatesQueryInCatalogue =
    catalogue === index ? violatesQuery : violatesSearch(catalogue, sessionQuery, firstStep);
  const path = pathOf(bound, profile, now, (product, row, interaction) =>
    product >= 0
      ? violatesQuery(product, interaction)
      : row >= 0 && violatesQueryInCatalogue(row, interaction),
  );
  const { items, products, length } = path;
  const last = length === 0 ? -1 : items[length - 1];
  return {
    ...sessionQuery,
    ...path,
    read,
    bound,
    profile,
    personas,
    now,
    abandoned: abandonedProducts(index, profile, sessionQuery, violatesQuery),
    repeat: repeatOf(items, products, length),
    support: last < 0 ? 0 : model.log.count[last],
    stated: hasWords(query) || hasStated(profile),
    searched: hasWords(query) ? 1 : searchedIn(profile, now),
    meaning,
    computed: new Computed(),
  };
}

/**
 * The moves of a session.
 *
 * @param isSuperseded whether a product, by its rows in the index and in the catalogue, is not what is searched for later
 */
function pathOf(
  { index, catalogue, model }: BoundModel,
  profile: Profile,
  now: number,
  isSuperseded: (product: number, row: number, interaction: ProductInteraction) => boolean,
) {
  const items = zeroIntegers(MAX_INTERACTIONS);
  const products = zeroIntegers(MAX_INTERACTIONS);
  const rows = zeroIntegers(MAX_INTERACTIONS);
  const interest = zeros(MAX_INTERACTIONS);
  const chosenVariant = zeros(MAX_INTERACTIONS);
  const relevance = zeros(MAX_INTERACTIONS);
  const categoryRelevance = zeros(MAX_INTERACTIONS);
  let length = 0;
  let freshness = 1;
  const interactions = profile.products;
  const inSupersededCategory = supersededCategory(index.category ?? catalogue.category, profile.interests);
  const moves = movesAmong(interactions, ({ id }) => id);
  for (let k = Math.max(0, interactions.length - MAX_INTERACTIONS); k < interactions.length; k++) {
    const interaction = interactions[k];
    const { id, touch } = interaction;
    if (touch === 'removed' || touch === 'dismissed') continue;
    const item = model.numbers.get(id) ?? -1;
    const product = index.ids.find(id) ?? -1;
    const row = catalogue === index ? product : (catalogue.ids.find(id) ?? -1);
    if (item < 0 && product < 0 && row < 0) continue;
    let at = length - 1;
    if (moves[k] === 1) at = length++;
    else while (at >= 0 && (items[at] !== item || products[at] !== product || rows[at] !== row)) at--;
    // The move to this product is older than the interactions that are read.
    if (at < 0) continue;
    items[at] = item;
    products[at] = product;
    rows[at] = row;
    const cell = product >= 0 ? index.category?.cell[product] : catalogue.category?.cell[row];
    categoryRelevance[at] = inSupersededCategory(cell ?? -1, interaction.step) ? SUPERSEDED_SHARE : 1;
    const share = isSuperseded(product, row, interaction) ? SUPERSEDED_SHARE : categoryRelevance[at];
    relevance[at] = share;
    const worth = share * interactionStrength(interaction, now, profile.step);
    interest[at] += worth;
    if (INTERACTION_KINDS[touch].choosesVariant) chosenVariant[at] += worth;
    if (at === length - 1) freshness = share * freshnessOf(interaction, now, profile.step);
  }
  return { length, items, products, rows, interest, chosenVariant, relevance, categoryRelevance, freshness };
}

const NONE_ABANDONED: ReadonlySet<number> = new Set();

const isDone = ({ touch }: ProductInteraction): boolean => touch === 'bought' || touch === 'removed';

/**
 * Products that were bought, removed from the cart or dismissed, and products that violate a constraint that the
 * session stated after the last interaction with them.
 */
function abandonedProducts(
  index: CatalogueIndex,
  profile: Profile,
  sessionQuery: SessionQuery,
  violatesQuery: ViolationTest,
): ReadonlySet<number> {
  const { products } = profile;
  if (products.length === 0) return NONE_ABANDONED;
  const violatesFilters = violatesConstraints(index, sessionQuery);
  const isUnconstrained = violatesQuery === NEVER_VIOLATED && violatesFilters === NEVER_VIOLATED;
  if (isUnconstrained && profile.dismissed.length === 0 && !products.some(isDone)) return NONE_ABANDONED;
  const abandoned = new Set<number>();
  const dismissed = new Set(profile.dismissed);
  for (const [id, last] of lastInteractions(profile)) {
    const product = index.ids.find(id);
    if (product === undefined) continue;
    const done = isDone(last) || dismissed.has(id);
    if (done || violatesQuery(product, last) || violatesFilters(product, last)) abandoned.add(product);
  }
  return abandoned;
}

/** The named interests without values that a search matched by chance. */
function disambiguated(
  index: CatalogueIndex,
  { interests, quantityStems }: SessionQuery,
  read: readonly SearchTerm[],
  step: number,
): SessionQuery['interests'] {
  const meant = withoutChanceMatches(index, interests, read);
  return quantityStems === undefined
    ? meant
    : withoutChanceMatchesAt(index, meant, quantityStems, read, step);
}

/** Decayed strength of the last search, at most 1. A category that was named later is what the shopper looks at now. */
function searchedIn({ interests: { category, keyword }, step: latest }: Profile, now: number): number {
  const last = lastStepOf(keyword);
  if (lastStepOf(category) > last) return 0;
  const strengths = keyword.flatMap((word) => (word.step === last ? strength(word, now, latest) : []));
  return Math.min(1, Math.max(0, ...strengths));
}

function freshnessOf({ at, step }: ProductInteraction, now: number, latest: number): number {
  const remaining = strength({ short: 1, long: 1, at, step }, now, latest);
  return (remaining * (1 + HALF_FRESHNESS)) / (remaining + HALF_FRESHNESS);
}

/** Whether a query holds a letter or a digit; a search field may send blanks. */
const hasWords = (query: string | undefined): boolean => query !== undefined && /[\p{L}\p{N}]/u.test(query);

/**
 * Whether a profile holds explicit signals beyond interactions with products. It decides which weights rank the
 * session, and which weights its steps train: for sessions of views alone the history of others is the better
 * evidence.
 */
export const hasStated = ({ statements }: FoldedProfile): boolean => statements.length > 0;

function repeatOf(items: Int32Array, products: Int32Array, length: number): Repeat {
  if (length < 2) return 'none';
  const same = (a: number, b: number): boolean =>
    items[a] === items[b] && (items[a] >= 0 || products[a] === products[b]);
  const last = length - 1;
  if (same(last, last - 1)) return 'again';
  for (let k = last - 2; k >= 0; k--) if (same(k, last)) return 'earlier';
  for (let a = 1; a < last; a++) for (let b = 0; b < a; b++) if (same(a, b)) return 'some';
  return 'none';
}

/**
 * The search that an interest was read from, as a signal; `undefined` where it was sent as a signal of its own.
 *
 * @param step the number of the interest's signal
 */
export function searchOf({ profile, query }: SessionState, step: number): string | undefined {
  // The current query comes after all signals.
  if (step > profile.step) return query === undefined ? undefined : searchSignalOf(query.trim());
  return searchAt(profile, step);
}

/** Id of the product `back` moves before the last one; empty if neither catalogue nor model knows it. */
export function seenId({ bound, products, rows, items, length }: SessionState, back: number): string {
  const at = length - 1 - back;
  if (products[at] >= 0) return bound.index.ids.at(products[at]);
  // A candidate set may lack a product of the catalogue.
  if (rows[at] >= 0) return bound.catalogue.ids.at(rows[at]);
  return bound.model.vocabulary[items[at]] ?? '';
}
