import { zeroIntegers, zeros } from '../../primitives/pooled-arrays.ts';
import { attributeAndValue } from '../../session/text/names.ts';
import type { Column } from '../indexing/column.ts';
import { columnNamed, sizesNamed, writtenAs } from '../indexing/value-lookup.ts';
import type { BoundModel } from '../model/bound-model.ts';
import { oncePerState } from './once-per-state.ts';
import type { SessionState } from './session-state.ts';

/** A column as one session splits it, with the prior mass of its values and cells. */
export interface SessionColumn {
  readonly column: Column;
  readonly valueMass: Float64Array;
  readonly cellMass: Float64Array;
}

/** Sizes of one column that are told apart, the latest; a set of them is a bit mask. Set by hand. */
const MAX_SIZES = 4;
/**
 * What differs from a named size by less is nearly so: a notebook of 15.6 inch for 15, 0.45 m for 1.5 ft. Set by hand.
 */
const NEARLY = 0.05;

/**
 * Column `number` of the index. If its numbers are binned, each size that the session named becomes a value of its
 * own: a search for 27 inches then matches 27, not the whole bin from 25 to 27. Computed once per session state.
 */
export const sessionColumnOf = oncePerState((state: SessionState, number): SessionColumn => {
  const { index, valueMass, cellMass } = state.bound;
  return (
    withNamedSizes(state, number) ?? {
      column: index.columns[number],
      valueMass: valueMass[number],
      cellMass: cellMass[number],
    }
  );
});

function withNamedSizes({ bound, interests }: SessionState, number: number): SessionColumn | undefined {
  const { columns } = bound.index;
  const column = columns[number];
  const { measured } = column;
  if (measured?.places === undefined || interests.attribute.length === 0) return undefined;
  const texts = interests.attribute.flatMap(({ name }) => {
    const [attribute, value] = attributeAndValue(name);
    return columnNamed(columns, attribute) === number ? [value] : [];
  });
  const named = texts
    .filter((text) => writtenAs(column, text) === undefined && sizesNamed(column, text) !== undefined)
    .slice(-MAX_SIZES);
  if (named.length === 0) return undefined;
  const { sizes } = measured;
  // One bit per named size, set for each number of the column that it covers.
  const bits = zeroIntegers(sizes.length);
  named.forEach((text, k) => {
    const [from, to] = sizesNamed(column, text)!;
    for (let p = 0; p < sizes.length; p++) if (from <= sizes[p] && sizes[p] <= to) bits[p] |= 1 << k;
  });
  return splitBySizes(column, named, bits, bound);
}

/**
 * A column with one more value per named size, and one more cell per set of sizes that a product has.
 *
 * @param bits `[number of the column]`: bit mask of the named sizes that cover it
 */
function splitBySizes(
  column: Column,
  named: readonly string[],
  bits: Int32Array,
  { prior }: BoundModel,
): SessionColumn {
  const labels = [...column.labels, ...named];
  const starts = [...column.cellStart];
  const values = [...column.cellValues];
  const cellOf = new Int32Array(1 << named.length).fill(-1);
  for (const set of new Set(bits)) {
    if (set === 0) continue;
    cellOf[set] = starts.length - 1;
    for (let k = 0; k < named.length; k++) if ((set >> k) & 1) values.push(column.labels.length + k);
    starts.push(values.length);
  }
  const places = column.measured!.places!;
  const cell = column.cell.slice();
  const cellMass = zeros(starts.length);
  const { length } = cell;
  for (let product = 0; product < length; product++) {
    const at = places[product];
    const own = at < 0 ? -1 : cellOf[bits[at]];
    if (own >= 0) cell[product] = own;
    const entry = cell[product] + 1;
    cellMass[entry] = cellMass[entry] + prior[product];
  }
  const valueMass = zeros(labels.length);
  for (let c = 0; c + 1 < starts.length; c++) {
    for (let k = starts[c]; k < starts[c + 1]; k++)
      valueMass[values[k]] = valueMass[values[k]] + cellMass[c + 1];
  }
  const added = new Map([
    ...(column.added ?? []),
    ...named.map((text, k) => [text, column.labels.length + k] as const),
  ]);
  return {
    column: {
      ...column,
      cell,
      cellStart: Int32Array.from(starts),
      cellValues: Int32Array.from(values),
      labels,
      added,
    },
    cellMass,
    valueMass,
  };
}

/**
 * Whether a product measures nearly what was named. Shoppers say round numbers, and shops record rounded ones. A limit means what
 * it says: 4.2 % is not under 4 %.
 *
 * @param name a size or range as a filter says it
 */
export function nearlyMeasures(column: Column, name: string): (product: number) => boolean {
  const range = sizesNamed(column, name);
  if (range === undefined) return () => false;
  const nearly = range[1] > range[0] * (1 + NEARLY) ? 0 : NEARLY;
  const [from, to] = [range[0] * (1 - nearly), range[1] * (1 + nearly)];
  const { measured, numbers = [], cell, cellStart, cellValues } = column;
  const isNear = (size: number): boolean => from <= size && size <= to;
  return (product) => {
    if (cell[product] < 0) return false;
    if (measured?.places !== undefined) return isNear(measured.sizes[measured.places[product]]);
    const values = cellValues.subarray(cellStart[cell[product]], cellStart[cell[product] + 1]);
    return values.some((value) => isNear(numbers[value]));
  };
}
