import { zeros } from '../../primitives/pooled-arrays.ts';
import { strength } from '../../session/profile/decay.ts';
import type { PriceFilter } from '../../session/types.ts';
import { PRICE_STEPS, type PriceScale, stepOf } from '../indexing/price-scale.ts';
import type { Lift } from './lift.ts';
import { oncePerState } from './once-per-state.ts';
import type { SessionState } from './session-state.ts';

/** Weight of a view relative to the next later one, as for other columns (`column-preference.ts`). */
const VIEW_DECAY = 0.15;
/** Latest views with a price that are read. Set by hand. */
const MAX_VIEWS = 8;
/** Lift just outside of the requested range, relative to inside. Set by hand. */
const OUTSIDE_SHARE = 0.15;
/** Distance in log price by which the lift outside of the range falls to 1/e. Set by hand. */
const FILTER_EDGE = 0.1;
/** Least share of its prior that a product keeps, whatever its price. Set by hand. */
const MIN_SHARE = 0.1;

/** Preference of a session among prices, as a lift by price step. */
export interface PricePreference extends Lift {
  /** Decayed strength of the price filter and of the viewed prices together. */
  readonly strength: number;
  /** Part of the strength that comes from a price filter. */
  readonly stated: number;
  /**
   * `[1 + code]`: share of other evidence that applies at a price, 0 to 1; 1 within the requested range and for
   * products without a price.
   */
  readonly held: Float64Array;
  readonly signal: (product: number) => string;
  /** Where a search named the price: the range, and how the product stands to it. */
  readonly matched: (product: number) => string | undefined;
}

/**
 * The price preference of a session: lifts rise near viewed prices and within the requested range. Computed once per
 * session state; `undefined` without evidence.
 */
export const pricePreferenceOf = (state: SessionState): PricePreference | undefined => preferenceIn(state, 0);

const preferenceIn = oncePerState(preferenceOf);

/** `[1 + code]` of a session without a price filter; not written to. */
const ALL_HELD = new Float64Array(PRICE_STEPS + 1).fill(1);
/** The kernel of the view at hand, by price step. */
const kernel = new Float64Array(PRICE_STEPS);

function preferenceOf(state: SessionState): PricePreference | undefined {
  const { index, priceMass, priceStepMass, model } = state.bound;
  const { scale } = index;
  if (scale === undefined) return undefined;
  const filter = state.priceFilter;
  const statedStrength =
    filter === undefined
      ? 0
      : strength({ short: 1, long: 1, at: filter.at, step: filter.step }, state.now, state.profile.step);
  const { seen, views, spread } = pricesSeen(state);
  const total = statedStrength + seen;
  if (total === 0) return undefined;
  const table = zeros(PRICE_STEPS + 1);
  const wanted = table.subarray(1);
  const bounds = filter && boundsOf(filter);
  let held: Float64Array = ALL_HELD;
  if (bounds !== undefined) {
    const within = withinBounds(bounds, scale);
    spreadOver(wanted, priceMass, statedStrength / total, within);
    // The range also limits other evidence, such as similarity to a viewed product or a match of a search.
    const boundShare = Math.min(1, statedStrength);
    held = zeros(PRICE_STEPS + 1).fill(1);
    for (let step = 0; step < PRICE_STEPS; step++) {
      held[step + 1] = 1 - boundShare + boundShare * within[step];
    }
  }
  const closeness = closenessFor(scale, scale.width / model.parameters.priceBandwidth);
  for (const { price, weight, relevance } of views) {
    const at = stepOf(price, scale);
    const share = (weight / spread) * (seen / total);
    for (let step = 0; step < PRICE_STEPS; step++) {
      kernel[step] = closeness[Math.abs(step - at)] * held[step + 1];
    }
    spreadOver(wanted, priceMass, relevance * share, kernel);
    // The superseded part of a view says nothing of prices.
    if (relevance < 1) spreadOver(wanted, priceMass, (1 - relevance) * share, held.subarray(1));
  }
  return {
    code: index.priceStep,
    table,
    mass: priceStepMass,
    strength: total,
    stated: statedStrength,
    held,
    signal: (product) => signalOf(index.logPrice[product], bounds, state.priceSearch),
    matched: (product) => state.priceSearch && bounds && placeOf(index.logPrice[product], bounds),
  };
}

