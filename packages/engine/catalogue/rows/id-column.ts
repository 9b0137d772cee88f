import { nearestName } from '../../primitives/nearest-name.ts';
import { CatalogueError } from '../catalogue-error.ts';
import { conceptsOf } from '../columns/header-names.ts';
import { shortened } from '../csv/parsed-file.ts';
import { figure } from '../figures.ts';
import type { ExportRows } from './export-rows.ts';
import { isHandful } from './faults.ts';
import { idNameRank } from './id-names.ts';
import { continuesAbove, type RowIds, readIds } from './row-ids.ts';

/** The share of the rows of which an id must be different, where the name of its column is none of an id. */
const LEAST_DISTINCT = 0.5;
/** Found columns have a different id in this share of the rows, except those that group variants. Set by hand. */
const UNIQUE = 0.98;
/** The same share where no column has it, and the file would be refused otherwise. Set by hand. */
const NEARLY_UNIQUE = 0.9;
/** Rows a product from which a file counts as folded into few; no shop has so many variants of most products. */
const MOST_ROWS_A_PRODUCT = 10;
/** Fewer rows are judged by nobody. Set by hand. */
const LEAST_ROWS = 5;
/** Ids are shorter; texts of this length are descriptions. Set by hand. */
const LONGEST_ID = 200;
/** Columns that a message names. */
const NAMED = 5;

/** The ids of an export, and how their column was chosen. */
export interface ChosenIds {
  readonly ids: RowIds;
  /** Why it is not column one; absent where it is, or where the caller named it. */
  readonly instead?: 'blank' | 'constant' | 'repeated' | 'unordered';
  /** What speaks against column one, where no other may be chosen in its place. */
  readonly doubt?: 'constant' | 'repeated';
  /** Whether empty ids were taken from the row above. */
  readonly filledDown?: boolean;
}

/**
 * Chooses the column of ids: the one that the caller names; else column one, unless it is empty, has one value, or
 * repeats and is not called an id; then the column that has a different value in each row, the best by its name.
 *
 * @param finds whether another column than the first may be chosen
 * @throws CatalogueError where the named column is not there, or none can be the id
 */
export function chooseIds(
  source: ExportRows,
  passed: ReadonlySet<number>,
  { id, finds }: { readonly id?: string | undefined; readonly finds: boolean },
): ChosenIds {
  if (id !== undefined) return filledDown(source, passed, readIds(source, namedColumn(source, id), passed));
  const first = readIds(source, firstColumn(source), passed);
  const fault = faultOf(source, first);
  if (!finds || (fault === undefined && source.isUnordered !== true)) {
    const isDoubtful = fault === 'constant' || fault === 'repeated';
    return isDoubtful ? { ids: first, doubt: fault } : { ids: first };
  }
  if (fault === 'blank') {
    const filled = filledDown(source, passed, first);
    if (filled.filledDown) return filled;
  }
  const isModest = fault === 'repeated' && first.rows.length < MOST_ROWS_A_PRODUCT * first.ids.length;
  // A column that is called an id, or mostly filled, gives way to another column of ids only: its rows are faulty,
  // rather than the products told apart by what else differs.
  const isGappy =
    fault === 'blank' &&
    (first.rows.length > first.without.length || idNameRank(source.names[first.column]) >= 2);
  const found = bestColumn(
    source,
    passed,
    fault === undefined ? first : undefined,
    isModest || isGappy ? 2 : 0,
  );
  if (found !== undefined) {
    if (found.column === first.column) return { ids: found };
    return { ids: found, instead: fault ?? 'unordered' };
  }
  // Rows without an id are refused with their line.
  if (fault === undefined || isModest || fault === 'blank') return { ids: first };
  const nearly = candidates(source, passed, NEARLY_UNIQUE)[0];
  if (nearly !== undefined) return { ids: nearly.ids, instead: fault };
  throw noIds(source, first, fault);
}

const firstColumn = ({ names }: ExportRows): number =>
  Math.max(
    0,
    names.findIndex((name) => name !== ''),
  );

function filledDown(source: ExportRows, passed: ReadonlySet<number>, ids: RowIds): ChosenIds {
  if (isHandful(ids.without.length, ids.rows.length + ids.without.length)) return { ids };
  if (!continuesAbove(source, ids)) return { ids };
  return { ids: readIds(source, ids.column, passed, true), filledDown: true };
}

