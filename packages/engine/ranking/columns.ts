import { isAffirmed, isDenied } from '../catalogue/readings.ts';
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
      // Of marks alone no handle is left: "+" is not called "?".
      if (known !== '' && !values.has(known)) values.set(known, v);
      if (v % NAMED_AT_ONCE === NAMED_AT_ONCE - 1) yield;
    }
  }
  return { name, cell, cellStart, cellValues, labels, values };
}

/**
 * The value that a shopper or a shop calls by a name: "Women's Boots", "women's boots" or "womens-boots", and "yes", "true"
 * or "1" of what says yes or no. A number stands for the bin that holds it, or the one nearest to it.
 */
export function valueNamed(column: Column, name: string): number | undefined {
  return valueCalled(column, name) ?? binOf(column, name);
}

/**
 * The values that a filter or the view of a category names: as {@link valueNamed} finds it, or, of numbers, those in a
 * range ("100-150"), and of paths ("Clothing > Hoodies") those under what is named, or ending with it.
 */
export function valuesNamed(column: Column, name: string): readonly number[] {
  const onPath = pathsOf(column)?.get(handleOf(name));
  if (onPath !== undefined) return onPath;
  const called = valueCalled(column, name);
  if (called !== undefined) return [called];
  const range = rangeIn(name);
  if (range !== undefined) return valuesWithin(column, range);
  const bin = binOf(column, name);
  return bin === undefined ? [] : [bin];
}

const valueCalled = (column: Column, name: string): number | undefined =>
  valueAs(column, interestName(name)) ?? valueAs(column, handleOf(name)) ?? answerCalled(column, name);

const valueAs = ({ values, added }: Column, name: string): number | undefined =>
  values.get(name) ?? added?.get(name);

/** Spellings of yes and no in a column that says either. */
const MOST_ANSWERS = 4;

function answerCalled({ labels }: Column, name: string): number | undefined {
  if (labels.length > MOST_ANSWERS || !labels.every((label) => isAffirmed(label) || isDenied(label)))
    return undefined;
  const is = isAffirmed(name) ? isAffirmed : isDenied(name) ? isDenied : undefined;
  const value = is === undefined ? -1 : labels.findIndex(is);
  return value < 0 ? undefined : value;
}

type Range = readonly [from: number, to: number];

const RANGE =
  /^\s*(\d+(?:[.,]\d+)?)\s*(?:-|\u2013|\u2014|\.\.)\s*(\d+(?:[.,]\d+)?)\s*[\p{L}"%\u00b0\u2033]{0,10}\s*$/u;
/** A number with at most a unit behind it; "1920,1080" is none. */
const MEASURED = /^\d+(?:\.\d+|,\d{1,2})?\s*[\p{L}"%\u00b0\u2033]{0,10}$/u;
/** A bin of which so much lies in a range is meant by it. */
const MEANT = 0.5;

function rangeIn(name: string): Range | undefined {
  const match = RANGE.exec(name);
  if (match === null) return undefined;
  const [from, to] = [Number(match[1]!.replace(',', '.')), Number(match[2]!.replace(',', '.'))];
  return from < to ? [from, to] : undefined;
}

/** Of a range narrower than the bins the one that has most of it. */
function valuesWithin({ ends, labels }: Column, [from, to]: Range): readonly number[] {
  const shares = labels.map((label, v) => {
    if (ends === undefined && !MEASURED.test(label)) return 0;
    const start = numberIn(label);
    const end = ends?.[v] ?? start;
    if (start >= from && end <= to) return 1;
    return end > start ? (Math.min(end, to) - Math.max(start, from)) / (end - start) : 0;
  });
  const most = shares.reduce((a, b) => Math.max(a, b), 0);
  if (most === 0) return [];
  return shares.flatMap((share, v) => (share >= Math.min(MEANT, most) ? [v] : []));
}

const SEPARATOR = /\s*>\s*/;
const pathsByColumn = new WeakMap<readonly string[], ReadonlyMap<string, readonly number[]> | undefined>();

/** Values that are paths by the handles of where they begin and of their last step; `undefined` where none is one. */
function pathsOf({ labels }: Column): ReadonlyMap<string, readonly number[]> | undefined {
  if (!pathsByColumn.has(labels)) pathsByColumn.set(labels, readPaths(labels));
  return pathsByColumn.get(labels);
}

function readPaths(labels: readonly string[]): ReadonlyMap<string, readonly number[]> | undefined {
  if (!labels.some((label) => label.includes('>'))) return undefined;
  const found = new Map<string, number[]>();
  labels.forEach((label, v) => {
    const steps = label.split(SEPARATOR);
    const names = new Set(steps.map((_, k) => handleOf(steps.slice(0, k + 1).join(' '))));
    names.add(handleOf(steps.at(-1)!));
    for (const name of names) {
      const values = found.get(name);
      if (values === undefined) found.set(name, [v]);
      else values.push(v);
    }
  });
  return found;
}

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
        if (called !== '' && !numbers!.has(called)) numbers!.set(called, k);
      });
    }
    numbersByName.set(columns, numbers);
  }
  return numbers.get(interestName(name)) ?? numbers.get(handleOf(name));
}

/** The products that have one of several values, in order. */
export function productsWith(column: Column, values: readonly number[]): number[] {
  const named = new Uint8Array(column.labels.length);
  for (const value of values) named[value] = 1;
  const { cell, cellStart, cellValues } = column;
  // Products share cells, and a category may have thousands of paths below it: each cell is looked at once.
  const held = new Uint8Array(cellStart.length - 1);
  for (let c = 0; c < held.length; c++) {
    for (let k = cellStart[c]!; k < cellStart[c + 1]!; k++) held[c] = held[c]! | named[cellValues[k]!]!;
  }
  const products: number[] = [];
  for (let product = 0; product < cell.length; product++) {
    if (cell[product]! >= 0 && held[cell[product]!] === 1) products.push(product);
  }
  return products;
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
