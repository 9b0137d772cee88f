import { zeros } from '../../primitives/pooled-arrays.ts';
import { strength } from '../../session/profile/decay.ts';
import type { PriceFilter } from '../../session/types.ts';
import { PRICE_STEPS, type PriceScale, stepOf } from '../indexing/price-scale.ts';
import type { Lift } from './lift.ts';
import type { SessionState } from './session-state.ts';

/** Each view further back counts this share of the one after it. Set by hand. */
const SHARPER = 0.15;
const MOST_VIEWS = 8;
/** Just outside of the requested range a price is this much as likely, and 1/e of that further by each EDGE in log. */
const OUTSIDE = 0.15;
const FILTER_EDGE = 0.1;
/** Least share of its prior that a product keeps, whatever its price. */
const FLOOR = 0.1;

export interface PricePreference extends Lift {
  readonly strength: number;
  /** Part of the strength that the shopper stated as a price range. */
  readonly stated: number;
  /**
   * By code, how far other evidence for a product holds at its price: 1 within the requested range, and without a
   * price.
   */
  readonly held: Float64Array;
  readonly signal: (product: number) => string;
}

/** Lift of each price step: near the viewed prices, within the requested range. Computed once a session state. */
export function pricePreferenceOf(state: SessionState): PricePreference | undefined {
  if (!known.has(state)) known.set(state, preferenceOf(state));
  return known.get(state);
}

const known = new WeakMap<SessionState, PricePreference | undefined>();

function preferenceOf(state: SessionState): PricePreference | undefined {
  const { index, priceMass, priceStepMass, model } = state.bound;
  const { scale } = index;
  if (scale === undefined) return undefined;
  const filter = state.priceFilter;
  const said =
    filter === undefined
      ? 0
      : strength({ short: 1, long: 1, at: filter.at, step: filter.step }, state.now, state.profile.step);
  const { seen, around, spread } = pricesSeen(state);
  const total = said + seen;
  if (total === 0) return undefined;
  const bounds = filter && boundsOf(filter);
  const within = withinBounds(bounds, scale);
  const wanted = zeros(PRICE_STEPS);
  if (bounds !== undefined) spreadOver(wanted, priceMass, said / total, (step) => within[step]);
  const near = closenessFor(scale, scale.width / model.parameters.priceBandwidth);
  // The requested range also bounds products that are like the viewed ones, or match a search.
  const asked = Math.min(1, said);
  const held = zeros(PRICE_STEPS + 1).fill(1);
  for (let step = 0; step < PRICE_STEPS; step++) held[step + 1] = 1 - asked + asked * within[step];
  for (const { price, weight, holds } of around) {
    const at = stepOf(price, scale);
    const share = (weight / spread) * (seen / total);
    spreadOver(wanted, priceMass, holds * share, (step) => near[Math.abs(step - at)] * held[step + 1]);
    // The superseded part of a view says nothing of prices.
    if (holds < 1) spreadOver(wanted, priceMass, (1 - holds) * share, (step) => held[step + 1]);
  }
  const table = zeros(PRICE_STEPS + 1);
  table.set(wanted, 1);
  return {
    code: index.priceStep,
    table,
    mass: priceStepMass,
    strength: total,
    stated: said,
    held,
    signal: (product) => signalOf(index.logPrice[product], bounds),
  };
}

/** The log prices of the last viewed products, newest first, with the interest that is left in them together. */
function pricesSeen({ bound, products, rows: places, interest, relevance: holds, length }: SessionState): {
  readonly seen: number;
  readonly around: readonly { readonly price: number; readonly weight: number; readonly holds: number }[];
  /** Sum of the weights. */
  readonly spread: number;
} {
  const { index, catalogue } = bound;
  let seen = 0;
  let share = 1;
  let spread = 0;
  const around: { price: number; weight: number; holds: number }[] = [];
  for (let j = length - 1, n = 0; j >= 0 && n < MOST_VIEWS; j--) {
    const product = products[j];
    const place = places[j];
    const price =
      product >= 0 ? index.logPrice[product] : place >= 0 ? catalogue.logPrice[place] : Number.NaN;
    // A view whose interest has decayed to 0 has no share.
    if (!Number.isFinite(price) || interest[j] === 0) continue;
    n++;
    seen += interest[j];
    around.push({ price, weight: share * interest[j], holds: holds[j] });
    spread += share * interest[j];
    share *= SHARPER;
  }
  return { seen, around, spread };
}

/** A price filter in log prices, and the signal that shows it. */
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

/** By how much a log price lies outside of the requested range; below 0 within it. */
const beyond = (price: number, { low, high }: Bounds): number => Math.max(low - price, price - high);

/** How far each price step meets the requested range: 1 within the bounds, less the farther outside. */
function withinBounds(bounds: Bounds | undefined, scale: PriceScale): Float64Array {
  const within = zeros(PRICE_STEPS).fill(1);
  if (bounds === undefined) return within;
  for (let step = 0; step < PRICE_STEPS; step++) {
    // A step stands for prices up to half of its width away.
    const outside = beyond(scale.lowest + step * scale.width, bounds) - scale.width / 2;
    within[step] = outside <= 0 ? 1 : OUTSIDE * Math.exp(-outside / FILTER_EDGE);
  }
  return within;
}

function signalOf(price: number, bounds: Bounds | undefined): string {
  // A product without a price keeps the share that is left to it.
  if (Number.isNaN(price)) return 'no_price';
  if (bounds === undefined) return 'price_of_viewed';
  const outside = beyond(price, bounds);
  // Logarithms of equal prices are equal, but for a last bit.
  if (outside <= 1e-12) return bounds.range;
  return outside <= FILTER_EDGE ? `near_${bounds.range}` : `outside_${bounds.range}`;
}

const closeness = new WeakMap<PriceScale, { readonly fall: number; readonly values: Float64Array }>();

/** How much a price counts that is so many steps of a scale away, each of them `fall` in log. */
function closenessFor(scale: PriceScale, fall: number): Float64Array {
  const computed = closeness.get(scale);
  if (computed?.fall === fall) return computed.values;
  const values = new Float64Array(PRICE_STEPS);
  for (let gap = 0; gap < PRICE_STEPS; gap++) values[gap] = FLOOR + (1 - FLOOR) * Math.exp(-gap * fall);
  closeness.set(scale, { fall, values });
  return values;
}

/** Adds to each step the lift of a distribution that is proportional to prior mass times `kernel` of the step. */
function spreadOver(
  wanted: Float64Array,
  mass: Float64Array,
  weight: number,
  kernel: (step: number) => number,
): void {
  const values = zeros(PRICE_STEPS);
  let sum = 0;
  for (let step = 0; step < PRICE_STEPS; step++) {
    values[step] = kernel(step);
    sum += values[step] * mass[step];
  }
  if (sum <= 0) return;
  for (let step = 0; step < PRICE_STEPS; step++) wanted[step] += (weight * values[step]) / sum;
}
