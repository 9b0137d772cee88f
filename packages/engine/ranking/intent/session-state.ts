import { zeroIntegers, zeros } from '../../primitives/pooled-arrays.ts';
import { strength } from '../../session/profile/decay.ts';
import { interactionStrength } from '../../session/profile/interactions.ts';
import type { Persona, ProductInteraction, Profile } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { priceEnds } from '../indexing/price-scale.ts';
import type { BoundModel } from '../model/bound-model.ts';
import { movesAmong } from '../model/visit-moves.ts';
import { type Violates, violatesConstraints, violatesSearch } from '../query/constraints.ts';
import { withoutChanceMatches, withoutChanceMatchesAt } from '../query/disambiguation.ts';
import { SUPERSEDED_SHARE, supersededCategory } from '../query/intent-shift.ts';
import { priceConstraintOf } from '../query/price-constraint.ts';
import { type SessionQuery, sessionQueryOf } from '../query/session-query.ts';
import { lastTouches } from './suppression.ts';

/** Whether the last product is the one before, was seen earlier, or some other product was seen twice. */
export type Repeat = 'none' | 'some' | 'earlier' | 'again';

/**
 * A session as the experts read it: the path of its moves (see `visit-moves.ts`) as numbers, oldest first. Other
 * interactions with a product raise the interest in the last move to it.
 */
export interface SessionState extends SessionQuery {
  readonly bound: BoundModel;
  readonly profile: Profile;
  readonly personas: readonly Persona[];
  readonly now: number;
  /** Number of moves in the arrays. */
  readonly length: number;
  /** Item of the model, -1 where it never saw it. */
  readonly items: Int32Array;
  /** Product of the index, -1 where the index does not hold it. */
  readonly products: Int32Array;
  /** Place in the whole catalogue, -1 where it does not hold it. */
  readonly rows: Int32Array;
  /** What is left now of the interest that the move and all interactions with its product since then show. */
  readonly interest: Float64Array;
  /**
   * How much of what the product tells still holds: all of it, or little where the session has turned from it. Who
   * searches for something else without naming a category still looks for it in the same one.
   */
  readonly relevance: Float64Array;
  readonly categoryRelevance: Float64Array;
  /**
   * How far the product at hand still tells where the session goes: 1 right after the last touch of it, less when
   * another category was named since, 0 when it has faded.
   */
  readonly freshness: number;
  /** Products of the index that the session touched and is not expected to come back to. */
  readonly abandoned: ReadonlySet<number>;
  readonly repeat: Repeat;
  /** Clicks on the last item in the history. */
  readonly support: number;
  /** Whether the shopper said something beyond looking at products: a filter, a search, a category. */
  readonly stated: boolean;
}

/** What must be left of a touch for half of what it tells: as voices doubt what it says of categories and brands. */
const DOUBT = 0.25;

/** Sessions are read from their last touches; profiles hold no more than this many. */
const LONGEST = 50;

