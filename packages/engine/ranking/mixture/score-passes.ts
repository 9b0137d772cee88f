import type { ColumnGroups } from '../indexing/column-groups.ts';
import type { Tables } from './column-group-tables.ts';

/**
 * The passes over all products, which take most of the time of a ranking. A product's factors come from tables, by its
 * cells in the column groups. The loops handle two products per iteration where an iteration does little: this doubled
 * their speed (measured on Node.js 24).
 */

/** The table entries of a pair of groups, multiplied or added. */
const timesAt = (values: Float64Array, pair: number): number => values[pair & 0xffff] * values[pair >>> 16];
const sumAt = (values: Float64Array, pair: number): number => values[pair & 0xffff] + values[pair >>> 16];

/**
 * Fills `into` with `from` times the table entries of each product.
 *
 * @returns the sum over the products; 0 where no table has entries
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
 * Fills `into` with `prior · (rest + sum of the product's table entries) + weight · direct`. The tables are changed and
 * cannot be used afterwards.
 */
export function mix(
  { cells, starts }: ColumnGroups,
  { values, pairs }: Tables,
  rest: number,
  prior: Float64Array,
  weight: number,
  direct: Float64Array,
  into: Float64Array,
): void {
  const size = into.length;
  if (pairs.length === 0) {
    for (let i = 0; i < size; i++) into[i] = prior[i] * rest + weight * direct[i];
    return;
  }
  // `rest` is added to the entries of the first pair's first group, so that it costs no pass of its own.
  const first = 2 * pairs[0];
  for (let at = starts[first]; at < starts[first + 1]; at++) values[at] = values[at] + rest;
  mixOne(cells, pairs[0] * size, values, prior, weight, direct, into);
  for (let p = 1; p < pairs.length; p++) mixOne(cells, pairs[p] * size, values, prior, 1, into, into);
}

function mixOne(
  cells: Uint32Array,
  first: number,
  values: Float64Array,
  prior: Float64Array,
  weight: number,
  direct: Float64Array,
  into: Float64Array,
): void {
  const size = into.length;
  let i = 0;
  for (; i + 1 < size; i += 2) {
    into[i] = prior[i] * sumAt(values, cells[first + i]) + weight * direct[i];
    into[i + 1] = prior[i + 1] * sumAt(values, cells[first + i + 1]) + weight * direct[i + 1];
  }
  if (i < size) into[i] = prior[i] * sumAt(values, cells[first + i]) + weight * direct[i];
}
