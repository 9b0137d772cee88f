import { LEVEL_SIGN, levelsIn } from '../../catalogue/texts/category-levels.ts';
import { zeroIntegers } from '../../primitives/pooled-arrays.ts';
import type { Column } from '../indexing/column.ts';
import { valuesNamed } from '../indexing/value-lookup.ts';
import { spellingsOf } from '../request/value-spellings.ts';

/** A value that a sidebar lists. */
export interface FacetValue {
  /** As filters take it. */
  readonly value: string;
  readonly count: number;
  /** Present where a filter accepts it. */
  readonly selected?: true;
}

/** Values by the number of products that have them, and what is not listed. */
export interface ListedValues {
  /** Products with a value. */
  readonly products: number;
  readonly values: readonly FacetValue[];
  /** Values that are not listed. */
  readonly more: number;
}

/** Products that are counted between two yields. Set by hand: a step takes less than a millisecond. */
const PRODUCTS_PER_STEP = 20_000;

/** The most frequent values of a column among the products, in steps. Spellings of one value are one. */
export function* listedValues(
  column: Column,
  products: Int32Array | undefined,
  most: number,
  accepts: ((value: number) => boolean) | undefined,
): Generator<void, ListedValues> {
  const cellCounts = yield* countCells(column, products);
  if (column.paths !== undefined) return yield* listedPaths(column, cellCounts, most, accepts);
  const { groupOf, groups } = yield* spellingsOf(column);
  const counts = zeroIntegers(groups.length);
  const byValue = zeroIntegers(column.labels.length);
  const { cellStart, cellValues } = column;
  let recorded = 0;
  for (let c = 0; c < cellCounts.length; c++) {
    if (cellCounts[c] === 0) continue;
    recorded += cellCounts[c];
    for (let k = cellStart[c]; k < cellStart[c + 1]; k++) {
      byValue[cellValues[k]] += cellCounts[c];
      const group = groupOf[cellValues[k]];
      // A product that has a value in two spellings has it once.
      let isRepeated = false;
      for (let before = cellStart[c]; before < k; before++) {
        if (groupOf[cellValues[before]] === group) isRepeated = true;
      }
      if (!isRepeated) counts[group] += cellCounts[c];
    }
  }
  yield;
  const labelOf = (group: number): string =>
    column.labels[groups[group].reduce((a, b) => (byValue[b] > byValue[a] ? b : a))];
  const isAccepted = (group: number): boolean => groups[group].some((value) => accepts?.(value) === true);
  const shown: number[] = [];
  for (let group = 0; group < counts.length; group++) {
    if (counts[group] > 0 || (accepts !== undefined && isAccepted(group))) shown.push(group);
  }
  // Accepted values are listed however rare they are, so that they can be taken back.
  shown.sort((a, b) => Number(isAccepted(b)) - Number(isAccepted(a)) || counts[b] - counts[a] || a - b);
  const values = shown
    .slice(0, most)
    .sort((a, b) => counts[b] - counts[a] || a - b)
    .map((group): FacetValue => {
      const one = { value: labelOf(group), count: counts[group] };
      return isAccepted(group) ? { ...one, selected: true } : one;
    });
  return { products: recorded, values, more: shown.length - values.length };
}

/** `[cell]`: how many of the products have it. */
function* countCells(
  { cell, cellStart }: Column,
  products: Int32Array | undefined,
): Generator<void, Int32Array> {
  const counts = zeroIntegers(cellStart.length - 1);
  const size = products?.length ?? cell.length;
  for (let i = 0; i < size; i++) {
    const c = cell[products === undefined ? i : products[i]];
    if (c >= 0) counts[c]++;
    if (i % PRODUCTS_PER_STEP === PRODUCTS_PER_STEP - 1) yield;
  }
  return counts;
}

/**
 * Paths by the first level in which the products differ: the shelves of a shop before the drawers of a shelf. A filter by
 * the beginning of a path takes all paths below it, and so does the count.
 */
function* listedPaths(
  column: Column,
  cellCounts: Int32Array,
  most: number,
  accepts: ((value: number) => boolean) | undefined,
): Generator<void, ListedValues> {
  const { labels, cellStart, cellValues } = column;
  const present = new Uint8Array(labels.length);
  let recorded = 0;
  for (let c = 0; c < cellCounts.length; c++) {
    if (cellCounts[c] === 0) continue;
    recorded += cellCounts[c];
    for (let k = cellStart[c]; k < cellStart[c + 1]; k++) present[cellValues[k]] = 1;
  }
  const levels = labels.map((label, value) => (present[value] === 1 ? levelsIn(label) : []));
  yield;
  const deepest = levels.reduce((depth, path) => Math.max(depth, path.length), 0);
  let names = new Set<string>();
  for (let depth = 1; depth <= deepest && names.size < 2; depth++) {
    names = new Set(
      levels.flatMap((path) => (path.length > 0 ? [path.slice(0, depth).join(LEVEL_SIGN)] : [])),
    );
    yield;
  }
  const values: FacetValue[] = [];
  const wanted = new Uint8Array(labels.length);
  for (const name of names) {
    const named = valuesNamed(column, name);
    for (const value of named) wanted[value] = 1;
    let count = 0;
    for (let c = 0; c < cellCounts.length; c++) {
      for (let k = cellStart[c]; cellCounts[c] > 0 && k < cellStart[c + 1]; k++) {
        if (wanted[cellValues[k]] === 0) continue;
        count += cellCounts[c];
        break;
      }
    }
    for (const value of named) wanted[value] = 0;
    const isAccepted = accepts !== undefined && named.some(accepts);
    values.push({ value: name, count, ...(isAccepted && { selected: true as const }) });
    yield;
  }
  // Accepted paths are listed however rare they are, so that they can be taken back.
  values.sort((a, b) => Number(b.selected ?? false) - Number(a.selected ?? false) || b.count - a.count);
  const listed = values.slice(0, most).sort((a, b) => b.count - a.count);
  return { products: recorded, values: listed, more: values.length - listed.length };
}
