import { nearestName } from '../../../primitives/nearest-name.ts';
import { CatalogueError } from '../../catalogue-error.ts';
import { shortened } from '../../csv/parsed-file.ts';
import { figure } from '../../figures.ts';
import { SHORTENED_NUMBER } from '../../numbers/number-text.ts';
import { cellAt } from '../coded-rows.ts';
import type { ExportRows } from '../export-rows.ts';
import { isHandful } from '../faults.ts';
import {
  idNameRank,
  isCalledId,
  isIdOfVariants,
  isNoName,
  isOfSomethingElse,
  isTitleOfProducts,
} from './id-names.ts';
import { continuesAbove, type RowIds, readIds } from './row-ids.ts';
import { numberedRows, tellingColumns } from './row-numbers.ts';

/** Below this share of different values rows are said to share theirs. Set by hand. */
const LEAST_DISTINCT = 0.5;
/** A column tells rows apart where this share of them has a different value. Set by hand. */
const UNIQUE = 0.98;
/** A column with a value in no more of the rows is as good as empty. Set by hand. */
const NEARLY_EMPTY = 0.1;
/** Rows a product from which a file counts as folded into few; no shop has so many variants of most products. */
const MOST_ROWS_A_PRODUCT = 10;
/** Fewer rows are judged by nobody. Set by hand. */
const LEAST_ROWS = 5;
/** Ids are shorter; texts of this length are descriptions. Set by hand. */
const LONGEST_ID = 200;
/** Columns that a message names. */
const NAMED = 5;
/** What evidence weighs beside the rank of a column's name, from 0 to 3. Set by hand. */
const WEIGHTS = {
  /** Column one, which is the id unless its name or its values speak against that. */
  first: 3,
  /** Rows share values: variants may fold into their product, and different products into one. */
  repeats: -0.9,
  /** The same of a column whose name says nothing. */
  unnamedRepeats: -1.5,
  /** All that speaks for ids of variants: more than for a title, and less than for ids of products that repeat. */
  ofVariants: 1.05,
};

/** The ids of an export, and how their column was chosen. */
export interface ChosenIds {
  readonly ids: RowIds;
  /** Why it is not column one; absent where it is, or where the caller named it. */
  readonly instead?: 'blank' | 'constant' | 'repeated' | 'named' | 'unordered';
  /** What speaks against column one, where no other may be chosen in its place. */
  readonly doubt?: 'constant' | 'repeated';
  /** Whether empty ids were taken from the row above. */
  readonly filledDown?: boolean;
  /** Where no column tells the products apart, and rows are numbered: the columns that say whether a row is the same. */
  readonly numberedBy?: readonly string[];
}

export interface ChoosingOptions {
  /** The column that the caller names. */
  readonly id?: string | undefined;
  /** Columns that say whether a numbered row is the same, where an earlier export was numbered by them. */
  readonly numberedBy?: readonly string[] | undefined;
  /** Columns whose cells may have been filled since rows were numbered. */
  readonly filled?: readonly string[] | undefined;
  /** Whether another column than the first may be chosen. */
  readonly finds: boolean;
  /** Whether rows are refused rather than numbered. */
  readonly needs: boolean;
  /** Whether rows may lack an id; otherwise each is refused. */
  readonly tolerant: boolean;
}

/**
 * Chooses the column of ids: the one that the caller names; else that for which most speaks (its name, how many rows it
 * tells apart, how many have a value, and the place in front). Where none can be it, the rows are numbered.
 *
 * @throws CatalogueError where the named column is not there, where all rows say the same, and where ids are needed
 */
