import { sortedInSteps } from '../../primitives/sort-in-steps.ts';
import { BUCKETS } from './facet-choice.ts';

/** A range of numbers, both ends included, and how many products are in it. */
export interface Bucket {
  readonly min: number;
  readonly max: number;
  readonly count: number;
}

/** The numbers of an attribute among some products. */
export interface NumberRange {
  readonly products: number;
  readonly min: number;
  readonly max: number;
  readonly buckets: readonly Bucket[];
}

/**
 * Numbers in at most {@link BUCKETS} ranges of about as many products each. The ends of a range are numbers that occur, so
 * that a filter by it finds what it counts.
 *
 * @param ofProducts NaN for products without one
 * @param placeOf the place of each number's product, ascending, where several products take one: places are counted then
 * @returns `undefined` without numbers
 */
export function* rangeOf(
  ofProducts: Float64Array,
  placeOf?: Int32Array,
): Generator<void, NumberRange | undefined> {
  const numbers = yield* sortedInSteps(ofProducts);
  const count = numbers.length;
  if (count === 0) return undefined;
  const buckets: Bucket[] = [];
  for (let first = 0; first < count; ) {
    const open = BUCKETS - buckets.length;
    let end = open <= 1 ? count : Math.min(count, first + Math.max(1, Math.round((count - first) / open)));
    // Equal numbers are in one range.
    while (end < count && numbers[end] === numbers[end - 1]) end++;
    buckets.push({ min: numbers[first], max: numbers[end - 1], count: end - first });
    first = end;
  }
  const [min, max] = [numbers[0], numbers[count - 1]];
  if (placeOf === undefined) return { products: count, min, max, buckets };
  const products = placesIn(ofProducts, placeOf, { min, max });
  return {
    products,
    min,
    max,
    buckets: buckets.map((bucket) => ({ ...bucket, count: placesIn(ofProducts, placeOf, bucket) })),
  };
}

/** How many places have a number in a range. */
function placesIn(
  numbers: Float64Array,
  placeOf: Int32Array,
  { min, max }: Pick<Bucket, 'min' | 'max'>,
): number {
  let count = 0;
  let last = -1;
  for (let i = 0; i < numbers.length; i++) {
    if (placeOf[i] === last || !(numbers[i] >= min && numbers[i] <= max)) continue;
    last = placeOf[i];
    count++;
  }
  return count;
}
