import { numberIn } from '../../catalogue/numbers/lone-number.ts';
import type { Catalogue, Value } from '../../catalogue/types.ts';
import type { Roles } from '../types.ts';

/** The lower of two log prices, of which either may be unknown (NaN): what is paid of a price and a sale price. */
export const lowerLog = (a: number, b: number): number =>
  Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b);

/** A price above 0, else NaN: log prices are compared, and 0 has no logarithm. */
export function priceOf(value: Value): number {
  const price = value.number ?? numberIn(value.label);
  return price > 0 ? price : Number.NaN;
}

/**
 * `[product]`: the logarithm of what is paid; NaN without a price. It is decided row by row: the sale price where a product
 * has one that is lower.
 */
export function logPricesOf({ ids, attributes }: Catalogue, roles: Roles): Float64Array {
  const logPrice = new Float64Array(ids.length).fill(Number.NaN);
  for (const role of [roles.price, roles.salePrice]) {
    const price = attributes.find(({ name }) => name === role);
    if (price === undefined) continue;
    for (let i = 0; i < ids.length; i++) {
      const cell = price.cell[i];
      if (cell < 0) continue;
      logPrice[i] = lowerLog(logPrice[i], Math.log(priceOf(price.values[price.cells[cell][0]])));
    }
  }
  return logPrice;
}
