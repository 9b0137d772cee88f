import type { Unit } from '../../catalogue/numbers/units.ts';
import { categoryLabels } from '../../catalogue/texts/category-levels.ts';
import type { Attribute } from '../../catalogue/types.ts';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { handleOf, interestName } from '../../session/text/names.ts';
import { hasPaths, PathNames, type Paths } from './category-paths.ts';

/**
 * A numeric column with more than MOST_NUMBERS distinct values is cut into BINS bins of equal counts. Both set by hand.
 */
const MOST_NUMBERS = 48;
const BINS = 16;

/**
 * One attribute over the products of an index. Products with the same set of values share a cell; a cell holds one or
 * more values.
 */
export interface Column {
  readonly name: string;
  /** Per product its cell; -1 where nothing is recorded. */
  readonly cell: Int32Array;
  /** Values of cell c: `cellValues[cellStart[c] .. cellStart[c + 1]]`. */
  readonly cellStart: Int32Array;
  readonly cellValues: Int32Array;
  readonly labels: readonly string[];
  /**
   * Values by label, under both spellings of it (interest name and handle), and by what the catalogue writes where that is
   * another text; see `valueNamed`.
   */
  readonly values: ReadonlyMap<string, number>;
  /** Only for a candidate list: values that the catalogue's column does not have, by name. */
  readonly added?: ReadonlyMap<string, number> | undefined;
  /** Where labels are paths ("Clothing > Hoodies"): the values by the names of beginnings and levels. */
  readonly paths?: Paths | undefined;
  /** Only for binned numbers: the highest number of each bin. */
  readonly ends?: readonly number[] | undefined;
  /** Only for numbers: per value its number, per bin its lowest number; NaN for a value that is a word. */
  readonly numbers?: readonly number[] | undefined;
  readonly measured?: Measured | undefined;
  /** Only for binned numbers and for dates: the numbers before they were binned, or the days. */
  readonly exact?: ExactNumbers | undefined;
  /** Whether the values are dates. */
  readonly isDate?: true | undefined;
}

/** The numbers of a column by product: bins cannot answer a filter between two of their ends. Dates are days since 1970. */
export interface ExactNumbers {
  /** The distinct numbers, ascending. */
  readonly sizes: Float64Array;
  /** Per product the position of its number in `sizes`; -1 without one. */
  readonly places: Int32Array;
}

/** Unit and sizes of a column that measures something. */
export interface Measured {
  /** The unit of the column's numbers. */
  readonly unit: Unit;
  /** The distinct numbers of the column, ascending. */
  readonly sizes: Float64Array;
  /** Only for binned numbers: per product the position of its number in `sizes`; -1 without one. */
  readonly places?: Int32Array | undefined;
}

/**
 * The column of an attribute; `undefined` where its values do not distinguish products: texts, identifiers, and values
 * that nearly every product has alone.
 *
 * @param role of the attribute, which is kept even where all products have the same value
 * @param unit unit of the numbers, where it is known
 */
export function columnOf(
  attribute: Attribute,
  size: number,
  role?: 'category' | 'brand',
  unit?: Unit,
): Column | undefined {
  const { kind } = attribute;
  if (kind === 'identifier' || kind === 'text' || (kind === 'constant' && role === undefined)) {
    if (attribute.values.length < 2 || attribute.values.length > size / 2) return undefined;
  }
  if (attribute.values.length === 0) return undefined;
  const written = attribute.values.map(({ label }) => label);
  const column =
    (kind === 'number' || kind === 'date') && attribute.values.length > MOST_NUMBERS
      ? binned(attribute)
      : makeColumn(attribute.name, attribute.cell, attribute.cells, {
          written,
          ...(role === 'category' && kind !== 'number' ? categoryLabels(written) : { labels: written }),
        });
  if (column !== undefined && kind === 'date') {
    return { ...column, isDate: true, exact: exactNumbers(attribute) };
  }
  if (column === undefined || kind !== 'number') return column;
  const numbers = column.numbers ?? attribute.values.map(({ number }) => number ?? Number.NaN);
  return { ...column, numbers, ...(unit && { measured: measuredOf(attribute, unit, column) }) };
}

function measuredOf(attribute: Attribute, unit: Unit, { exact }: Column): Measured {
  return { unit, ...(exact ?? { sizes: sizesOf(attribute) }) };
}

/** A numeric attribute lists its numbers first, ascending. */
const sizesOf = ({ values }: Attribute): Float64Array =>
  Float64Array.from(values.flatMap(({ number }) => number ?? []));

