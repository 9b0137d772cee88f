import { handleOf } from '../../session/text/names.ts';
import type { PriceFilter } from '../../session/types.ts';
import { sizesNamed } from '../indexing/value-lookup.ts';
import type { SessionQuery } from './session-query.ts';

/** Prices are told to this part of one. */
const SMALLEST = 1e4;

const end = (price: number): number | undefined =>
  Number.isFinite(price) ? Math.round(price * SMALLEST) / SMALLEST : undefined;

/**
 * The price range that was asked for last, also by a filter of the column of prices by its name: `price=20-40`,
 * `Price=<=40`. That column is none that shoppers are asked about, as prices have a filter of their own; but a shop may
 * send all of its filters alike.
 *
 * @param name the column of prices
 * @param ends the least and the greatest price, in place of a column's numbers
 */
export function priceConstraintOf(
  { priceFilter, interests }: Pick<SessionQuery, 'priceFilter' | 'interests'>,
  name: string | null | undefined,
  ends: readonly number[] = [],
): PriceFilter | undefined {
  const handle = handleOf(name ?? '');
  if (handle === '') return priceFilter;
  let latest = priceFilter;
  for (const { name: filter, at, step } of interests.attribute) {
    const equals = filter.indexOf('=');
    if (handleOf(filter.slice(0, equals)) !== handle || (latest !== undefined && latest.at > at)) continue;
    const range = sizesNamed({ ends }, filter.slice(equals + 1));
    if (range === undefined) continue;
    const [min, max] = [end(range[0]), end(range[1])];
    latest = { ...(min !== undefined && { min }), ...(max !== undefined && { max }), at, step };
  }
  return latest;
}