export function chooseIds(
  source: ExportRows,
  passed: ReadonlySet<number>,
  { id, numberedBy, filled, finds, needs, tolerant }: ChoosingOptions,
): ChosenIds {
  if (id !== undefined) return filledDown(source, passed, readIds(source, namedColumn(source, id), passed));
  if (numberedBy?.every((name) => source.names.includes(name)))
    return numberedRows(source, passed, numberedBy);
  const first = readIds(source, firstColumn(source), passed);
  const fault = faultOf(source, first);
  if (!finds || (fault === 'blank' && !tolerant)) {
    const isDoubtful = fault === 'constant' || fault === 'repeated';
    return isDoubtful ? { ids: first, doubt: fault } : { ids: first };
  }
  if (fault === 'blank') {
    const continued = filledDown(source, passed, first);
    if (continued.filledDown) return continued;
  }
  const all = first.rows.length + first.without.length;
  const isNearlyEmpty = all >= LEAST_ROWS && first.rows.length <= NEARLY_EMPTY * all;
  // A column that is called an id, or mostly filled, gives way to another column of ids only: its rows are faulty,
  // rather than the products told apart by what else differs.
  const isGappy =
    fault === 'blank' &&
    !isNearlyEmpty &&
    (first.rows.length > first.without.length || idNameRank(source.names[first.column]) >= 2);
  const found = candidates(source, passed, first).find(
    ({ ids, rank }) => !isGappy || (rank >= 2 && ids.column !== first.column),
  );
  if (found?.ids.column === first.column) return { ids: first };
  if (found !== undefined)
    return { ids: found.ids, instead: fault ?? (source.isUnordered ? 'unordered' : 'named') };
  // Rows without an id are refused with their line.
  if (fault === 'blank' && !isNearlyEmpty) return { ids: first };
  if (needs)
    throw new CatalogueError(
      'no_id_column',
      `No column tells the products apart (${listed(source.names)}). Signals and pages name a product by its id: add a column that has a different value for each product, or name the column of the ids (id).`,
    );
  const by = tellingColumns(source, passed, filled);
  if (by.length === 0 && all >= LEAST_ROWS)
    throw new CatalogueError(
      'no_id_column',
      `Nothing tells the ${figure(all)} rows apart: each column has one value at most. Add a column that has a different value for each product.`,
    );
  return numberedRows(source, passed, by);
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

/** What speaks against column one as that of the ids. */
function faultOf(source: ExportRows, ids: RowIds): 'blank' | 'constant' | 'repeated' | undefined {
  const { rows, without } = ids;
  if (without.length > 0 && !isHandful(without.length, rows.length + without.length)) return 'blank';
  if (rows.length >= LEAST_ROWS && ids.ids.length === 1) return 'constant';
  const name = source.names[ids.column];
  const isElse = idNameRank(name) === 0 && isOfSomethingElse(name);
  if ((rows.length < LEAST_ROWS && !isElse) || idNameRank(name) >= 2) return undefined;
  return ids.ids.length >= (isElse ? UNIQUE : LEAST_DISTINCT) * rows.length ? undefined : 'repeated';
}

interface Candidate {
  readonly ids: RowIds;
  readonly rank: number;
  readonly isUnique: boolean;
  /** Rank, and what else speaks for the column. */
  readonly weight: number;
}

/**
 * The columns that could be the id, the best first, and of equals the one in front.
 *
 * @param first column one, for which its place speaks; undefined where it does not
 */
function candidates(source: ExportRows, passed: ReadonlySet<number>, first?: RowIds): Candidate[] {
  const placed = source.isUnordered === true ? undefined : first;
  const own = placed === undefined ? undefined : candidateOf(source, placed, true);
  const all = source.names.flatMap((name, column): Candidate[] => {
    if (name === '' || column === own?.ids.column) return [];
    // Columns are read only where their names leave it open whether they are better.
    if (own !== undefined && idNameRank(name) <= own.weight) return [];
    const found = candidateOf(source, readIds(source, column, passed), false);
    return found === undefined ? [] : [found];
  });
  return [...(own === undefined ? [] : [own]), ...all].sort((a, b) => b.weight - a.weight);
}

function candidateOf(source: ExportRows, ids: RowIds, isFirst: boolean): Candidate | undefined {
  const name = source.names[ids.column];
  const rank = idNameRank(name);
  const isElse = rank === 0 && isOfSomethingElse(name);
  const rows = ids.rows.length;
  if (rows === 0 || !isHandful(ids.without.length, rows + ids.without.length)) return undefined;
  if (ids.ids.length === 1 && rows >= (isFirst ? LEAST_ROWS : 2)) return undefined;
  // Different products share what is left of their numbers.
  if (ids.ids.length < rows && ids.ids.some((text) => SHORTENED_NUMBER.test(text))) return undefined;
  const isUnique = ids.ids.length >= UNIQUE * rows;
  const isModest = rows < MOST_ROWS_A_PRODUCT * ids.ids.length;
  const isFolding =
    (isFirst && isCalledId(name)) ||
    (isModest &&
      (rank === 0 ? isFirst && !isElse && shareTitles(source, ids) : rank >= 2 || isTitleOfProducts(name)) &&
      holdsVariants(source, ids));
  if (!isUnique && !isFolding) return undefined;
  if (rank === 0 && isNoName(name)) return undefined;
  if (!isFirst && rank === 0 && ids.ids.some((text) => text.length > LONGEST_ID || isMeasure(text)))
    return undefined;
  const isOfVariant = isIdOfVariants(name);
  let weight = isOfVariant ? WEIGHTS.ofVariants : rank;
  if (isFirst && rank !== 1 && !isOfVariant) weight += WEIGHTS.first;
  if (!isUnique) weight += rank === 0 ? WEIGHTS.unnamedRepeats : WEIGHTS.repeats;
  return { ids, rank, isUnique, weight };
}

/** Whether rows with one title differ in something, as the variants of a product do: rows that are written twice do not. */
function holdsVariants({ rows, names }: ExportRows, { ids, rows: read, productOfRow }: RowIds): boolean {
  const firstOf = new Int32Array(ids.length).fill(-1);
  let [others, different] = [0, 0];
  productOfRow.forEach((product, at) => {
    const first = firstOf[product];
    if (first < 0) {
      firstOf[product] = read[at];
      return;
    }
    others++;
    if (names.some((_, column) => cellAt(rows, first, column) !== cellAt(rows, read[at], column)))
      different++;
  });
  return different >= LEAST_DISTINCT * others;
}

/** Whether most rows with one id have one title, as variants do, or none: a maker has many products. */
function shareTitles({ rows, names }: ExportRows, { rows: read, productOfRow }: RowIds): boolean {
  const title = names.findIndex(isTitleOfProducts);
  if (title < 0) return true;
  const titleOf = new Map<number, string>();
  let [others, alike] = [0, 0];
  productOfRow.forEach((product, at) => {
    const own = cellAt(rows, read[at], title);
    if (own === '') return;
    const known = titleOf.get(product);
    if (known === undefined) titleOf.set(product, own);
    else {
      others++;
      if (known === own) alike++;
    }
  });
  return alike >= LEAST_DISTINCT * others;
}

/** A decimal number: no id, although prices and measures may all differ. */
const isMeasure = (text: string): boolean => /^[-+]?\d+[.,]\d{1,3}$/.test(text);

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
    `There is no column "${shortened(wanted)}" that could hold the ids. ${close === undefined ? '' : `Did you mean "${shortened(close)}"? `}The columns are ${listed(source.names)}.`,
  );
}

/** The columns that could hold the ids, for a message; undefined where none could. */
export function possibleIds(
  source: ExportRows,
  passed: ReadonlySet<number>,
  but: number,
): string | undefined {
  const names = candidates(source, passed)
    .filter(({ ids, rank, isUnique }) => ids.column !== but && (isUnique || rank >= 2))
    .map(({ ids }) => source.names[ids.column]);
  return names.length === 0 ? undefined : listed(names);
}

/** The first columns that have a name, for a message. */
export const listed = (names: readonly string[]): string => {
  const all = names.filter((name) => name !== '');
  const named = all.slice(0, NAMED).map((name) => `"${shortened(name)}"`);
  return all.length > NAMED ? `${named.join(', ')} and ${all.length - NAMED} others` : named.join(', ');
};
