import type { CatalogueIndex } from './catalogue-index.ts';
import type { Column } from './column.ts';

/** Combinations of values that one joint column may have, of as many products. */
const LEAST_CELLS = 256;
const MOST_CELLS = 4096;
const PRODUCTS_A_CELL = 16;
/** Groups that a column is tried with, the latest. */
const OPEN = 8;
/** Pairs of codes that a table is made for to number those that occur. */
const MOST_PAIRS = 2 ** 20;
/** Combinations of all joint columns together: their numbers are written in 16 bits. */
const MOST_ENTRIES = 65_536;
/** Codes that a joint column can tell apart. */
const MOST_CODES = 65_535;

/**
 * Columns read together: the combinations of their values that occur, numbered. What a ranking says of each column is
 * multiplied once a combination instead of once a product. Columns that are empty outside of their shelf have few.
 */
export interface ColumnGroup {
  /** Per product its combination. */
  readonly cell: Uint16Array;
  readonly cells: number;
  /** By the code of each column, the entry of its tables that a combination has: the code and 1. */
  readonly entries: ReadonlyMap<Int32Array, Uint16Array>;
}

/** The columns, price steps and price places of an index in joint columns. */
export interface ColumnGroups {
  readonly columns: readonly ColumnGroup[];
  /**
   * Where the table of each column starts when they stand in one array; the last is the idle entry, behind them all.
   */
  readonly starts: Int32Array;
  /**
   * Per pair of columns a row over the products: the entry of the first column in the lower 16 bits, that of the second
   * in the upper ones; the idle entry where there is no second. One array that is read once is faster than many.
   */
  readonly cells: Uint32Array;
  /** Joint column of a code; those of too many values have none. */
  readonly groupOf: ReadonlyMap<Int32Array, number>;
}

const NONE: ColumnGroups = together([], 0);

const known = new WeakMap<CatalogueIndex, ColumnGroups>();

/** The joint columns of a catalogue, made once; a list, which is ranked once, has none. */
export function columnGroupsOf(index: CatalogueIndex): ColumnGroups {
  if (index.catalogueRow !== undefined) return NONE;
  let joints = known.get(index);
  if (joints === undefined) {
    joints = joined(index);
    known.set(index, joints);
  }
  return joints;
}

/** Joint columns as plain data: a code goes by its number instead of its array, which another thread has another of. */
export type PackedJoints = Omit<ColumnGroups, 'columns' | 'placeOf'> & {
  readonly columns: readonly (Omit<ColumnGroup, 'entries'> & {
    readonly entries: readonly { readonly code: number; readonly entry: Uint16Array }[];
  })[];
  readonly placeOf: readonly { readonly code: number; readonly place: number }[];
};

type Coded = Pick<CatalogueIndex, 'columns' | 'priceStep' | 'priceRank'>;

const codesOf = ({ columns, priceStep, priceRank }: Coded): Int32Array[] => [
  ...columns.map(({ cell }) => cell),
  priceStep,
  priceRank,
];

export function packJoints(index: CatalogueIndex): PackedJoints {
  const joints = columnGroupsOf(index);
  const codes = codesOf(index);
  return {
    ...joints,
    columns: joints.columns.map((column) => ({
      ...column,
      entries: [...column.entries].map(([code, entry]) => ({ code: codes.indexOf(code), entry })),
    })),
    placeOf: [...joints.groupOf].map(([code, place]) => ({ code: codes.indexOf(code), place })),
  };
}

/** Gives an index the joint columns that were made for it elsewhere. */
export function unpackJoints(index: CatalogueIndex, packed: PackedJoints): void {
  const codes = codesOf(index);
  known.set(index, {
    ...packed,
    columns: packed.columns.map((column) => ({
      ...column,
      entries: new Map(column.entries.map(({ code, entry }) => [codes[code], entry])),
    })),
    groupOf: new Map(packed.placeOf.map(({ code, place }) => [codes[code], place])),
  });
}

/** A code with the number of entries of its tables. */
interface Source {
  readonly code: Int32Array;
  readonly entries: number;
}

/**
 * The codes in the order in which they are joined. Those that have voices of their own come first: they end up with
 * each other, so that what these voices say takes few look-ups. Then the largest, as things are packed into bins.
 */
