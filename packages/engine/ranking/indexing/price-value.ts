import { isReducedName, isStruckOutName } from '../../catalogue/columns/role-names.ts';
import { isAffirmed } from '../../catalogue/columns/type-inference.ts';
import { numberIn } from '../../catalogue/numbers/lone-number.ts';
import type { Attribute, Catalogue, Value } from '../../catalogue/types.ts';
import type { Roles } from '../types.ts';

/** Of logarithms of prices: what differs by less is rounded. */
const LEAST_REDUCED = 1e-9;

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

/**
 * `[product]`: whether it is sold below its price: the price or one that was struck out is above what is paid, or a column says
 * so. `undefined` where none is, or all are: then it is no news.
 *
 * @param logPrice see {@link logPricesOf}
 */
export function reducedIn(
  { ids, attributes }: Catalogue,
  roles: Roles,
  logPrice: Float64Array,
): Uint8Array | undefined {
  const reduced = new Uint8Array(ids.length);
  for (const { name, kind, cell, cells, values } of attributes) {
    const isSalePrice = name === roles.salePrice;
    const isPrice = name === roles.price || isStruckOutName(name);
    if (isSalePrice || !(isPrice || isReducedName(name))) continue;
    const says = ({ label, number }: Value): boolean =>
      kind === 'boolean' ? isAffirmed(label) : kind === 'number' && number !== undefined && number > 0;
    for (let i = 0; i < ids.length; i++) {
      if (cell[i] < 0) continue;
      const [value] = cells[cell[i]].map((each): Attribute['values'][number] => values[each]);
      if (isPrice ? Math.log(priceOf(value)) > logPrice[i] + LEAST_REDUCED : says(value)) reduced[i] = 1;
    }
  }
  return reduced.includes(1) && reduced.includes(0) ? reduced : undefined;
}
