import type { PriceRange, Signal } from './types.ts';

/** A signal of the shop's own. It is kept, carries no weight, and the service names it in its answer. */
export const otherSignal = (type: string, value?: string): Signal => ({ type, value }) as unknown as Signal;

/** A price range; either end may be left open. */
export function priceFilter(range: PriceRange): Signal {
  const { min = '', max = '' } = Object(range) as PriceRange;
  return otherSignal('price_filter', `${min}-${max}`);
}

/** A value that an attribute has to have, as the shop's filter says it. */
export const attributeFilter = (attribute: string, value: string | number | boolean): Signal =>
  otherSignal('attribute_filter', `${attribute}=${value}`);

/** How long a product was looked at, in seconds. */
export const dwell = (productId: string | number, seconds: number): Signal =>
  otherSignal('dwell', `${productId}:${seconds}`);
