import { hashText } from '../../../primitives/hash.ts';
import { cellAt } from '../coded-rows.ts';
import { columnKey } from '../column-key.ts';
import type { ExportRows } from '../export-rows.ts';
import { isNoName } from './id-names.ts';
import { type RowIds, readIds } from './row-ids.ts';

/** Names of the numbers of rows; one that a column of the file has is passed over. */
const NAMES = ['row', 'row number', 'row of the file'];
/** Columns by whose cells a row is known again, at most. Set by hand. */
const MOST_COLUMNS = 3;
/** Of these the share of the different values that the most telling one has. Set by hand. */
const AS_TELLING = 0.5;
/** Letters of which no word is made, so that no number is read as a fact. */
const LETTERS = 'bcdfghjklmnpqrstvwxz';
/** Of 100,000 different rows some four then have the letters of another one. */
const LENGTH = 7;

/** The ids of rows that were numbered, and the columns by which a row is known again. */
export interface RowNumbers {
  readonly ids: RowIds;
  readonly numberedBy: readonly string[];
}

/**
 * The rows under numbers, as spreadsheets count them, each with letters that say what stands in the row: `12-bqxdkzt`. After
 * rows were sorted or inserted, a number alone would name another product.
 *
 * @param numberedBy columns of which the letters are made
 */
export function numberedRows(
  source: ExportRows,
  passed: ReadonlySet<number>,
  numberedBy: readonly string[],
): RowNumbers {
  const { names, rows, rowsAbove = 0, width = names.length } = source;
  const columns = numberedBy.map((name) => names.indexOf(name));
  // Behind the last column no row has an id.
  const all = readIds(source, Math.max(width, names.length), passed);
  const read = Int32Array.from(all.without);
  const ids = Array.from(read, (row) => {
    const content = columns.map((column) => cellAt(rows, row, column).trim().normalize('NFC'));
    return `${source.placeOf(row).record ?? rowsAbove + row + 1}-${lettersOf(content.join('\u001f'))}`;
  });
  const numbered: RowIds = {
    column: -1,
    ids,
    rows: read,
    productOfRow: Int32Array.from(read, (_, at) => at),
    without: [],
    tooLong: all.tooLong,
  };
  return { ids: numbered, numberedBy };
}

/** The name of the column of ids, or of the numbers of rows. */
export function nameOfIds({ names }: ExportRows, column: number): string {
  if (column >= 0) return names[column];
  const taken = new Set(names.map(columnKey));
  return NAMES.find((name) => !taken.has(columnKey(name))) ?? `row (${names.length + 1})`;
}

/** What stands in a row, of its id: the letters behind its number. */
export const contentOf = (id: string): string => id.slice(id.lastIndexOf('-') + 1);

/**
 * The columns that tell most rows apart: of those without a gap, which nobody fills, and rather names and the like than
 * prices and texts, which change.
 *
 * @param filled columns whose cells may have been filled since the rows were numbered
 */
export function tellingColumns(
  source: ExportRows,
  passed: ReadonlySet<number>,
  filled: readonly string[] = [],
): string[] {
  const told = source.names
    .flatMap((name, column) => {
      if (name === '' || filled.includes(name)) return [];
      const { ids, without } = readIds(source, column, passed);
      return ids.length < 2
        ? []
        : [{ name, values: ids.length, changes: without.length > 0 || isNoName(name) }];
    })
    .sort(
      (a, b) => Number(a.changes) - Number(b.changes) || b.values - a.values || (a.name < b.name ? -1 : 1),
    );
  return told
    .filter(({ values, changes }) => values >= AS_TELLING * told[0].values && changes === told[0].changes)
    .slice(0, MOST_COLUMNS)
    .map(({ name }) => name);
}

function lettersOf(text: string): string {
  let rest = hashText(text);
  let letters = '';
  for (let at = 0; at < LENGTH; at++) {
    letters += LETTERS[rest % LETTERS.length];
    rest = Math.floor(rest / LETTERS.length);
  }
  return letters;
}
