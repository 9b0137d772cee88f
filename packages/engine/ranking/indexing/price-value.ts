import { numberIn } from '../../catalogue/numbers/lone-number.ts';
import type { Value } from '../../catalogue/types.ts';

/** A price above 0, else NaN: log prices are compared, and 0 has no logarithm. */
export function priceOf(value: Value): number {
  const price = value.number ?? numberIn(value.label);
  return price > 0 ? price : Number.NaN;
}