/** What speaks against a column as that of the ids. */
function faultOf(
  { names }: ExportRows,
  { column, ids, rows, without }: RowIds,
): 'blank' | 'constant' | 'repeated' | undefined {
  const all = rows.length + without.length;
  if (without.length > 0 && !isHandful(without.length, all)) return 'blank';
  if (rows.length < LEAST_ROWS) return undefined;
  if (ids.length === 1) return 'constant';
  if (ids.length >= LEAST_DISTINCT * rows.length) return undefined;
  return idNameRank(names[column]) >= 2 ? undefined : 'repeated';
}

interface Candidate {
  readonly ids: RowIds;
  readonly rank: number;
  readonly isUnique: boolean;
}

/** The columns that could be the id, the best first: unique before grouping, then by name, then by place. */
function candidates(source: ExportRows, passed: ReadonlySet<number>, unique = UNIQUE): Candidate[] {
  const { names } = source;
  return names
    .flatMap((name, column): Candidate[] => {
      if (name === '') return [];
      const ids = readIds(source, column, passed);
      const rank = idNameRank(name);
      const rows = ids.rows.length;
      if (rows === 0 || !isHandful(ids.without.length, rows + ids.without.length)) return [];
      if (ids.ids.length === 1 && rows > 1) return [];
      const isUnique = ids.ids.length >= unique * rows;
      if (!isUnique && rank < 2) return [];
      if (rank === 0 && isNoName(name)) return [];
      if (rank === 0 && ids.ids.some((text) => text.length > LONGEST_ID || isMeasure(text))) return [];
      return [{ ids, rank, isUnique }];
    })
    .sort((a, b) => Number(b.isUnique) - Number(a.isUnique) || b.rank - a.rank);
}

/** Money, measures, counts and ratings may all differ, and name no product. */
const isNoName = (name: string): boolean => {
  const concepts = conceptsOf(name);
  return (['price', 'money', 'measure', 'quantity', 'feedback', 'text', 'image', 'picture'] as const).some(
    (concept) => concepts.has(concept),
  );
};

/** A decimal number: no id, although prices and measures may all differ. */
const isMeasure = (text: string): boolean => /^[-+]?\d+[.,]\d{1,3}$/.test(text);

function bestColumn(
  source: ExportRows,
  passed: ReadonlySet<number>,
  first: RowIds | undefined,
  leastRank: number,
): RowIds | undefined {
  const best = candidates(source, passed).find(({ rank }) => rank >= leastRank);
  if (best === undefined || (first !== undefined && best.rank < idNameRank(source.names[first.column])))
    return first;
  return best.ids;
}

function namedColumn(source: ExportRows, id: string): number {
  const wanted = id.trim().normalize('NFC');
  const column = source.names.indexOf(wanted);
  if (column >= 0 && wanted !== '') return column;
  const folded = source.names.flatMap((name, at) =>
    name.toLowerCase() === wanted.toLowerCase() && name !== '' ? [at] : [],
  );
  if (folded.length === 1) return folded[0];
  const close = nearestName(wanted, source.names);
  throw new CatalogueError(
    'unknown_id_column',
    `There is no column "${shortened(wanted)}" that could hold the ids. ${close === undefined ? '' : `Did you mean "${shortened(close)}"? `}The columns are ${list(source.names)}.`,
  );
}

/** The columns that could hold the ids, for a message; undefined where none could. */
export function possibleIds(
  source: ExportRows,
  passed: ReadonlySet<number>,
  but: number,
): string | undefined {
  const names = candidates(source, passed)
    .filter(({ ids }) => ids.column !== but)
    .map(({ ids }) => source.names[ids.column]);
  return names.length === 0 ? undefined : list(names);
}

const list = (names: readonly string[]): string => {
  const all = names.filter((name) => name !== '');
  const named = all.slice(0, NAMED).map((name) => `"${shortened(name)}"`);
  return all.length > NAMED ? `${named.join(', ')} and ${all.length - NAMED} others` : named.join(', ');
};

function noIds(source: ExportRows, first: RowIds, fault: 'constant' | 'repeated'): CatalogueError {
  const { names } = source;
  const rows = first.rows.length;
  const what = {
    constant: 'it has the same value in every row',
    repeated: `${figure(rows)} rows have only ${figure(first.ids.length)} different values there`,
  }[fault];
  return new CatalogueError(
    'no_id_column',
    `Its first column, "${shortened(names[first.column])}", cannot be the id of the products: ${what}, and no other column has a different value in each row. ` +
      `Name the column of ids (--id COLUMN, or id in a request), of ${list(names)}, or export the file with a column of ids.`,
    { column: first.column + 1 },
  );
}
