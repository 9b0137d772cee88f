import type { ColumnGroups } from '../indexing/column-groups.ts';
import type { Lookup } from '../intent/lift.ts';
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
 * Fills `into` with `from` times the table entries of each product, and the entries of look-ups that are in no table.
 *
 * @returns the sum over the products; 0 where nothing has entries
 */
export function multiply(
  { cells }: ColumnGroups,
  { values, pairs }: Tables,
  ungrouped: readonly Lookup[],
  from: Float64Array,
  into: Float64Array,
): number {
  if (pairs.length === 0) into.set(from);
  let sum = 0;
  let looked = 0;
  for (let p = 0; p < pairs.length; p += 2) {
    const source = p === 0 ? from : into;
    const first = pairs[p] * into.length;
    const second = pairs[p + 1] * into.length;
    if (p + 2 === pairs.length && ungrouped.length > 0) {
      sum = timesTwoAndOne(cells, first, second, values, ungrouped[looked++], source, into);
    } else {
      sum =
        p + 1 < pairs.length
          ? timesTwo(cells, first, second, values, source, into)
          : timesOne(cells, first, values, source, into);
    }
  }
  for (; looked < ungrouped.length; looked++) sum = timesUngrouped(ungrouped[looked], into);
  return sum;
}

/** {@link timesTwo} and {@link timesUngrouped}. */
function timesTwoAndOne(
  cells: Uint32Array,
  first: number,
  second: number,
  values: Float64Array,
  { code, table }: Lookup,
  from: Float64Array,
  into: Float64Array,
): number {
  const size = into.length;
  let sum = 0;
  for (let i = 0; i < size; i++) {
    const mass =
      from[i] * timesAt(values, cells[first + i]) * timesAt(values, cells[second + i]) * table[code[i] + 1];
    into[i] = mass;
    sum += mass;
  }
  return sum;
}

function timesUngrouped({ code, table }: Lookup, into: Float64Array): number {
  const size = into.length;
  let sum = 0;
  for (let i = 0; i < size; i++) {
    const mass = into[i] * table[code[i] + 1];
    into[i] = mass;
    sum += mass;
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

/** Numbers of all products, and what they are multiplied with. */
export interface Weighted {
  readonly values: Float64Array;
  readonly weight: number;
}

/**
 * Fills `into` with `prior · (rest + sum of the product's table entries and look-ups)` and the weighted numbers. The
 * tables are changed and cannot be used afterwards.
 */
export function mix(
  groups: ColumnGroups,
  tables: Tables,
  ungrouped: readonly Lookup[],
  rest: number,
  prior: Float64Array,
  weighted: readonly Weighted[],
  into: Float64Array,
): void {
  const { cells, starts } = groups;
  const { values, pairs } = tables;
  const size = into.length;
  const first = weighted[0] ?? { values: prior, weight: 0 };
  let added = 1;
  if (pairs.length === 0) {
    for (let i = 0; i < size; i++) into[i] = prior[i] * rest + first.weight * first.values[i];
  } else {
    // `rest` is added to the entries of the first pair's first group, so that it costs no pass of its own.
    const group = 2 * pairs[0];
    for (let at = starts[group]; at < starts[group + 1]; at++) values[at] = values[at] + rest;
    if (pairs.length === 1 && ungrouped.length === 0 && weighted.length > 1) {
      mixOneAndTwo(cells, pairs[0] * size, values, prior, first, weighted[added++], into);
    } else mixOne(cells, pairs[0] * size, values, prior, first.weight, first.values, into);
    for (let p = 1; p < pairs.length; p++) mixOne(cells, pairs[p] * size, values, prior, 1, into, into);
  }
  for (const { code, table } of ungrouped) {
    for (let i = 0; i < size; i++) into[i] = into[i] + prior[i] * table[code[i] + 1];
  }
  for (; added < weighted.length; added++) {
    const { values, weight } = weighted[added];
    for (let i = 0; i < size; i++) into[i] = into[i] + weight * values[i];
  }
}

/** {@link mixOne}, and a second weighted array. */
function mixOneAndTwo(
  cells: Uint32Array,
  first: number,
  values: Float64Array,
  prior: Float64Array,
  { values: direct, weight }: Weighted,
  { values: more, weight: moreWeight }: Weighted,
  into: Float64Array,
): void {
  const size = into.length;
  for (let i = 0; i < size; i++) {
    into[i] = prior[i] * sumAt(values, cells[first + i]) + weight * direct[i] + moreWeight * more[i];
  }
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
