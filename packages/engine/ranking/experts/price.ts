import { strength } from '../../session/decay.ts';
import { PRICE_STEPS, stepOf } from '../catalogue-index.ts';
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
  /** By code, how far what else speaks for a product holds at its price: 1 within what was asked for, and without a price. */
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
  const { index, catalogue, priceMass, model } = scene.binding;
  const { scale } = index;
  if (scale === undefined) return undefined;
  const wanted = zeros(PRICE_STEPS);
  const filter = scene.priceFilter;
  let said = 0;
  if (filter !== undefined) {
    said = strength({ short: 1, long: 1, at: filter.at, step: filter.step }, scene.now, scene.profile.step);
  }
  let seen = 0;
  let share = 1;
  let spread = 0;
  const around: { price: number; weight: number }[] = [];
  for (let j = scene.length - 1, n = 0; j >= 0 && n < MOST_VIEWS; j--) {
    const product = scene.products[j]!;
    const place = scene.places[j]!;
    const price =
      product >= 0 ? index.logPrice[product]! : place >= 0 ? catalogue.logPrice[place]! : Number.NaN;
    // What has faded to nothing has no share of what was seen.
    if (!Number.isFinite(price) || scene.interest[j] === 0) continue;
    n++;
    seen += scene.interest[j]!;
    around.push({ price, weight: share * scene.interest[j]! });
    spread += share * scene.interest[j]!;
    share *= SHARPER;
  }
  const total = said + seen;
  if (total === 0) return undefined;
  const within = zeros(PRICE_STEPS).fill(1);
  // Nothing can be said of the price of a product without one: it has what is left to it.
  const priced =
    (told: (price: number) => string): PriceWish['signal'] =>
    (product) => {
      const price = index.logPrice[product]!;
      return Number.isNaN(price) ? 'no_price' : told(price);
    };
  let signal = priced(() => 'price_of_viewed');
  if (filter !== undefined) {
    const low = filter.min === undefined || filter.min <= 0 ? Number.NEGATIVE_INFINITY : Math.log(filter.min);
    const high = filter.max === undefined ? Number.POSITIVE_INFINITY : Math.log(Math.max(filter.max, 1e-9));
    // A step stands for prices up to half of its width away.
    for (let step = 0; step < PRICE_STEPS; step++) {
      const price = scale.lowest + step * scale.width;
      const beyond = Math.max(low - price, price - high) - scale.width / 2;
      within[step] = beyond <= 0 ? 1 : OUTSIDE * Math.exp(-beyond / FILTER_EDGE);
    }
    spreadOver(wanted, priceMass, said / total, (step) => within[step]!);
    const shown = (bound: number | undefined): string => (bound === undefined ? '' : `${bound}`);
    const range = `price_filter:${shown(filter.min)}-${shown(filter.max)}`;
    signal = priced((price) => {
      // Logarithms of equal prices are equal, but for a last bit.
      const beyond = Math.max(low - price, price - high);
      return beyond <= 1e-12 ? range : beyond <= FILTER_EDGE ? `near_${range}` : `outside_${range}`;
    });
  }
  const closeness = closenessFor(scale.width / model.parameters.priceBandwidth);
  // What was asked for holds for what is like the products looked at, and for what matches a search, too.
  const asked = Math.min(1, said);
  const held = zeros(PRICE_STEPS + 1).fill(1);
  for (let step = 0; step < PRICE_STEPS; step++) held[step + 1] = 1 - asked + asked * within[step]!;
  for (const { price, weight } of around) {
    const at = stepOf(price, scale);
    spreadOver(
      wanted,
      priceMass,
      (weight / spread) * (seen / total),
      (step) => closeness[Math.abs(step - at)]! * held[step + 1]!,
    );
  }
  const table = zeros(PRICE_STEPS + 1);
  table.set(wanted, 1);
  return {
    code: index.priceStep,
    table,
    mass: scene.binding.priceStepMass,
    strength: total,
    said,
    held,
    signal,
  };
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
    sum += values[step]! * mass[step]!;
  }
  if (sum <= 0) return;
  for (let step = 0; step < PRICE_STEPS; step++) wanted[step]! += (weight * values[step]!) / sum;
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
