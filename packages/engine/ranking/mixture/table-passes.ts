import type { ColumnGroups } from '../indexing/column-groups.ts';
import type { Tables } from './group-tables.ts';

/**
 * The passes over all products, which make up most of the time of a ranking. Every product takes numbers from tables,
 * by its combinations of values in joint columns. The loops go two products at a time where they do little for each:
 * measured, that makes them twice as fast (Node 24).
 */

/** What the tables of a pair of columns say together of a product. */
const timesAt = (values: Float64Array, pair: number): number => values[pair & 0xffff] * values[pair >>> 16];
const sumAt = (values: Float64Array, pair: number): number => values[pair & 0xffff] + values[pair >>> 16];

/**
 * Fills `into` with `from` times what the tables say of each product.
 *
 * @returns the sum over the products, where the tables say anything
 */
export function multiply(
  { cells }: ColumnGroups,
  { values, pairs }: Tables,
  from: Float64Array,
  into: Float64Array,
): number {
  if (pairs.length === 0) into.set(from);
  let sum = 0;
  for (let p = 0; p < pairs.length; p += 2) {
    const source = p === 0 ? from : into;
    const first = pairs[p] * into.length;
    sum =
      p + 1 < pairs.length
        ? timesTwo(cells, first, pairs[p + 1] * into.length, values, source, into)
        : timesOne(cells, first, values, source, into);
  }
  return sum;
}

function timesTwo(
  cells: Uint32Array,
  first: number,
  second: number,
  values: Float64Array,
  from: Float64Array,
  into: Float64Array,
): number {
  const size = into.length;
  let sum = 0;
  for (let i = 0; i < size; i++) {
    const mass = from[i] * timesAt(values, cells[first + i]) * timesAt(values, cells[second + i]);
    into[i] = mass;
    sum += mass;
  }
  return sum;
}

function timesOne(
  cells: Uint32Array,
  first: number,
  values: Float64Array,
  from: Float64Array,
  into: Float64Array,
): number {
  const size = into.length;
  let even = 0;
  let odd = 0;
  let i = 0;
  for (; i + 1 < size; i += 2) {
    const mass = from[i] * timesAt(values, cells[first + i]);
    const next = from[i + 1] * timesAt(values, cells[first + i + 1]);
    into[i] = mass;
    into[i + 1] = next;
    even += mass;
    odd += next;
  }
  if (i < size) {
    into[i] = from[i] * timesAt(values, cells[first + i]);
    even += into[i];
  }
  return even + odd;
}

/**
 * Fills `into` with `prior` times `rest` and the sum of what the tables say of each product, and `weight` times
 * `whole`. The tables are of no use afterwards.
 */
export function mix(
  { cells, starts }: ColumnGroups,
  { values, pairs }: Tables,
  rest: number,
  prior: Float64Array,
  weight: number,
  whole: Float64Array,
  into: Float64Array,
): void {
  const size = into.length;
  if (pairs.length === 0) {
    for (let i = 0; i < size; i++) into[i] = prior[i] * rest + weight * whole[i];
    return;
  }
  // What is said of all products alike is said with the first column.
  const first = 2 * pairs[0];
  for (let at = starts[first]; at < starts[first + 1]; at++) values[at] = values[at] + rest;
  mixOne(cells, pairs[0] * size, values, prior, weight, whole, into);
  for (let p = 1; p < pairs.length; p++) mixOne(cells, pairs[p] * size, values, prior, 1, into, into);
}

function mixOne(
  cells: Uint32Array,
  first: number,
  values: Float64Array,
  prior: Float64Array,
  weight: number,
  whole: Float64Array,
  into: Float64Array,
): void {
  const size = into.length;
  let i = 0;
  for (; i + 1 < size; i += 2) {
    into[i] = prior[i] * sumAt(values, cells[first + i]) + weight * whole[i];
    into[i + 1] = prior[i + 1] * sumAt(values, cells[first + i + 1]) + weight * whole[i + 1];
  }
  if (i < size) into[i] = prior[i] * sumAt(values, cells[first + i]) + weight * whole[i];
}
