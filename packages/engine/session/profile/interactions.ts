import type { Profile, Shelf, ShelfProduct, Touch, TouchedProduct } from '../types.ts';
import { strength } from './decay.ts';

/** How much a touch says that the shopper wants things like the product; 0 where it says the opposite. */
const TOUCH_WEIGHTS: Readonly<Record<Touch, number>> = {
  viewed: 1,
  compared: 1.5,
  wished: 2,
  carted: 2.5,
  bought: 2,
  removed: 0,
  dismissed: 0,
};
/** Seconds of reading that double what a view says; more adds nothing. */
const DWELL_DOUBLES = 30;

/** What a touch of a product is worth as an interest now, by the same decay as everything else. */
export function touchStrength(product: TouchedProduct, now: number, step: number): number {
  const weight = TOUCH_WEIGHTS[product.touch];
  if (weight === 0) return 0;
  const read = 1 + Math.min(1, (product.dwellSeconds ?? 0) / DWELL_DOUBLES);
  return weight * read * strength({ short: 1, long: 1, at: product.at, step: product.step }, now, step);
}

/** A touch that speaks for something, with what it is worth now and what the catalogue knows of its product. */
export interface Look {
  readonly touched: TouchedProduct;
  readonly weight: number;
  readonly product: ShelfProduct;
}

const NO_LOOKS: readonly Look[] = [];

/** The touches that speak for something, of products that the catalogue knows, oldest first. */
export function looksOf(profile: Profile, now: number, shelf: Shelf | undefined): readonly Look[] {
  if (shelf === undefined) return NO_LOOKS;
  const looks: Look[] = [];
  for (const touched of profile.products) {
    const product = shelf.product(touched.id);
    if (product === undefined) continue;
    const weight = touchStrength(touched, now, profile.step);
    if (weight > 0) looks.push({ touched, weight, product });
  }
  return looks;
}
