import type { InteractionKind } from '../../session/types.ts';
import type { TrainingSession, TrainingStep } from '../model/training-session.ts';
import { NOON, randomOf } from './shops.ts';

/** How simulated shoppers behave; rates are chances, 0 to 1. */
export interface Behaviour {
  readonly seed: number;
  /** Visits that are simulated, and products of the shop, which are called `p0`, `p1`, … */
  readonly visits: number;
  readonly products: number;
  /** That a product is put into the cart right after a view of it, unless it is in the cart. */
  readonly cart: number;
  /** That the cart of a visit is bought at its end. */
  readonly purchase: number;
  /** That a shopper who has seen another product before goes back to one. */
  readonly back: number;
}

export const BEHAVIOUR: Behaviour = {
  seed: 1,
  visits: 2_000,
  products: 400,
  cart: 0.3,
  purchase: 0.5,
  back: 0.25,
};

/** Chance that a visit goes on after a view, and the most views of one. */
const GOES_ON = 0.8;
const MOST_VIEWS = 15;
/** Tastes: a shopper stays with the products whose number leaves the same rest, the types of `shopOf`. */
const TASTES = 4;
/** Neighbours of a product: those so many places on in its taste, with their chances. */
const NEIGHBOURS = [
  [1, 0.5],
  [2, 0.3],
  [5, 0.2],
] as const;

const SECOND = 1000;

/**
 * Visits of shoppers whose behaviour is known. A shopper with a taste views a product of it, and from each product goes
 * back to one seen before, each as likely, or on to a neighbour that the visit has not seen. Carts and purchases are
 * drawn apart from the path and take no time from it: with other rates for them the same seed views the same products.
 */
export function simulateVisits(behaviour: Partial<Behaviour> = {}): TrainingSession[] {
  const { seed, visits, products, ...rates } = { ...BEHAVIOUR, ...behaviour };
  const path = randomOf(seed);
  const deeds = randomOf(seed + 1);
  return Array.from({ length: visits }, (_, visit) => {
    const viewed = viewsOf(products, rates.back, path);
    const begin = NOON + visit * 60 * SECOND;
    const steps: TrainingStep[] = [];
    const add = (product: number, touch: InteractionKind, seconds: number): void => {
      steps.push({ item: `p${product}`, touch, at: begin + seconds * SECOND });
    };
    const cart = new Set<number>();
    viewed.forEach((product, k) => {
      add(product, 'viewed', 2 * k);
      if (deeds() >= rates.cart || cart.has(product)) return;
      cart.add(product);
      add(product, 'carted', 2 * k + 1);
    });
    const buys = deeds() < rates.purchase;
    if (buys) for (const product of cart) add(product, 'bought', 2 * viewed.length);
    return { steps };
  });
}

/** The products that a visit views, in order; never the same twice in a row. */
function viewsOf(products: number, back: number, random: () => number): number[] {
  const viewed = [Math.floor(random() * products)];
  const seen = new Set(viewed);
  while (viewed.length < MOST_VIEWS && random() < GOES_ON) {
    const current = viewed.at(-1)!;
    const earlier = [...seen].filter((product) => product !== current);
    const next =
      earlier.length > 0 && random() < back
        ? earlier[Math.floor(random() * earlier.length)]
        : neighbourOf(current, products, seen, random);
    if (next === undefined) break;
    viewed.push(next);
    seen.add(next);
  }
  return viewed;
}

/** A neighbour that was not seen, by its chance among these. */
function neighbourOf(
  product: number,
  products: number,
  seen: ReadonlySet<number>,
  random: () => number,
): number | undefined {
  const free = NEIGHBOURS.map(([places, chance]) => ({
    next: (product + TASTES * places) % products,
    chance,
  })).filter(({ next }) => !seen.has(next));
  let left = random() * free.reduce((sum, { chance }) => sum + chance, 0);
  for (const { next, chance } of free) {
    left -= chance;
    if (left < 0) return next;
  }
  return free.at(-1)?.next;
}
