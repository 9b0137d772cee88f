import { zeroIntegers } from '../primitives/pooled-arrays.ts';
import { searchSignalOf } from '../session/profile/typed-searches.ts';
import type { CatalogueIndex } from './indexing/catalogue-index.ts';
import type { SessionState } from './intent/session-state.ts';
import { meetsStated } from './query/constraints.ts';
import type { Intent } from './query/intents.ts';
import { attributeOf } from './query/query-reading.ts';
import { DEGREES } from './request/judgement.ts';
import { quartersOf, type SortOrder, type SortPlaces, sortPlaces } from './request/sort-order.ts';
import { isCandidate, NO_CANDIDATE } from './top-k.ts';
import type { Factor, FactorName, StandingBack, SuppressionReason } from './types.ts';

type Aside = SuppressionReason | StandingBack;

/** Why products stand back, what stands farther back later. Set by hand: what was refused comes last. */
const ASIDES: readonly Aside[] = [
  'kind_in_cart',
  'kind_bought',
  'removed',
  'in_cart',
  'bought',
  'unwanted',
  'dismissed',
];

/** One thing that puts products before others, whatever their scores. */
interface Level {
  readonly factor: FactorName;
  /** `[product]`: its place in this, from 0. */
  readonly places: ArrayLike<number>;
  /** One more than the highest place. */
  readonly count: number;
  /** What breakdowns say of a place; `undefined` where they say nothing of it. */
  told(place: number): Pick<Factor, 'signal' | 'matched'> | undefined;
}

/**
 * The tiers of a list: numbers by which it is ordered before the scores are. Each level decides where those before it leave
 * products together.
 */
export class Tiers {
  /** `[product]`: lowest first; {@link NO_CANDIDATE} for products that are not ranked. */
  readonly of: Int32Array;
  readonly #levels: Level[];

  /**
   * @param levels in their order; `undefined` for those that leave all products together
   * @param candidates the products that are ranked, ascending; all when absent
   */
  constructor(size: number, levels: readonly (Level | undefined)[] = [], candidates?: Int32Array) {
    const [first, ...others] = levels.filter((level) => level !== undefined);
    this.of = zeroIntegers(size);
    this.#levels = first === undefined ? [] : [first];
    // Most lists have one level at most, and copying takes a tenth of the time.
    if (first !== undefined) this.of.set(first.places);
    for (let product = 0, next = 0; candidates !== undefined && product < size; product++) {
      if (product === candidates[next]) next++;
      else this.of[product] = NO_CANDIDATE;
    }
    for (const level of others) this.add(level);
  }

  /** Adds a last level. Families may have taken products out of the list meanwhile. */
  add(level: Level): void {
    const { of } = this;
    const { places, count } = level;
    this.#levels.push(level);
    for (let product = 0; product < of.length; product++) {
      if (isCandidate(of[product])) of[product] = of[product] * count + places[product];
    }
  }

  /** Appends what puts a product into its tier. The tiers of the factors add up to it. */
  factorsOf(product: number, factors: Factor[]): void {
    let unit = 1;
    const units = this.#levels.map(() => 1);
    for (let k = units.length - 1; k >= 0; k--) {
      units[k] = unit;
      unit *= this.#levels[k].count;
    }
    for (const [k, { factor, places, told }] of this.#levels.entries()) {
      const said = told(places[product]);
      if (said === undefined) continue;
      factors.push({
        factor,
        ...said,
        weight: 0,
        value: 0,
        contribution: 0,
        tier: units[k] * places[product],
      });
    }
  }
}

/** What the tiers of a list are made of. */
interface Ordered {
  readonly state: SessionState;
  /** With a search, `[product]`: see `Judgement`. */
  readonly degrees: ArrayLike<number> | undefined;
  /** The order that the shopper chose, if one. */
  readonly sort: SortOrder | undefined;
  readonly aside: Level | undefined;
  /** The products that are ranked, ascending; all when absent. */
  readonly within?: Int32Array | undefined;
}

/** The tiers of a list before it is varied: what is asked for first, then what can be bought, then what does not stand back. */
export function tiersOf({ state, degrees, sort, aside, within }: Ordered): Tiers {
  const { index } = state.bound;
  const query = state.query ?? '';
  const levels: (Level | undefined)[] = [stockLevel(index), aside];
  if (degrees !== undefined) levels.unshift(matchLevel(query, degrees));
  else if (sort !== undefined) levels.unshift(askedLevel(index.size, meetsStated(index, state)));
  if (sort !== undefined) levels.push(orderLevel(sort.name, sortPlaces(index, sort)));
  else if (degrees !== undefined) {
    levels.push(...intentLevels(index, query, state.search?.said.intents ?? [], degrees));
  }
  return new Tiers(index.size, levels, within);
}

