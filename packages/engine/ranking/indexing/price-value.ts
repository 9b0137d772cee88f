import { numberIn } from '../../catalogue/numbers/lone-number.ts';
import type { Value } from '../../catalogue/types.ts';

/** A price of more than 0; NaN otherwise. The logarithm of a price of 0 is not near to any other. */
export function priceOf(value: Value): number {
  const price = value.number ?? numberIn(value.label);
  return price > 0 ? price : Number.NaN;
}
