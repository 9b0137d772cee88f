import type { Catalogue } from '../../../catalogue/types.ts';
import type { Roles } from '../../types.ts';
import { logPricesOf } from '../price-value.ts';
import { Families } from './families.ts';
import { type Listing, listingOf } from './listed-products.ts';
import { joinByColumns } from './parent-links.ts';
import { joinByTitles } from './title-families.ts';

/** What a catalogue says of products that are not told apart in a list. */
export interface Variants extends Listing {
  /** `[product]`: the number of the family of variants that it belongs to, -1 without others; `undefined` for none. */
  readonly family: Int32Array | undefined;
}

/**
 * Recognises the variants of one product: by a column of groups or parents, else by titles; and the rows that are not sold
 * by themselves.
 *
 * @param logPrice `[product]`: NaN without a price
 */
export function variantsOf(
  catalogue: Catalogue,
  roles: Roles,
  logPrice: Float64Array = logPricesOf(catalogue, roles),
): Variants {
  const families = new Families(catalogue.ids.length);
  const { linked, isParent } = joinByColumns(catalogue, families);
  joinByTitles(catalogue, roles, linked, logPrice, families);
  const family = families.numbered();
  return { family, ...listingOf(catalogue, roles, family, isParent, logPrice) };
}