/** Reads a profile, and the query at hand if there is one. */
export function sessionStateOf(
  bound: BoundModel,
  profile: Profile,
  personas: readonly Persona[],
  now: number,
  query?: string,
): SessionState {
  const items = zeroIntegers(LONGEST);
  const products = zeroIntegers(LONGEST);
  const places = zeroIntegers(LONGEST);
  const interest = zeros(LONGEST);
  const holds = zeros(LONGEST);
  const categoryHolds = zeros(LONGEST);
  const { index, catalogue, model } = bound;
  let length = 0;
  let fresh = 1;
  const read = sessionQueryOf(profile, now, query, index);
  const searched = {
    ...read,
    interests: meantBy(index, read, profile.step + 1),
    priceFilter: priceConstraintOf(read, index.roles.price, priceEnds(index.scale)),
  };
  const touches = profile.products;
  const since = touches.reduce((first, { step }) => Math.min(first, step), Number.POSITIVE_INFINITY);
  const leaves = supersededCategory(index.category ?? catalogue.category, profile.interests);
  const turns = violatesSearch(index, searched, since);
  const turnsHeld = catalogue === index ? turns : violatesSearch(catalogue, searched, since);
  const moves = movesAmong(touches, ({ id }) => id);
  for (let k = Math.max(0, touches.length - LONGEST); k < touches.length; k++) {
    const touched = touches[k];
    const { id, touch } = touched;
    if (touch === 'removed' || touch === 'dismissed') continue;
    const item = model.numbers.get(id) ?? -1;
    const product = index.ids.find(id) ?? -1;
    const place = catalogue === index ? product : (catalogue.ids.find(id) ?? -1);
    if (item < 0 && product < 0 && place < 0) continue;
    let at = length - 1;
    if (moves[k] === 1) at = length++;
    else while (at >= 0 && (items[at] !== item || products[at] !== product || places[at] !== place)) at--;
    // The move to the product lies further back than the session is read.
    if (at < 0) continue;
    items[at] = item;
    products[at] = product;
    places[at] = place;
    const cell = product >= 0 ? index.category?.cell[product] : catalogue.category?.cell[place];
    const turned = product >= 0 ? turns(product, touched) : place >= 0 && turnsHeld(place, touched);
    categoryHolds[at] = leaves(cell ?? -1, touched.step) ? SUPERSEDED_SHARE : 1;
    const share = turned ? SUPERSEDED_SHARE : categoryHolds[at];
    holds[at] = share;
    interest[at] += share * interactionStrength(touched, now, profile.step);
    if (at === length - 1) fresh = share * freshOf(touched, now, profile.step);
  }
  const last = length === 0 ? -1 : items[length - 1];
  return {
    ...searched,
    bound,
    profile,
    personas,
    now,
    length,
    items,
    products,
    rows: places,
    interest,
    relevance: holds,
    categoryRelevance: categoryHolds,
    freshness: fresh,
    abandoned: leftBehind(index, profile, searched, turns),
    repeat: repeatOf(items, products, length),
    support: last < 0 ? 0 : model.log.count[last],
    stated: saidBy(query) || hasStated(profile),
  };
}

/**
 * What was bought, taken out of the cart or dismissed, and what is not what the session has asked for since it touched
 * it.
 */
function leftBehind(
  index: CatalogueIndex,
  profile: Profile,
  searched: SessionQuery,
  turns: Violates,
): ReadonlySet<number> {
  const left = new Set<number>();
  if (profile.products.length === 0) return left;
  const asks = violatesConstraints(index, searched);
  const dismissed = new Set(profile.dismissed);
  for (const [id, last] of lastTouches(profile)) {
    const product = index.ids.find(id);
    if (product === undefined) continue;
    const done = last.touch === 'bought' || last.touch === 'removed' || dismissed.has(id);
    if (done || turns(product, last) || asks(product, last)) left.add(product);
  }
  return left;
}

function meantBy(
  index: CatalogueIndex,
  { interests, measuredBy }: SessionQuery,
  step: number,
): SessionQuery['interests'] {
  const meant = withoutChanceMatches(index, interests);
  return measuredBy === undefined ? meant : withoutChanceMatchesAt(index, meant, measuredBy, step);
}

function freshOf({ at, step }: ProductInteraction, now: number, latest: number): number {
  const left = strength({ short: 1, long: 1, at, step }, now, latest);
  return (left * (1 + DOUBT)) / (left + DOUBT);
}

/** Whether a query says anything: what is typed in a search field may be nothing. */
const saidBy = (query: string | undefined): boolean => query !== undefined && /[\p{L}\p{N}]/u.test(query);

/**
 * Whether a shopper said anything beyond looking at products, which says nothing that the history of others could not
 * say better. It decides which weights rank a session, and so which ones its steps teach.
 */
export function hasStated(profile: Profile): boolean {
  if (profile.priceFilter !== undefined) return true;
  const { interests } = profile;
  return (
    interests.category.length + interests.brand.length + interests.attribute.length > 0 ||
    interests.keyword.length + interests.negatedKeyword.length > 0 ||
    profile.evidence.some(({ name }) => name.startsWith('sort:'))
  );
}

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

/** Id of the product that the session saw `back` products before its last one. */
export function seenId({ bound, products, rows: places, items, length }: SessionState, back: number): string {
  const at = length - 1 - back;
  if (products[at] >= 0) return bound.index.ids.at(products[at]);
  // A candidate set may lack a product that the catalogue holds.
  if (places[at] >= 0) return bound.catalogue.ids.at(places[at]);
  return bound.model.vocabulary[items[at]] ?? '';
}
