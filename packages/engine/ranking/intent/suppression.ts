import type { ProductInteraction, Profile } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Aside } from '../types.ts';

/** How long less is expected of a product once it was bought, or taken out of the cart; ms. */
export const SUPPRESSED_FOR = 24 * 60 * 60_000;
/** What is left of a product's chance then. Set by hand: no history at hand tells of purchases. */
export const SUPPRESSED_SHARE = 1 / 20;

/** The last touch of each product, the latest first. */
export function lastTouches({ products }: Profile): ReadonlyMap<string, ProductInteraction> {
  const last = new Map<string, ProductInteraction>();
  for (let k = products.length - 1; k >= 0; k--) {
    if (!last.has(products[k].id)) last.set(products[k].id, products[k]);
  }
  return last;
}

/**
 * What a session sets aside: what the shopper does not want to see, which stands behind all others, and in lists that
 * nobody searched for what it is done with, bought or taken out of the cart, for a day or until it is looked at again.
 */
export function suppressedBy(
  profile: Profile,
  now: number,
  searchedFor: boolean,
): ReadonlyMap<string, Aside> {
  const aside = new Map<string, Aside>();
  if (!searchedFor) {
    for (const [id, { touch, at }] of lastTouches(profile)) {
      if ((touch === 'bought' || touch === 'removed') && now - at < SUPPRESSED_FOR) aside.set(id, touch);
    }
  }
  for (const id of profile.dismissed) aside.set(id, 'dismissed');
  return aside;
}

/** Whether a session sets some of the products aside, and so puts others before them. */
export const suppressesAny = (index: CatalogueIndex, aside: ReadonlyMap<string, Aside>): boolean =>
  index.size > 1 && aside.keys().some((id) => index.ids.find(id) !== undefined);

/**
 * Lowers the scores of what a session is done with, and raises all others in proportion: they still add up to 1. Its
 * touch was heard as any other, and nothing is as like it as it is itself: without this it would come first.
 *
 * @returns what the score of each product was multiplied by
 */
export function discountSuppressed(
  score: Float64Array,
  index: CatalogueIndex,
  aside: ReadonlyMap<string, Aside>,
): (product: number) => number {
  const done = new Set<number>();
  let chance = 0;
  for (const [id, why] of aside) {
    const product = why === 'dismissed' ? undefined : index.ids.find(id);
    if (product === undefined) continue;
    done.add(product);
    chance += score[product];
  }
  if (done.size === 0) return whole;
  const others = 1 / (1 - (1 - SUPPRESSED_SHARE) * chance);
  const share = (product: number): number => (done.has(product) ? SUPPRESSED_SHARE * others : others);
  for (let product = 0; product < score.length; product++) score[product] *= share(product);
  return share;
}

const whole = (): number => 1;
