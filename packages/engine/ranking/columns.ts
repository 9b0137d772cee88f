import type { Attribute } from '../catalogue/types.ts';
import { handleOf, interestName } from '../session/text.ts';
import { numberIn } from './readings.ts';
import { atOnce } from './steps.ts';

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
  /** Value by its label, as interests are named and as a handle: see {@link valueNamed}. */
  readonly values: ReadonlyMap<string, number>;
  /** Of a list: by name, values that the catalogue's column does not have. */
  readonly added?: ReadonlyMap<string, number> | undefined;
  /** For numbers cut into bins: the greatest number of each bin. */
  readonly ends?: readonly number[] | undefined;
}

/**
 * The column of an attribute that can be asked about, or `undefined` where asking would not tell products apart.
 *
 * @param isRole whether it is the category or the brand: these are asked for by name, also where all products have the same
 */
export function columnOf(attribute: Attribute, size: number, isRole = false): Column | undefined {
  const { kind } = attribute;
  if (kind === 'identifier' || kind === 'text' || (kind === 'constant' && !isRole)) {
    if (attribute.values.length < 2 || attribute.values.length > size / 2) return undefined;
  }
  if (attribute.values.length === 0) return undefined;
  if ((kind === 'number' || kind === 'date') && attribute.values.length > MOST_NUMBERS) {
    return binned(attribute);
  }
  return makeColumn(
    attribute.name,
    attribute.cell,
    attribute.cells,
    attribute.values.map((value) => value.label),
  );
}

/** Builds the derived arrays of a column. */
function makeColumn(
  name: string,
  cell: Int32Array,
  cells: readonly (readonly number[])[],
  labels: readonly string[],
  ends?: readonly number[],
): Column {
  return { ...atOnce(columnInSteps(name, cell, cells, labels)), ends };
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
  for (let c = 0; c < cells.length; c++) cellStart[c + 1] = cellStart[c]! + cells[c]!.length;
  const cellValues = new Int32Array(cellStart[cells.length]!);
  for (let c = 0; c < cells.length; c++) cellValues.set(cells[c]!, cellStart[c]!);
  const values = new Map<string, number>();
  for (const nameOf of [interestName, handleOf]) {
    for (let v = 0; v < labels.length; v++) {
      const known = nameOf(labels[v]!);
      if (!values.has(known)) values.set(known, v);
      if (v % NAMED_AT_ONCE === NAMED_AT_ONCE - 1) yield;
    }
  }
  return { name, cell, cellStart, cellValues, labels, values };
}

/**
 * The value that a shopper or a shop calls by a name: "Women's Boots", "women's boots" or "womens-boots". A number stands
 * for the bin that holds it, or the one nearest to it.
 */
export function valueNamed(column: Column, name: string): number | undefined {
  return valueAs(column, interestName(name)) ?? valueAs(column, handleOf(name)) ?? binOf(column, name);
}

const valueAs = ({ values, added }: Column, name: string): number | undefined =>
  values.get(name) ?? added?.get(name);

function binOf({ ends }: Column, name: string): number | undefined {
  if (ends === undefined) return undefined;
  const number = numberIn(name);
  if (!Number.isFinite(number)) return undefined;
  const bin = ends.findIndex((end) => number <= end);
  return bin < 0 ? ends.length - 1 : bin;
}

const numbersByName = new WeakMap<readonly Column[], Map<string, number>>();

/** The number of the column that a filter calls by its name, or by its handle: "Shoe size", "shoe size", "shoe-size". */
export function columnNamed(columns: readonly Column[], name: string): number | undefined {
  let numbers = numbersByName.get(columns);
  if (numbers === undefined) {
    numbers = new Map();
    for (const nameOf of [interestName, handleOf]) {
      columns.forEach((column, k) => {
        const called = nameOf(column.name);
        if (!numbers!.has(called)) numbers!.set(called, k);
      });
    }
    numbersByName.set(columns, numbers);
  }
  return numbers.get(interestName(name)) ?? numbers.get(handleOf(name));
}

/** Whether a product has a value. */
export function holds(column: Column, product: number, value: number): boolean {
  const cell = column.cell[product]!;
  if (cell < 0) return false;
  for (let k = column.cellStart[cell]!; k < column.cellStart[cell + 1]!; k++) {
    if (column.cellValues[k] === value) return true;
  }
  return false;
}

/** A column of many numbers as bins of equal counts, labelled by their ends, or by the one number that they hold. */
function binned(attribute: Attribute): Column | undefined {
  const number = (cell: number): number => attribute.values[attribute.cells[cell]![0]!]!.number ?? Number.NaN;
  const recorded = [...attribute.cell.filter((cell) => cell >= 0 && Number.isFinite(number(cell)))].map(
    number,
  );
  if (recorded.length === 0) return undefined;
  recorded.sort((a, b) => a - b);
  const ends: number[] = [];
  for (let k = 1; k <= BINS; k++) {
    const end = recorded[Math.ceil((k * recorded.length) / BINS) - 1]!;
    if (end !== ends.at(-1)) ends.push(end);
  }
  const binOf = attribute.cells.map((_, cell) => {
    const x = number(cell);
    return Number.isFinite(x) ? ends.findIndex((end) => x <= end) : -1;
  });
  const labels = ends.map((end, k) => {
    const start = k === 0 ? recorded[0]! : recorded.find((x) => x > ends[k - 1]!)!;
    return start === end ? `${end}` : `${start}–${end}`;
  });
  const cell = attribute.cell.map((c) => (c < 0 ? -1 : binOf[c]!));
  return makeColumn(
    attribute.name,
    cell,
    labels.map((_, k) => [k]),
    labels,
    ends,
  );
}
