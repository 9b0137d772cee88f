import { type CsvCell, writeCsv } from '../../catalogue/csv/csv-writer.ts';
import type { RepairSheet, SheetQuestion } from './sheet.ts';

/** The columns of a sheet. Sheets of earlier releases lack some, in another order. */
export const SHEET_COLUMNS = [
  'product_id',
  'title',
  'category',
  'attribute',
  'value',
  'suggestion',
  'derived_from',
  'known_values',
  'column',
] as const;

/** Values of a column that are listed beside a cell; set by hand. */
const LISTED_VALUES = 20;

/** The sheet as CSV. `value` is empty, to be filled in. */
export function sheetAsCsv(sheet: RepairSheet): string {
  const suggestion = SHEET_COLUMNS.indexOf('suggestion');
  const rows = sheetCells(sheet).map((row) =>
    row.map((text, at) => (at === suggestion ? asWritten(text) : text)),
  );
  return writeCsv([SHEET_COLUMNS, ...rows]);
}

/** The cells below the header, in the order of `SHEET_COLUMNS`. */
export function sheetCells({ questions, rows }: RepairSheet): string[][] {
  const known = questions.map(knownValues);
  return rows.map(({ id, title, category, question, suggestion, derivedFrom, column }) => [
    id,
    title,
    category,
    questions[question].attribute,
    '',
    suggestion,
    derivedFrom,
    known[question],
    column,
  ]);
}

/** What the column knows, for the eye: values, or the range of its numbers. */
function knownValues({ kind, values, unit, separator }: SheetQuestion): string {
  if (kind === 'number' || kind === 'date') {
    const what = kind === 'date' ? 'a date' : unit === undefined ? 'a number' : `a number, in ${unit}`;
    return `${what}, as ${values.join(' \u00b7 ')}`;
  }
  const listed = values.slice(0, LISTED_VALUES).join(' | ');
  const more = values.length > LISTED_VALUES ? ` | \u2026 ${values.length - LISTED_VALUES} more` : '';
  const several =
    separator === undefined ? '' : ` (several: joined by "${separator.replaceAll('\n', '\u21b5')}")`;
  return `${listed}${more}${several}`;
}

/** A negative number is written as a number, so that its sign is not escaped as a formula. */
function asWritten(text: string): CsvCell {
  return /^-\d/.test(text) && String(Number(text)) === text ? Number(text) : text;
}
