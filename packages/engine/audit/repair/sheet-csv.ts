import { type CsvCell, writeCsv } from '../../catalogue/csv/csv-writer.ts';
import type { RepairSheet, SheetQuestion } from './sheet.ts';

/** The columns of a sheet. Sheets of earlier releases lack some, in another order. */
export const SHEET_COLUMNS = [
  'product_id',
  'title',
  'category',
  'attribute',
  'current',
  'value',
  'suggestion',
  'derived_from',
  'known_values',
  'column',
] as const;

/** Values of a column that are listed beside a cell, and their characters; set by hand. */
const LISTED_VALUES = 12;
const LISTED_LENGTH = 120;

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
  return rows.map(({ id, title, category, question, current = '', suggestion, derivedFrom, column }) => [
    id,
    title,
    category,
    questions[question].attribute,
    current,
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
    return values.length === 0 ? what : `${what}, as ${values.join(' | ')}`;
  }
  const shown = beginning(values);
  const listed = shown.join(' | ');
  const more = values.length > shown.length ? ` | ... ${values.length - shown.length} more` : '';
  const several =
    separator === undefined ? '' : ` (several: joined by "${separator.replaceAll('\n', 'a line break')}")`;
  return `${listed}${more}${several}`;
}

/** The first values, as many as fit; at least one. */
function beginning(values: readonly string[]): readonly string[] {
  let length = 0;
  const end = values.findIndex((value, at) => {
    length += value.length;
    return at > 0 && (at === LISTED_VALUES || length > LISTED_LENGTH);
  });
  return end < 0 ? values : values.slice(0, end);
}

/** A negative number is written as a number, so that its sign is not escaped as a formula. */
function asWritten(text: string): CsvCell {
  return /^-\d/.test(text) && String(Number(text)) === text ? Number(text) : text;
}
