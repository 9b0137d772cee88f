import { attributeAndValue, handleOf } from '../../session/text/names.ts';
import type { PriceFilter } from '../../session/types.ts';
import { sizesNamed } from '../indexing/value-lookup.ts';
import type { SessionQuery } from './session-query.ts';

/** Prices are rounded to this part of a unit. Set by hand. */
const PRICE_PRECISION = 1e4;

const roundedPrice = (price: number): number | undefined =>
  Number.isFinite(price) ? Math.round(price * PRICE_PRECISION) / PRICE_PRECISION : undefined;

/**
 * The last price range of a session. Shops that send all filters alike may send it as a filter of the price column by
 * name, such as `price=20-40` or `Price=<=40`, so those are read too.
 *
 * @param name the price column
 * @param ends lowest and highest price of the catalogue, which open ranges end at
 */
export function priceConstraintOf(
  { priceFilter, interests }: Pick<SessionQuery, 'priceFilter' | 'interests'>,
  name: string | null | undefined,
  ends: readonly number[] = [],
): PriceFilter | undefined {
  if (interests.attribute.length === 0) return priceFilter;
  const handle = handleOf(name ?? '');
  if (handle === '') return priceFilter;
  let latest = priceFilter;
  for (const { name: filter, at, step } of interests.attribute) {
    const [attribute, value] = attributeAndValue(filter);
    if (handleOf(attribute) !== handle || (latest !== undefined && latest.at > at)) continue;
    const range = sizesNamed({ ends }, value);
    if (range === undefined) continue;
    const [min, max] = [roundedPrice(range[0]), roundedPrice(range[1])];
    latest = { ...(min !== undefined && { min }), ...(max !== undefined && { max }), at, step };
  }
  return latest;
}
