import type { CatalogueIndex } from './catalogue-index.ts';
import type { Column } from './column.ts';

/**
 * A group has at most one cell per PRODUCTS_PER_CELL products, within these bounds: a table with more cells does not fit
 * into the processor's cache, or saves little over one look-up per column.
 */
const MIN_CELLS = 256;
const MAX_CELLS = 4096;
const PRODUCTS_PER_CELL = 16;
/** A column is tried with this many of the latest groups. Set by hand. */
const OPEN_GROUPS = 8;
/** Greatest size of the temporary table that numbers pairs of cells. Set by hand. */
const MAX_PAIRS = 2 ** 20;
/** Greatest number of cells of all groups together: table entries are numbered with 16 bits. */
const MAX_ENTRIES = 65_536;
/** Greatest number of cells of one column in a group: cells are stored in 16 bits. */
const MAX_CODES = 65_535;

/**
 * A group of columns that are read with one look-up: the combinations of their values that occur in the catalogue are
 * numbered as cells. The lifts of the columns are combined once per cell instead of once per product. Columns that are
 * filled only within one category have few combinations.
 */
export interface ColumnGroup {
  /** Per product its cell. */
  readonly cell: Uint16Array;
  readonly cells: number;
  /** By the code array of each column: per cell, the entry of the column's own lift table (its cell + 1). */
  readonly entries: ReadonlyMap<Int32Array, Uint16Array>;
}

/** The columns, price steps and price ranks of an index in groups. */
export interface ColumnGroups {
  readonly groups: readonly ColumnGroup[];
  /**
   * Offset of each group's cells where all tables stand in one array. The last offset is that of the neutral entry
   * behind all tables.
   */
  readonly starts: Int32Array;
  /**
   * One row over the products per pair of groups. The lower 16 bits hold the table entry of the first group, the upper
   * 16 bits that of the second, or the neutral entry where there is no second. One array that is read once is faster
   * than several.
   */
  readonly cells: Uint32Array;
  /** The group of a column by its code array; columns with too many values have none. */
  readonly groupOf: ReadonlyMap<Int32Array, number>;
}

const NO_GROUPS: ColumnGroups = numbered([], 0);

/** By the columns of an index, which its copies with other terms share. */
const known = new WeakMap<CatalogueIndex['columns'], ColumnGroups>();

/**
 * The column groups of a catalogue, built once, or by another thread. The index of a candidate list is ranked once and has none.
 */
export function columnGroupsOf(index: CatalogueIndex): ColumnGroups {
  if (index.catalogueRow !== undefined) return NO_GROUPS;
  let groups = known.get(index.columns);
  if (groups === undefined) {
    groups = groupColumns(index);
    known.set(index.columns, groups);
  }
  return groups;
}

/**
 * Column groups as plain data. Columns are referred to by number, because the code arrays have another identity in
 * another thread.
 */
export type PackedColumnGroups = Omit<ColumnGroups, 'groups' | 'groupOf'> & {
  readonly groups: readonly (Omit<ColumnGroup, 'entries'> & {
    readonly entries: readonly { readonly code: number; readonly entry: Uint16Array }[];
  })[];
  readonly groupOf: readonly { readonly code: number; readonly group: number }[];
};

type Coded = Pick<CatalogueIndex, 'columns' | 'priceStep' | 'priceRank'>;

const codesOf = ({ columns, priceStep, priceRank }: Coded): Int32Array[] => [
  ...columns.map(({ cell }) => cell),
  priceStep,
  priceRank,
];

/** Returns the column groups of an index as plain data. */
export function packColumnGroups(index: CatalogueIndex): PackedColumnGroups {
  const columnGroups = columnGroupsOf(index);
  const codes = codesOf(index);
  return {
    ...columnGroups,
    groups: columnGroups.groups.map((group) => ({
      ...group,
      entries: [...group.entries].map(([code, entry]) => ({ code: codes.indexOf(code), entry })),
    })),
    groupOf: [...columnGroups.groupOf].map(([code, group]) => ({ code: codes.indexOf(code), group })),
  };
}

/** Sets the column groups of an index that arrived from another thread. */
export function unpackColumnGroups(index: CatalogueIndex, packed: PackedColumnGroups): void {
  const codes = codesOf(index);
  known.set(index.columns, {
    ...packed,
    groups: packed.groups.map((group) => ({
      ...group,
      entries: new Map(group.entries.map(({ code, entry }) => [codes[code], entry])),
    })),
    groupOf: new Map(packed.groupOf.map(({ code, group }) => [codes[code], group])),
  });
}

/** A column's code array, and the number of entries of its lift tables. */
interface CodedColumn {
  readonly code: Int32Array;
  readonly entries: number;
}

/**
 * The columns in the order in which they are grouped. Columns with an expert of their own (category, brand, price) come
 * first, so that they share groups and their tables touch few of them. The others follow by size, largest first, as in
 * first-fit-decreasing bin packing.
 */