function sourcesOf(index: CatalogueIndex): Source[] {
  const sourceOf = ({ cell, cellStart }: Column): Source => ({ code: cell, entries: cellStart.length });
  const voiced = [index.category, index.brand].filter((column) => column !== undefined);
  const others = index.columns.filter((column) => !voiced.includes(column));
  const priced: Source[] = [];
  for (const code of [index.priceStep, index.priceRank]) {
    let highest = -1;
    for (let i = 0; i < code.length; i++) if (code[i] > highest) highest = code[i];
    if (highest >= 0) priced.push({ code, entries: highest + 2 });
  }
  return [
    ...voiced.map(sourceOf),
    ...priced,
    ...others.map(sourceOf).sort((a, b) => b.entries - a.entries),
  ].filter(({ entries }) => entries <= MOST_CODES);
}

function joined(index: CatalogueIndex): ColumnGroups {
  const sources = sourcesOf(index);
  // More combinations than the cache holds tables of, or a sixteenth of the products, would save nothing.
  let most = Math.min(MOST_CELLS, Math.max(LEAST_CELLS, Math.floor(index.size / PRODUCTS_A_CELL)));
  for (; ; most = Math.floor(most / 2)) {
    const columns = packed(sources, most);
    if (most < LEAST_CELLS || entriesOf(columns) < MOST_ENTRIES)
      return together(fitting(columns), index.size);
  }
}

function packed(sources: readonly Source[], most: number): ColumnGroup[] {
  const columns: ColumnGroup[] = [];
  for (const source of sources) {
    let at = Math.max(0, columns.length - OPEN);
    for (; at < columns.length; at++) {
      const wider = widened(columns[at], source, most);
      if (wider === undefined) continue;
      columns[at] = wider;
      break;
    }
    if (at === columns.length) columns.push(alone(source));
  }
  return columns;
}

const entriesOf = (columns: readonly ColumnGroup[]): number =>
  columns.reduce((sum, { cells }) => sum + cells, 0);

/** The columns that can be numbered together, in their order. */
function fitting(columns: readonly ColumnGroup[]): ColumnGroup[] {
  let entries = 0;
  return columns.filter(({ cells }) => {
    const fits = entries + cells < MOST_ENTRIES;
    if (fits) entries += cells;
    return fits;
  });
}

function together(columns: readonly ColumnGroup[], size: number): ColumnGroups {
  const starts = new Int32Array(columns.length + 1);
  const placeOf = new Map<Int32Array, number>();
  columns.forEach(({ cells, entries }, place) => {
    starts[place + 1] = starts[place] + cells;
    for (const code of entries.keys()) placeOf.set(code, place);
  });
  const idle = starts.at(-1)!;
  const pairs = Math.ceil(columns.length / 2);
  const cells = new Uint32Array(pairs * size);
  for (let pair = 0; pair < pairs; pair++) {
    const lower = columns[2 * pair].cell;
    const upper = columns[2 * pair + 1]?.cell;
    const fromLower = starts[2 * pair];
    const fromUpper = upper === undefined ? idle : starts[2 * pair + 1];
    for (let i = 0; i < size; i++) {
      cells[pair * size + i] = fromLower + lower[i] + (fromUpper + (upper?.[i] ?? 0)) * 0x10000;
    }
  }
  return { columns, starts, cells, groupOf: placeOf };
}

function alone({ code, entries }: Source): ColumnGroup {
  const cell = new Uint16Array(code.length);
  for (let i = 0; i < cell.length; i++) cell[i] = code[i] + 1;
  return {
    cell,
    cells: entries,
    entries: new Map([[code, Uint16Array.from({ length: entries }, (_, c) => c)]]),
  };
}

/** A joint column with one column more; `undefined` where that has too many combinations. */
function widened(column: ColumnGroup, { code, entries }: Source, most: number): ColumnGroup | undefined {
  if (column.cells > most || column.cells * entries > MOST_PAIRS) return undefined;
  const numbers = new Int32Array(column.cells * entries).fill(-1);
  const before = new Uint16Array(most);
  const own = new Uint16Array(most);
  const cell = new Uint16Array(code.length);
  let cells = 0;
  for (let i = 0; i < cell.length; i++) {
    const pair = column.cell[i] * entries + code[i] + 1;
    let number = numbers[pair];
    if (number < 0) {
      if (cells === most) return undefined;
      number = cells++;
      numbers[pair] = number;
      before[number] = column.cell[i];
      own[number] = code[i] + 1;
    }
    cell[i] = number;
  }
  const all = new Map<Int32Array, Uint16Array>();
  for (const [member, entry] of column.entries) {
    all.set(
      member,
      Uint16Array.from({ length: cells }, (_, c) => entry[before[c]]),
    );
  }
  return { cell, cells, entries: all.set(code, own.slice(0, cells)) };
}
