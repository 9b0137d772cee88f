import type { Profile, TouchedProduct } from '../session/types.ts';

/** Why a session sets a product behind others. */
export type Aside = 'dismissed' | 'bought' | 'removed';

/** How long a product stands behind others once it was bought, or taken out of the cart; ms. */
export const SET_ASIDE_FOR = 24 * 60 * 60_000;

/** The last touch of each product, the latest first. */
export function lastTouches({ products }: Profile): ReadonlyMap<string, TouchedProduct> {
  const last = new Map<string, TouchedProduct>();
  for (let k = products.length - 1; k >= 0; k--) {
    if (!last.has(products[k].id)) last.set(products[k].id, products[k]);
  }
  return last;
}

/**
 * The products that a session sets behind all others: what the shopper does not want to see, and in lists that nobody
 * searched for also what was bought or taken out of the cart, for a day or until it is looked at again.
 */
export function setAside(profile: Profile, now: number, searchedFor: boolean): ReadonlyMap<string, Aside> {
  const aside = new Map<string, Aside>();
  if (!searchedFor) {
    for (const [id, { touch, at }] of lastTouches(profile)) {
      if ((touch === 'bought' || touch === 'removed') && now - at < SET_ASIDE_FOR) aside.set(id, touch);
    }
  }
  for (const id of profile.dismissed) aside.set(id, 'dismissed');
  return aside;
}