function codedColumnsOf(index: CatalogueIndex): CodedColumn[] {
  const codedColumn = ({ cell, cellStart }: Column): CodedColumn => ({
    code: cell,
    entries: cellStart.length,
  });
  const withExpert = [index.category, index.brand].filter((column) => column !== undefined);
  const others = index.columns.filter((column) => !withExpert.includes(column));
  const priced: CodedColumn[] = [];
  for (const code of [index.priceStep, index.priceRank]) {
    let highest = -1;
    for (let i = 0; i < code.length; i++) if (code[i] > highest) highest = code[i];
    if (highest >= 0) priced.push({ code, entries: highest + 2 });
  }
  return [
    ...withExpert.map(codedColumn),
    ...priced,
    ...others.map(codedColumn).sort((a, b) => b.entries - a.entries),
  ].filter(({ entries }) => entries <= MAX_CODES);
}

function groupColumns(index: CatalogueIndex): ColumnGroups {
  const columns = codedColumnsOf(index);
  // The bound is halved until all groups together can be numbered.
  let most = Math.min(MAX_CELLS, Math.max(MIN_CELLS, Math.floor(index.size / PRODUCTS_PER_CELL)));
  for (; ; most = Math.floor(most / 2)) {
    const groups = packGroups(columns, most);
    if (most < MIN_CELLS || entriesOf(groups) < MAX_ENTRIES) return numbered(fitting(groups), index.size);
  }
}

function packGroups(columns: readonly CodedColumn[], most: number): ColumnGroup[] {
  const groups: ColumnGroup[] = [];
  for (const column of columns) {
    let at = Math.max(0, groups.length - OPEN_GROUPS);
    for (; at < groups.length; at++) {
      const wider = extended(groups[at], column, most);
      if (wider === undefined) continue;
      groups[at] = wider;
      break;
    }
    if (at === groups.length) groups.push(singleColumn(column));
  }
  return groups;
}

const entriesOf = (groups: readonly ColumnGroup[]): number =>
  groups.reduce((sum, { cells }) => sum + cells, 0);

/** The first groups whose cells fit into 16 bits together, in their order. */
function fitting(groups: readonly ColumnGroup[]): ColumnGroup[] {
  let entries = 0;
  return groups.filter(({ cells }) => {
    const fits = entries + cells < MAX_ENTRIES;
    if (fits) entries += cells;
    return fits;
  });
}

function numbered(groups: readonly ColumnGroup[], size: number): ColumnGroups {
  const starts = new Int32Array(groups.length + 1);
  const groupOf = new Map<Int32Array, number>();
  groups.forEach(({ cells, entries }, group) => {
    starts[group + 1] = starts[group] + cells;
    for (const code of entries.keys()) groupOf.set(code, group);
  });
  const neutral = starts.at(-1)!;
  const pairs = Math.ceil(groups.length / 2);
  const cells = new Uint32Array(pairs * size);
  for (let pair = 0; pair < pairs; pair++) {
    const lower = groups[2 * pair].cell;
    const upper = groups[2 * pair + 1]?.cell;
    const fromLower = starts[2 * pair];
    const fromUpper = upper === undefined ? neutral : starts[2 * pair + 1];
    for (let i = 0; i < size; i++) {
      cells[pair * size + i] = fromLower + lower[i] + (fromUpper + (upper?.[i] ?? 0)) * 0x10000;
    }
  }
  return { groups, starts, cells, groupOf };
}

function singleColumn({ code, entries }: CodedColumn): ColumnGroup {
  const cell = new Uint16Array(code.length);
  for (let i = 0; i < cell.length; i++) cell[i] = code[i] + 1;
  return {
    cell,
    cells: entries,
    entries: new Map([[code, Uint16Array.from({ length: entries }, (_, c) => c)]]),
  };
}

/** A group extended by one column; `undefined` where the result has more than `most` cells. */
function extended(group: ColumnGroup, { code, entries }: CodedColumn, most: number): ColumnGroup | undefined {
  if (group.cells > most || group.cells * entries > MAX_PAIRS) return undefined;
  const numbers = new Int32Array(group.cells * entries).fill(-1);
  const groupCell = new Uint16Array(most);
  const columnCell = new Uint16Array(most);
  const cell = new Uint16Array(code.length);
  let cells = 0;
  for (let i = 0; i < cell.length; i++) {
    const pair = group.cell[i] * entries + code[i] + 1;
    let number = numbers[pair];
    if (number < 0) {
      if (cells === most) return undefined;
      number = cells++;
      numbers[pair] = number;
      groupCell[number] = group.cell[i];
      columnCell[number] = code[i] + 1;
    }
    cell[i] = number;
  }
  const entriesByCode = new Map<Int32Array, Uint16Array>();
  for (const [memberCode, entry] of group.entries) {
    entriesByCode.set(
      memberCode,
      Uint16Array.from({ length: cells }, (_, c) => entry[groupCell[c]]),
    );
  }
  return { cell, cells, entries: entriesByCode.set(code, columnCell.slice(0, cells)) };
}
