import { fold } from '../../catalogue/columns/text-folding.ts';
import type { Attribute, Value } from '../../catalogue/types.ts';
import { compare } from '../canonical-order.ts';
import { plain } from './comparable-column.ts';

/** A column that repeats another one, and the products that only it describes. */
export interface Repeat {
  readonly attribute: string;
  /** The column that is kept. */
  readonly of: string;
  readonly filled: number;
}

/** Two columns that hold the same fact, as indices into the attributes. */
export interface RepeatedPair {
  readonly repeat: number;
  /** The column that is kept: the fuller one. */
  readonly kept: number;
  /** By which the numbers of the repeat are multiplied; NaN without numbers. */
  readonly ratio: number;
}

/** Fills the kept columns from those that repeat them, and marks these. */
export function mergedPairs(
  attributes: readonly Attribute[],
  pairs: readonly RepeatedPair[],
): { readonly attributes: readonly Attribute[]; readonly repeats: readonly Repeat[] } {
  const merged = [...attributes];
  const repeats = pairs.map(({ repeat, kept, ratio }): Repeat => {
    const own = attributes[repeat];
    const { attribute, filled } = filledFrom(merged[kept], own, ratio);
    merged[kept] = attribute;
    merged[repeat] = { ...own, notRecordable: 'repeats' };
    return { attribute: own.name, of: attribute.name, filled };
  });
  return { attributes: merged, repeats };
}

/** The kept attribute with the values of another one where it has none. */
function filledFrom(
  kept: Attribute,
  other: Attribute,
  ratio: number,
): { readonly attribute: Attribute; readonly filled: number } {
  const gaps: number[] = [];
  for (let product = 0; product < kept.cell.length; product++)
    if (kept.cell[product] < 0 && other.cell[product] >= 0) gaps.push(product);
  if (gaps.length === 0) return { attribute: kept, filled: 0 };
  const known = usualCells(kept, other);
  const values: Value[] = [...kept.values];
  const placeOf = new Map(values.map((value, at) => [keyOf(value), at]));
  const cells = kept.cells.map((set) => [...set]);
  const cellOf = new Map(cells.map((set, at) => [set.join(','), at]));
  const cell = kept.cell.slice();
  for (const product of gaps) {
    const own = other.cell[product];
    let to = known.get(own);
    if (to === undefined) {
      const set = other.cells[own].map((at) => {
        const value = inUnit(other.values[at], ratio);
        const key = keyOf(value);
        const place = placeOf.get(key) ?? values.push(value) - 1;
        placeOf.set(key, place);
        return place;
      });
      const distinct = [...new Set(set)].sort((a, b) => a - b);
      const key = distinct.join(',');
      to = cellOf.get(key) ?? cells.push(distinct) - 1;
      cellOf.set(key, to);
      known.set(own, to);
    }
    cell[product] = to;
  }
  return { attribute: { ...kept, cell, ...inOrder(values, cells) }, filled: gaps.length };
}

/** For each cell of `other` the cell that the products with both most often have. */
function usualCells(kept: Attribute, other: Attribute): Map<number, number> {
  const counts = new Map<number, Map<number, number>>();
  for (let product = 0; product < kept.cell.length; product++) {
    const [to, from] = [kept.cell[product], other.cell[product]];
    if (to < 0 || from < 0) continue;
    const own = counts.get(from) ?? new Map<number, number>();
    counts.set(from, own);
    own.set(to, (own.get(to) ?? 0) + 1);
  }
  return new Map(
    [...counts].map(([from, own]) => [from, [...own].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0][0]]),
  );
}

const keyOf = ({ number, label }: Value): string => (number === undefined ? plain(label) : `#${number}`);

const inUnit = (value: Value, ratio: number): Value =>
  value.number === undefined || Number.isNaN(ratio)
    ? value
    : { ...value, number: Number((value.number * ratio).toPrecision(6)) };

/** Numbers by size, then words by their folded text, as every column has its values. */
function inOrder(
  values: readonly Value[],
  cells: readonly (readonly number[])[],
): Pick<Attribute, 'values' | 'cells'> {
  const order = values
    .map((_, at) => at)
    .sort((a, b) => {
      const [left, right] = [values[a], values[b]];
      if (left.number !== undefined && right.number !== undefined) return left.number - right.number;
      if (left.number !== undefined) return -1;
      if (right.number !== undefined) return 1;
      return compare(fold(left.label), fold(right.label)) || compare(left.label, right.label);
    });
  const place = new Int32Array(values.length);
  order.forEach((value, at) => {
    place[value] = at;
  });
  return {
    values: order.map((at) => values[at]),
    cells: cells.map((set) => set.map((value) => place[value]).sort((a, b) => a - b)),
  };
}
