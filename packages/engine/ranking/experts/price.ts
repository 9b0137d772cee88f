import { strength } from '../../session/profile/decay.ts';
import type { PriceFilter } from '../../session/types.ts';
import { PRICE_STEPS, type PriceScale, stepOf } from '../catalogue-index.ts';
import { zeros } from '../numbers.ts';
import type { Scene } from '../scene.ts';
import { voice } from '../voices.ts';
import type { Expert, Lift } from './expert.ts';

const PRICE = voice('price');
const DOUBT = 0.25;
const SHARPER = 0.15;
const MOST_VIEWS = 8;
/** Just outside of what was asked for a price is this much as likely, and 1/e of that further by each EDGE in log. */
const OUTSIDE = 0.15;
const FILTER_EDGE = 0.1;
/** Whatever the price, a product is possible. */
const FLOOR = 0.1;

interface PriceWish extends Lift {
  readonly strength: number;
  /** Part of the strength that was said in so many words. */
  readonly said: number;
  /**
   * By code, how far what else speaks for a product holds at its price: 1 within what was asked for, and without a
   * price.
   */
  readonly held: Float64Array;
  readonly signal: (product: number) => string;
}

/** Lift of each price step: near what was looked at, within what was asked for. Worked out once a scene. */
export function priceLift(scene: Scene): PriceWish | undefined {
  if (!wishes.has(scene)) wishes.set(scene, wishFor(scene));
  return wishes.get(scene);
}

const wishes = new WeakMap<Scene, PriceWish | undefined>();

function wishFor(scene: Scene): PriceWish | undefined {
  const { index, priceMass, priceStepMass, model } = scene.binding;
  const { scale } = index;
  if (scale === undefined) return undefined;
  const filter = scene.priceFilter;
  const said =
    filter === undefined
      ? 0
      : strength({ short: 1, long: 1, at: filter.at, step: filter.step }, scene.now, scene.profile.step);
  const { seen, around, spread } = pricesSeen(scene);
  const total = said + seen;
  if (total === 0) return undefined;
  const bounds = filter && boundsOf(filter);
  const within = withinBounds(bounds, scale);
  const wanted = zeros(PRICE_STEPS);
  if (bounds !== undefined) spreadOver(wanted, priceMass, said / total, (step) => within[step]);
  const closeness = closenessFor(scale.width / model.parameters.priceBandwidth);
  // What was asked for holds for what is like the products looked at, and for what matches a search, too.
  const asked = Math.min(1, said);
  const held = zeros(PRICE_STEPS + 1).fill(1);
  for (let step = 0; step < PRICE_STEPS; step++) held[step + 1] = 1 - asked + asked * within[step];
  for (const { price, weight, holds } of around) {
    const at = stepOf(price, scale);
    const share = (weight / spread) * (seen / total);
    const near = (step: number): number => closeness[Math.abs(step - at)] * held[step + 1];
    spreadOver(wanted, priceMass, holds * share, near);
    // Of what was turned from the rest says nothing of prices.
    if (holds < 1) spreadOver(wanted, priceMass, (1 - holds) * share, (step) => held[step + 1]);
  }
  const table = zeros(PRICE_STEPS + 1);
  table.set(wanted, 1);
  return {
    code: index.priceStep,
    table,
    mass: priceStepMass,
    strength: total,
    said,
    held,
    signal: (product) => signalOf(index.logPrice[product], bounds),
  };
}

/** The log prices of what was looked at last, newest first, with the interest that is left in them together. */
function pricesSeen({ binding, products, places, interest, holds, length }: Scene): {
  readonly seen: number;
  readonly around: readonly { readonly price: number; readonly weight: number; readonly holds: number }[];
  /** What the weights add up to. */
  readonly spread: number;
} {
  const { index, catalogue } = binding;
  let seen = 0;
  let share = 1;
  let spread = 0;
  const around: { price: number; weight: number; holds: number }[] = [];
  for (let j = length - 1, n = 0; j >= 0 && n < MOST_VIEWS; j--) {
    const product = products[j];
    const place = places[j];
    const price =
      product >= 0 ? index.logPrice[product] : place >= 0 ? catalogue.logPrice[place] : Number.NaN;
    // What has faded to nothing has no share of what was seen.
    if (!Number.isFinite(price) || interest[j] === 0) continue;
    n++;
    seen += interest[j];
    around.push({ price, weight: share * interest[j], holds: holds[j] });
    spread += share * interest[j];
    share *= SHARPER;
  }
  return { seen, around, spread };
}

/** A price filter in log prices, and as it is told. */
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

/** By how much a log price lies outside of what was asked for; below 0 within. */
const beyond = (price: number, { low, high }: Bounds): number => Math.max(low - price, price - high);

/** How far each price step is what was asked for: 1 within the bounds, less the farther outside. */
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
  // Nothing can be said of the price of a product without one: it has what is left to it.
  if (Number.isNaN(price)) return 'no_price';
  if (bounds === undefined) return 'price_of_viewed';
  const outside = beyond(price, bounds);
  // Logarithms of equal prices are equal, but for a last bit.
  if (outside <= 1e-12) return bounds.range;
  return outside <= FILTER_EDGE ? `near_${bounds.range}` : `outside_${bounds.range}`;
}

const kernelValues = new Float64Array(PRICE_STEPS);

let closest: { readonly fall: number; readonly values: Float64Array } | undefined;

/** How much a price counts that is so many steps away, each of them `fall` in log; kept for the next session. */
function closenessFor(fall: number): Float64Array {
  if (closest?.fall !== fall) {
    const values = new Float64Array(PRICE_STEPS);
    for (let gap = 0; gap < PRICE_STEPS; gap++) values[gap] = FLOOR + (1 - FLOOR) * Math.exp(-gap * fall);
    closest = { fall, values };
  }
  return closest.values;
}

/** Adds to each step the lift of an opinion that is proportional to prior mass times `kernel` of the step. */
function spreadOver(
  wanted: Float64Array,
  mass: Float64Array,
  weight: number,
  kernel: (step: number) => number,
): void {
  const values = kernelValues;
  let sum = 0;
  for (let step = 0; step < PRICE_STEPS; step++) {
    values[step] = kernel(step);
    sum += values[step] * mass[step];
  }
  if (sum <= 0) return;
  for (let step = 0; step < PRICE_STEPS; step++) wanted[step] += (weight * values[step]) / sum;
}

/** Products that cost about what was looked at, or what the shopper said to pay. */
export const price: Expert = {
  factor: 'price',
  speak(scene) {
    const wish = priceLift(scene);
    if (wish === undefined) return [];
    return [
      {
        voice: PRICE,
        lifts: [wish],
        confidence: wish.strength / (wish.strength + DOUBT),
        signal: wish.signal,
      },
    ];
  },
};
