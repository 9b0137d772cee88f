import { numberIn } from '../../catalogue/numbers/lone-number.ts';
import type { Value } from '../../catalogue/types.ts';

/** The lower of two log prices, of which either may be unknown (NaN): what is paid of a price and a sale price. */
export const lowerLog = (a: number, b: number): number =>
  Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b);

/** A price above 0, else NaN: log prices are compared, and 0 has no logarithm. */
export function priceOf(value: Value): number {
  const price = value.number ?? numberIn(value.label);
  return price > 0 ? price : Number.NaN;
}