function exactNumbers(attribute: Attribute): ExactNumbers {
  const { cell, cells } = attribute;
  const sizes = sizesOf(attribute);
  const positionOf = cells.map(([value]) => (value < sizes.length ? value : -1));
  return { sizes, places: cell.map((c) => (c < 0 ? -1 : positionOf[c])) };
}

/** Builds the derived arrays of a column. */
function makeColumn(
  name: string,
  cell: Int32Array,
  cells: readonly (readonly number[])[],
  labels: Labels,
): Column {
  return runToEnd(columnInSteps(name, cell, cells, labels));
}

/** Labels indexed between two yields. Set by hand. */
const LABELS_PER_STEP = 500;

/** The labels of a column. */
interface Labels {
  readonly labels: readonly string[];
  /** Per label what the catalogue writes, where that is another text. */
  readonly written?: readonly string[];
  /** The first levels of all paths, which labels leave out. */
  readonly roots?: readonly string[];
}

/** Builds the derived arrays of a column; yields every few hundred labels. Numbers are not binned. */
export function* columnInSteps(
  name: string,
  cell: Int32Array,
  cells: readonly (readonly number[])[],
  { labels, written = labels, roots = [] }: Labels,
): Generator<void, Column> {
  const cellStart = new Int32Array(cells.length + 1);
  for (let c = 0; c < cells.length; c++) cellStart[c + 1] = cellStart[c] + cells[c].length;
  const cellValues = new Int32Array(cellStart[cells.length]);
  for (let c = 0; c < cells.length; c++) cellValues.set(cells[c], cellStart[c]);
  const values = new Map<string, number>();
  for (const spellingOf of [interestName, handleOf]) {
    for (let v = 0; v < labels.length; v++) {
      for (const text of labels[v] === written[v] ? [labels[v]] : [labels[v], written[v]]) {
        const known = spellingOf(text);
        // A label without letters and digits has an empty handle, which must not match other such labels.
        if (known !== '' && !values.has(known)) values.set(known, v);
      }
      if (v % LABELS_PER_STEP === LABELS_PER_STEP - 1) yield;
    }
  }
  if (!hasPaths(labels) && roots.length === 0) return { name, cell, cellStart, cellValues, labels, values };
  const paths = new PathNames();
  for (let v = 0; v < labels.length; v++) {
    paths.add(labels[v], v, roots);
    if (v % LABELS_PER_STEP === LABELS_PER_STEP - 1) yield;
  }
  return { name, cell, cellStart, cellValues, labels, values, paths: yield* paths.finished() };
}

/** The products that have at least one of the values, ascending. */
export function productsWith(column: Column, values: readonly number[]): number[] {
  const wanted = new Uint8Array(column.labels.length);
  for (const value of values) wanted[value] = 1;
  const has = hasWanted(column, wanted);
  const products: number[] = [];
  for (let product = 0; product < column.cell.length; product++) if (has(product)) products.push(product);
  return products;
}

/**
 * Whether products have one of the wanted values. Cells are checked once each, because products share cells and thousands of
 * paths may be wanted.
 *
 * @param wanted `[value]`: 1 for those that are
 */
export function hasWanted(
  { cell, cellStart, cellValues }: Column,
  wanted: Uint8Array,
): (product: number) => boolean {
  const isMet = new Uint8Array(cellStart.length - 1);
  for (let c = 0; c < isMet.length; c++) {
    for (let k = cellStart[c]; k < cellStart[c + 1]; k++) isMet[c] = isMet[c] | wanted[cellValues[k]];
  }
  return (product) => cell[product] >= 0 && isMet[cell[product]] === 1;
}

/** Whether a product has at least one of the values. */
export const hasOneOf = (column: Column, product: number, values: ReadonlySet<number>): boolean =>
  column.cell[product] >= 0 && holdsOneOf(column, column.cell[product], values);

/** Whether a cell holds at least one of the values. */
export function holdsOneOf(
  { cellStart, cellValues }: Column,
  cell: number,
  values: ReadonlySet<number>,
): boolean {
  for (let k = cellStart[cell]; k < cellStart[cell + 1]; k++) if (values.has(cellValues[k])) return true;
  return false;
}

/**
 * A numeric column in bins of equal counts. A bin is labelled by its lowest and highest number, or by its only number.
 */
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
    { labels },
  );
  return { ...column, ends, numbers: starts, exact: exactNumbers(attribute) };
}