/** The level of a search: products that meet it first, those that have nothing of it last. */
function matchLevel(query: string, degrees: ArrayLike<number>): Level {
  const signal = searchSignalOf(query.trim());
  const told = DEGREES.map((matched) => ({ signal, matched }));
  return { factor: 'match', places: degrees, count: DEGREES.length, told: (place) => told[place] };
}

/** The level of a sorted list without a search: products that meet what the session asked for first. */
const askedLevel = (size: number, meets: (product: number) => boolean): Level => ({
  factor: 'match',
  places: Uint8Array.from({ length: size }, (_, product) => (meets(product) ? 0 : 1)),
  count: 2,
  told: (place) => ({ signal: 'asked', matched: place === 0 ? 'all' : 'some' }),
});

/** Levels of stock by index, which most rankings share. */
const stock = new WeakMap<CatalogueIndex, Level | undefined>();

/** The level of stock: what can be bought now first. `undefined` where all can. */
function stockLevel(index: CatalogueIndex): Level | undefined {
  if (stock.has(index)) return stock.get(index);
  const { available } = index;
  const told = { signal: 'sold_out' };
  const level: Level | undefined = available.every((can) => can === 1)
    ? undefined
    : {
        factor: 'availability',
        places: available.map((can) => 1 - can),
        count: 2,
        told: (place) => (place === 0 ? undefined : told),
      };
  stock.set(index, level);
  return level;
}

/**
 * The level of what stands back for the session, or `undefined` where nothing does.
 *
 * @param suppressed by id why the session suppresses products
 * @param standingBack why others come before a product
 */
export function asideLevel(
  { size, ids }: CatalogueIndex,
  suppressed: ReadonlyMap<string, SuppressionReason>,
  standingBack?: (product: number) => StandingBack | undefined,
): (Level & { reason(product: number): Aside | undefined }) | undefined {
  if (suppressed.size === 0 && standingBack === undefined) return undefined;
  const places = new Uint8Array(size);
  const placeOf = (reason: Aside | undefined): number =>
    reason === undefined ? 0 : 1 + ASIDES.indexOf(reason);
  for (let product = 0; standingBack !== undefined && product < size; product++) {
    places[product] = placeOf(standingBack(product));
  }
  for (const [id, reason] of suppressed) {
    const product = ids.find(id);
    if (product !== undefined) places[product] = placeOf(reason);
  }
  if (places.every((place) => place === 0)) return undefined;
  return {
    factor: 'aside',
    places,
    count: 1 + ASIDES.length,
    told: (place) => (place === 0 ? undefined : { signal: ASIDES[place - 1] }),
    reason: (product) => ASIDES[places[product] - 1],
  };
}

/** The level of the order that the shopper chose. */
const orderLevel = (name: string, { places, count }: SortPlaces): Level => ({
  factor: 'order',
  places,
  count,
  told: () => ({ signal: `sort:${name}` }),
});

/**
 * The levels of the words of intent of a search, in their order: an order, or what is reduced before what is not. Those for whom a
 * thing is are words of the search.
 *
 * @param degrees see {@link matchLevel}
 */
function intentLevels(
  index: CatalogueIndex,
  query: string,
  intents: readonly Intent[],
  degrees: ArrayLike<number>,
): Level[] {
  const signal = searchSignalOf(query.trim());
  const meets = (product: number): boolean => degrees[product] < DEGREES.indexOf('some');
  return intents.flatMap((intent): Level[] => {
    const { typed, attribute, direction, inQuarters } = intent;
    const said = `${typed}: ${attributeOf(intent)}`;
    // What is reduced is a limit, which the judgement tests: it stands in the breakdown and moves nothing more.
    const ofMatches: SortPlaces | undefined =
      attribute === 'reduced'
        ? { places: new Int32Array(index.size), count: 1 }
        : attribute && direction && sortPlaces(index, { attribute, direction });
    if (ofMatches === undefined) return [];
    const { places, count } = inQuarters ? quartersOf(ofMatches, meets) : ofMatches;
    const told = {
      signal,
      matched: direction === undefined ? said : `${said}_${direction === 1 ? 'asc' : 'desc'}`,
    };
    return [
      {
        factor: 'order',
        // What does not meet the search is in the order of its scores.
        places: places.map((place, product) => (meets(product) ? place : count)),
        count: count + 1,
        told: (place) => (place < count ? told : undefined),
      },
    ];
  });
}

/**
 * The level of a varied list: the products of its first places, in order, then the others of their tier.
 *
 * @param first products of the lowest tier
 */
export function varietyLevel(tiers: Tiers, first: readonly number[], diversity: number): Level {
  const lowest = tiers.of[first[0]];
  const places = tiers.of.map((tier) => (tier === lowest ? first.length : 0));
  for (const [place, product] of first.entries()) places[product] = place;
  const told = { signal: `diversity:${diversity}` };
  return { factor: 'variety', places, count: first.length + 1, told: () => told };
}