/** Log prices of the latest viewed products, newest first, and their decayed interest. */
function pricesSeen({ bound, products, rows, interest, relevance, length }: SessionState): {
  readonly seen: number;
  readonly views: readonly { readonly price: number; readonly weight: number; readonly relevance: number }[];
  /** Sum of the weights. */
  readonly spread: number;
} {
  const { index, catalogue } = bound;
  let seen = 0;
  let share = 1;
  let spread = 0;
  const views: { price: number; weight: number; relevance: number }[] = [];
  for (let j = length - 1, n = 0; j >= 0 && n < MAX_VIEWS; j--) {
    const product = products[j];
    const row = rows[j];
    const price = product >= 0 ? index.logPrice[product] : row >= 0 ? catalogue.logPrice[row] : Number.NaN;
    // A view whose interest has decayed to 0 has no share.
    if (!Number.isFinite(price) || interest[j] === 0) continue;
    n++;
    seen += interest[j];
    views.push({ price, weight: share * interest[j], relevance: relevance[j] });
    spread += share * interest[j];
    share *= VIEW_DECAY;
  }
  return { seen, views, spread };
}

/** A price filter in log prices, and the signal to show for it. */
interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly range: string;
}

function boundsOf({ min, max }: PriceFilter): Bounds {
  return {
    low: min === undefined || min <= 0 ? Number.NEGATIVE_INFINITY : Math.log(min),
    high: max === undefined ? Number.POSITIVE_INFINITY : Math.log(Math.max(max, 1e-9)),
    range: `price_filter:${min ?? ''}-${max ?? ''}`,
  };
}

/** Distance of a log price from the requested range; negative within it. */
const beyond = (price: number, { low, high }: Bounds): number => Math.max(low - price, price - high);

/** `[price step]`: 1 within the bounds, decreasing outside. */
function withinBounds(bounds: Bounds, scale: PriceScale): Float64Array {
  const within = zeros(PRICE_STEPS);
  for (let step = 0; step < PRICE_STEPS; step++) {
    // A step covers prices up to half of its width away.
    const outside = beyond(scale.lowest + step * scale.width, bounds) - scale.width / 2;
    within[step] = outside <= 0 ? 1 : OUTSIDE_SHARE * Math.exp(-outside / FILTER_EDGE);
  }
  return within;
}

/** How a price stands to a range: `price_filter:-80`, `near_price_filter:-80`, `outside_price_filter:-80`. */
function placeOf(price: number, bounds: Bounds): string | undefined {
  if (Number.isNaN(price)) return undefined;
  const outside = beyond(price, bounds);
  // Rounding: logarithms of equal prices may differ in the last bit.
  if (outside <= 1e-12) return bounds.range;
  return outside <= FILTER_EDGE ? `near_${bounds.range}` : `outside_${bounds.range}`;
}

function signalOf(price: number, bounds: Bounds | undefined, search: string | undefined): string {
  // A product without a price keeps its remaining share of the mass.
  if (Number.isNaN(price)) return 'no_price';
  if (bounds === undefined) return 'price_of_viewed';
  return search ?? placeOf(price, bounds)!;
}

const closenesses = new WeakMap<PriceScale, { readonly fall: number; readonly values: Float64Array }>();

/** `[distance in price steps]`: weight of a price that far away; it falls by `fall` in log per step. */
function closenessFor(scale: PriceScale, fall: number): Float64Array {
  const computed = closenesses.get(scale);
  if (computed?.fall === fall) return computed.values;
  const values = new Float64Array(PRICE_STEPS);
  for (let gap = 0; gap < PRICE_STEPS; gap++)
    values[gap] = MIN_SHARE + (1 - MIN_SHARE) * Math.exp(-gap * fall);
  closenesses.set(scale, { fall, values });
  return values;
}

/** Adds to the lift of each step that of a distribution proportional to prior mass times `kernel`, both by step. */
function spreadOver(wanted: Float64Array, mass: Float64Array, weight: number, kernel: Float64Array): void {
  let sum = 0;
  for (let step = 0; step < PRICE_STEPS; step++) sum += kernel[step] * mass[step];
  if (sum <= 0) return;
  for (let step = 0; step < PRICE_STEPS; step++) wanted[step] += (weight * kernel[step]) / sum;
}
