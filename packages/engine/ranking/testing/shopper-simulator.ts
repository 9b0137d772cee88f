import type { InteractionKind } from '../../session/types.ts';
import type { TrainingSession, TrainingStep } from '../model/training-session.ts';
import { NOON, randomOf } from './shops.ts';

/** Behaviour of simulated shoppers; rates are probabilities, 0 to 1. */
export interface Behaviour {
  readonly seed: number;
  /** Number of visits, and of products, whose ids are `p0`, `p1`, … */
  readonly visits: number;
  readonly products: number;
  /** Rate at which a product is put into the cart right after a view, unless it is in the cart. */
  readonly cart: number;
  /** Rate at which the cart of a visit is bought at its end. */
  readonly purchase: number;
  /** Rate at which a shopper who has seen another product returns to one. */
  readonly back: number;
}

/** The default behaviour. Set by hand. */
export const BEHAVIOUR: Behaviour = {
  seed: 1,
  visits: 2_000,
  products: 400,
  cart: 0.3,
  purchase: 0.5,
  back: 0.25,
};

/** Probability that a visit continues after a view, and the most views of one. Set by hand. */
const GOES_ON = 0.8;
const MOST_VIEWS = 15;
/** Number of tastes: the products of one taste have the same remainder, as the types of `shopOf`. */
const TASTES = 4;
/** Distances of the neighbours of a product within its taste, with their probabilities. Set by hand. */
const NEIGHBOURS = [
  [1, 0.5],
  [2, 0.3],
  [5, 0.2],
] as const;

/** ms */
const SECOND = 1000;

/**
 * Simulates visits of known behaviour. A shopper with a taste views a product of it. From each product they return to
 * one seen before, uniformly, or go on to a neighbour that the visit has not seen. Carts and purchases have a random
 * sequence of their own and take no time: with other rates the same seed views the same products.
 */
export function simulateVisits(behaviour: Partial<Behaviour> = {}): TrainingSession[] {
  const { seed, visits, products, ...rates } = { ...BEHAVIOUR, ...behaviour };
  const path = randomOf(seed);
  const interactions = randomOf(seed + 1);
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
      if (interactions() >= rates.cart || cart.has(product)) return;
      cart.add(product);
      add(product, 'carted', 2 * k + 1);
    });
    const buys = interactions() < rates.purchase;
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

/** An unseen neighbour, drawn by its probability among these; `undefined` if all were seen. */
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
