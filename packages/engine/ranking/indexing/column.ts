import type { Unit } from '../../catalogue/numbers/units.ts';
import type { Attribute } from '../../catalogue/types.ts';
import { runToEnd } from '../../primitives/steps.ts';
import { handleOf, interestName } from '../../session/text/names.ts';
import type { MeasuredColumn } from '../../session/text/quantity-parser.ts';
import { hasPaths, PathNames, type Paths } from './category-paths.ts';

/** Numbers with more distinct values than this are cut into bins of equal counts. */
const MOST_NUMBERS = 48;
const BINS = 16;

/**
 * One attribute over the products of an index. A product has a cell, and a cell holds one or more values.
 */
export interface Column {
  readonly name: string;
  /** Per product its cell; -1 where nothing is recorded. */
  readonly cell: Int32Array;
  /** Values of cell c: `cellValues[cellStart[c] .. cellStart[c + 1]]`. */
  readonly cellStart: Int32Array;
  readonly cellValues: Int32Array;
  readonly labels: readonly string[];
  /** Value by its label, as interests are named and as a handle: see `valueNamed`. */
  readonly values: ReadonlyMap<string, number>;
  /** Of a list: by name, values that the catalogue's column does not have. */
  readonly added?: ReadonlyMap<string, number> | undefined;
  /** Where some are paths ("Clothing > Hoodies"): the values under each path, and those that end with a name. */
  readonly paths?: Paths | undefined;
  /** For numbers cut into bins: the greatest number of each bin. */
  readonly ends?: readonly number[] | undefined;
  /** Of numbers: by value, or for bins of their least; NaN for a word among them. */
  readonly numbers?: readonly number[] | undefined;
  readonly measured?: Measured | undefined;
}

/** What a column measures. */
export interface Measured {
  /** What its numbers are written in. */
  readonly unit: Unit;
  /** All of them, ascending. */
  readonly sizes: Float64Array;
  /** Where numbers are cut into bins: per product the place of its number among all; -1 without one. */
  readonly places?: Int32Array | undefined;
}

/**
 * The column of an attribute that can be asked about, or `undefined` where asking would not tell products apart.
 *
 * @param isRole whether it is the category or the brand: these are asked for by name, also where all products have the
 * same
 * @param unit of numbers, where it is known
 */
export function columnOf(
  attribute: Attribute,
  size: number,
  isRole = false,
  unit?: Unit,
): Column | undefined {
  const { kind } = attribute;
  if (kind === 'identifier' || kind === 'text' || (kind === 'constant' && !isRole)) {
    if (attribute.values.length < 2 || attribute.values.length > size / 2) return undefined;
  }
  if (attribute.values.length === 0) return undefined;
  const column =
    (kind === 'number' || kind === 'date') && attribute.values.length > MOST_NUMBERS
      ? binned(attribute)
      : makeColumn(
          attribute.name,
          attribute.cell,
          attribute.cells,
          attribute.values.map((value) => value.label),
        );
  if (column === undefined || kind !== 'number') return column;
  const numbers = column.numbers ?? attribute.values.map(({ number }) => number ?? Number.NaN);
  return { ...column, numbers, ...(unit && { measured: measuredBy(attribute, unit, column) }) };
}

function measuredBy({ cell, cells, values }: Attribute, unit: Unit, { ends }: Column): Measured {
  // Numbers come first, by size.
  const sizes = Float64Array.from(values.flatMap(({ number }) => number ?? []));
  if (ends === undefined) return { unit, sizes };
  const placeOf = cells.map(([value]) => (value < sizes.length ? value : -1));
  return { unit, sizes, places: cell.map((c) => (c < 0 ? -1 : placeOf[c])) };
}

/** The columns that searches may name by a number with a unit. */
export const measuredIn = (columns: readonly Column[]): MeasuredColumn[] =>
  columns.flatMap(({ name, measured }) => (measured === undefined ? [] : [{ attribute: name, ...measured }]));

/** Builds the derived arrays of a column. */
function makeColumn(
  name: string,
  cell: Int32Array,
  cells: readonly (readonly number[])[],
  labels: readonly string[],
): Column {
  return runToEnd(columnInSteps(name, cell, cells, labels));
}

