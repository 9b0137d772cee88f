import { zeroIntegers, zeros } from '../../primitives/pooled-arrays.ts';
import type { Column } from '../indexing/column.ts';
import { columnNamed, sizesNamed, writtenAs } from '../indexing/value-lookup.ts';
import type { BoundModel } from '../model/bound-model.ts';
import type { SessionState } from './session-state.ts';

/** A column as a state sees it, and how much of the prior each of its values and cells has, as a bound tells it. */
export interface SessionColumn {
  readonly column: Column;
  readonly valueMass: Float64Array;
  readonly cellMass: Float64Array;
}

/** More sizes of one column that were said are not told apart, the latest are. */
const MOST_SIZES = 4;

const seen = new WeakMap<SessionState, Map<number, SessionColumn>>();

/**
 * Column `number` of the index; where its numbers are cut into bins, with values of their own for the sizes that the
 * session said: of a bin from 25 to 27 inches those of 27, if that is what was searched for.
 */
export function sessionColumnOf(state: SessionState, number: number): SessionColumn {
  let columns = seen.get(state);
  if (columns === undefined) {
    columns = new Map();
    seen.set(state, columns);
  }
  let known = columns.get(number);
  if (known === undefined) {
    const { index, valueMass, cellMass } = state.bound;
    const column = index.columns[number];
    known = withSizes(state, number) ?? { column, valueMass: valueMass[number], cellMass: cellMass[number] };
    columns.set(number, known);
  }
  return known;
}

function withSizes({ bound, interests }: SessionState, number: number): SessionColumn | undefined {
  const { columns } = bound.index;
  const column = columns[number];
  const { measured } = column;
  if (measured?.places === undefined) return undefined;
  const texts = interests.attribute.flatMap(({ name }) => {
    const end = name.indexOf('=');
    return columnNamed(columns, name.slice(0, end)) === number ? [name.slice(end + 1)] : [];
  });
  const said = texts
    .filter((text) => writtenAs(column, text) === undefined && sizesNamed(column, text) !== undefined)
    .slice(-MOST_SIZES);
  if (said.length === 0) return undefined;
  const { sizes } = measured;
  // By the place of a size a bit for each of those that were said that it is one of.
  const bits = zeroIntegers(sizes.length);
  said.forEach((text, k) => {
    const [from, to] = sizesNamed(column, text)!;
    for (let p = 0; p < sizes.length; p++) if (from <= sizes[p] && sizes[p] <= to) bits[p] |= 1 << k;
  });
  return parted(column, said, bits, bound);
}

/**
 * A column with a value more for each size that was said, and a cell for each set of them that a product has.
 *
 * @param bits by the place of a size which of those that were said it is
 */
function parted(
  column: Column,
  said: readonly string[],
  bits: Int32Array,
  { prior }: BoundModel,
): SessionColumn {
  const labels = [...column.labels, ...said];
  const starts = [...column.cellStart];
  const values = [...column.cellValues];
  const cellOf = new Int32Array(1 << said.length).fill(-1);
  for (const set of new Set(bits)) {
    if (set === 0) continue;
    cellOf[set] = starts.length - 1;
    for (let k = 0; k < said.length; k++) if ((set >> k) & 1) values.push(column.labels.length + k);
    starts.push(values.length);
  }
  const places = column.measured!.places!;
  const cell = column.cell.slice();
  const cellMass = zeros(starts.length);
  const { length } = cell;
  for (let product = 0; product < length; product++) {
    const place = places[product];
    const own = place < 0 ? -1 : cellOf[bits[place]];
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
    ...said.map((text, k) => [text, column.labels.length + k] as const),
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
