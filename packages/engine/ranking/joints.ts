import type { CatalogueIndex } from './catalogue-index.ts';

/** Combinations of values that one joint column may have, of as many products. */
const LEAST_CELLS = 256;
const MOST_CELLS = 4096;
const PRODUCTS_A_CELL = 8;
/** Groups that a column is tried with, the latest. */
const OPEN = 8;
/** Pairs of codes that a table is made for to number those that occur. */
const MOST_PAIRS = 2 ** 20;
/** Codes that a joint column can tell apart. */
export const MOST_CODES = 65_535;

/**
 * Columns read together: the combinations of their values that occur, numbered. What a ranking says of each column is
 * multiplied once a combination instead of once a product. Columns that are empty outside of their shelf have few.
 */
export interface JointColumn {
  /** Per product its combination. */
  readonly cell: Uint16Array;
  readonly cells: number;
  /** By the code of each column, the entry of its tables that a combination has: the code and 1. */
  readonly entries: ReadonlyMap<Int32Array, Uint16Array>;
}

/** The columns, price steps and price places of an index in joint columns. */
export interface Joints {
  readonly columns: readonly JointColumn[];
  /** The combinations of all columns, column after column: one array is read faster than many. */
  readonly cells: Uint16Array;
  /** Where the tables of each column start when they stand in one array, and after the last, how long that is. */
  readonly starts: Int32Array;
  /** Joint column of a code; those of too many values have none. */
  readonly placeOf: ReadonlyMap<Int32Array, number>;
}

const NONE: Joints = together([], 0);

const known = new WeakMap<CatalogueIndex, Joints>();

/** The joint columns of a catalogue, made once; a list, which is ranked once, has none. */
export function jointsOf(index: CatalogueIndex): Joints {
  if (index.heldAt !== undefined) return NONE;
  let joints = known.get(index);
  if (joints === undefined) {
    joints = joined(index);
    known.set(index, joints);
  }
  return joints;
}

/** A code with the number of entries of its tables. */
interface Source {
  readonly code: Int32Array;
  readonly entries: number;
}

function sourcesOf(index: CatalogueIndex): Source[] {
  const sources = index.columns.map(({ cell, cellStart }) => ({ code: cell, entries: cellStart.length }));
  for (const code of [index.priceRank, index.priceStep]) {
    let highest = -1;
    for (let i = 0; i < code.length; i++) if (code[i]! > highest) highest = code[i]!;
    if (highest >= 0) sources.push({ code, entries: highest + 2 });
  }
  return sources.filter(({ entries }) => entries <= MOST_CODES);
}

function joined(index: CatalogueIndex): Joints {
  // More combinations than the cache holds tables of, or a tenth of the products, would save nothing.
  const most = Math.min(MOST_CELLS, Math.max(LEAST_CELLS, Math.floor(index.size / PRODUCTS_A_CELL)));
  const columns: JointColumn[] = [];
  // The largest first, as things are packed into bins.
  const sources = sourcesOf(index).sort((a, b) => b.entries - a.entries);
  for (const source of sources) {
    let at = Math.max(0, columns.length - OPEN);
    for (; at < columns.length; at++) {
      const wider = widened(columns[at]!, source, most);
      if (wider === undefined) continue;
      columns[at] = wider;
      break;
    }
    if (at === columns.length) columns.push(alone(source));
  }
  return together(columns, index.size);
}

function together(columns: readonly JointColumn[], size: number): Joints {
  const cells = new Uint16Array(columns.length * size);
  const starts = new Int32Array(columns.length + 1);
  const placeOf = new Map<Int32Array, number>();
  columns.forEach(({ cell, cells: count, entries }, place) => {
    cells.set(cell, place * size);
    starts[place + 1] = starts[place]! + count;
    for (const code of entries.keys()) placeOf.set(code, place);
  });
  return { columns, cells, starts, placeOf };
}

function alone({ code, entries }: Source): JointColumn {
  const cell = new Uint16Array(code.length);
  for (let i = 0; i < cell.length; i++) cell[i] = code[i]! + 1;
  return {
    cell,
    cells: entries,
    entries: new Map([[code, Uint16Array.from({ length: entries }, (_, c) => c)]]),
  };
}

/** A joint column with one column more; `undefined` where that has too many combinations. */
function widened(column: JointColumn, { code, entries }: Source, most: number): JointColumn | undefined {
  if (column.cells > most || column.cells * entries > MOST_PAIRS) return undefined;
  const numbers = new Int32Array(column.cells * entries).fill(-1);
  const before = new Uint16Array(most);
  const own = new Uint16Array(most);
  const cell = new Uint16Array(code.length);
  let cells = 0;
  for (let i = 0; i < cell.length; i++) {
    const pair = column.cell[i]! * entries + code[i]! + 1;
    let number = numbers[pair]!;
    if (number < 0) {
      if (cells === most) return undefined;
      number = cells++;
      numbers[pair] = number;
      before[number] = column.cell[i]!;
      own[number] = code[i]! + 1;
    }
    cell[i] = number;
  }
  const all = new Map<Int32Array, Uint16Array>();
  for (const [member, entry] of column.entries) {
    all.set(
      member,
      Uint16Array.from({ length: cells }, (_, c) => entry[before[c]!]!),
    );
  }
  return { cell, cells, entries: all.set(code, own.slice(0, cells)) };
}