/** Labels that are named in one step. */
const NAMED_AT_ONCE = 500;

/** The same in steps, without bins. */
export function* columnInSteps(
  name: string,
  cell: Int32Array,
  cells: readonly (readonly number[])[],
  labels: readonly string[],
): Generator<void, Column> {
  const cellStart = new Int32Array(cells.length + 1);
  for (let c = 0; c < cells.length; c++) cellStart[c + 1] = cellStart[c] + cells[c].length;
  const cellValues = new Int32Array(cellStart[cells.length]);
  for (let c = 0; c < cells.length; c++) cellValues.set(cells[c], cellStart[c]);
  const values = new Map<string, number>();
  for (const nameOf of [interestName, handleOf]) {
    for (let v = 0; v < labels.length; v++) {
      const known = nameOf(labels[v]);
      // Of marks alone no handle is left: "+" is not called "?".
      if (known !== '' && !values.has(known)) values.set(known, v);
      if (v % NAMED_AT_ONCE === NAMED_AT_ONCE - 1) yield;
    }
  }
  if (!hasPaths(labels)) return { name, cell, cellStart, cellValues, labels, values };
  const paths = new PathNames();
  for (let v = 0; v < labels.length; v++) {
    paths.add(labels[v], v);
    if (v % NAMED_AT_ONCE === NAMED_AT_ONCE - 1) yield;
  }
  return { name, cell, cellStart, cellValues, labels, values, paths: yield* paths.finished() };
}

/** The products that have one of several values, in order. */
export function productsWith(column: Column, values: readonly number[]): number[] {
  const named = new Uint8Array(column.labels.length);
  for (const value of values) named[value] = 1;
  const { cell, cellStart, cellValues } = column;
  // Products share cells, and a category may have thousands of paths below it: each cell is looked at once.
  const held = new Uint8Array(cellStart.length - 1);
  for (let c = 0; c < held.length; c++) {
    for (let k = cellStart[c]; k < cellStart[c + 1]; k++) held[c] = held[c] | named[cellValues[k]];
  }
  const products: number[] = [];
  for (let product = 0; product < cell.length; product++) {
    if (cell[product] >= 0 && held[cell[product]] === 1) products.push(product);
  }
  return products;
}

/** Whether a cell holds at least one of some values. */
export function holdsOneOf(
  { cellStart, cellValues }: Column,
  cell: number,
  values: ReadonlySet<number>,
): boolean {
  for (let k = cellStart[cell]; k < cellStart[cell + 1]; k++) if (values.has(cellValues[k])) return true;
  return false;
}

/** A column of many numbers as bins of equal counts, labelled by their ends, or by the one number that they hold. */
function binned(attribute: Attribute): Column | undefined {
  const number = (cell: number): number => attribute.values[attribute.cells[cell][0]].number ?? Number.NaN;
  const recorded = [...attribute.cell.filter((cell) => cell >= 0 && Number.isFinite(number(cell)))].map(
    number,
  );
  if (recorded.length === 0) return undefined;
  recorded.sort((a, b) => a - b);
  const ends: number[] = [];
  for (let k = 1; k <= BINS; k++) {
    const end = recorded[Math.ceil((k * recorded.length) / BINS) - 1];
    if (end !== ends.at(-1)) ends.push(end);
  }
  const binOf = attribute.cells.map((_, cell) => {
    const x = number(cell);
    return Number.isFinite(x) ? ends.findIndex((end) => x <= end) : -1;
  });
  const starts = ends.map((_, k) => (k === 0 ? recorded[0] : recorded.find((x) => x > ends[k - 1])!));
  const labels = ends.map((end, k) => (starts[k] === end ? `${end}` : `${starts[k]}–${end}`));
  const cell = attribute.cell.map((c) => (c < 0 ? -1 : binOf[c]));
  const column = makeColumn(
    attribute.name,
    cell,
    labels.map((_, k) => [k]),
    labels,
  );
  return { ...column, ends, numbers: starts };
}
