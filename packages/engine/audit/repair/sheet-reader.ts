import { CatalogueError } from '../../catalogue/catalogue-error.ts';
import { withoutApostrophe } from '../../catalogue/csv/csv-writer.ts';
import { isBlank } from '../../catalogue/csv/parsed-file.ts';
import { readRows } from '../../catalogue/csv/row-reader.ts';

/** A cell of a sheet: a text, or a number where the sheet is a workbook. */
export type SheetCell = string | number;

/** What a sheet says of one attribute of one product. */
export interface Answer {
  /** The row of the sheet; the header is row 1. Rows of a CSV file with line breaks in their cells are rows, not lines. */
  readonly row: number;
  readonly id: string;
  readonly attribute: string;
  /** The column of the file that the sheet names; empty where it names none. */
  readonly column: string;
  /** The value that the answer replaces: another spelling of it. Absent where the cell was empty. */
  readonly current?: string;
  /** Never empty. */
  readonly value: SheetCell;
  /** Whether the value is the suggestion of the sheet, with the cell beside it empty. */
  readonly isSuggestion: boolean;
}

/** A sheet that came back. */
export interface FilledSheet {
  readonly answers: readonly Answer[];
  /** Rows without a value. */
  readonly open: number;
}

export interface SheetReadingOptions {
  /** Whether suggestions count where the value is left empty. */
  readonly suggestions?: boolean;
}

/** The columns whose gaps a sheet fills, as its export may have had them when the sheet was made. */
export const filledBy = ({ answers }: FilledSheet): string[] => [
  ...new Set(
    answers.flatMap(({ current, attribute, column }) => (current === undefined ? [attribute, column] : [])),
  ),
];

/**
 * Reads a sheet, of this or an earlier release, as a spreadsheet program may have saved it: with other separators,
 * encoding, order of rows or columns, and with more columns.
 *
 * @throws CatalogueError `no_repair_sheet` if it lacks the columns; that of the reader
 */
export function readSheet(csv: string | Uint8Array, options?: SheetReadingOptions): FilledSheet {
  const { file, headerRow, names } = readRows(csv);
  return readSheetRows([names, ...file.rows.slice(headerRow + 1)], options);
}

/** The same of rows, the header first. */
export function readSheetRows(
  [header = [], ...rows]: readonly (readonly SheetCell[])[],
  { suggestions = false }: SheetReadingOptions = {},
): FilledSheet {
  const names = header.map((name) => `${name}`.trim().toLowerCase());
  const placeOf = (name: string) => names.indexOf(name);
  const places = {
    id: placeOf('product_id'),
    attribute: placeOf('attribute'),
    column: placeOf('column'),
    value: placeOf('value'),
    suggestion: placeOf('suggestion'),
    current: placeOf('current'),
  };
  if (places.id < 0 || places.attribute < 0 || places.value < 0) {
    throw new CatalogueError(
      'no_repair_sheet',
      'This is no repair sheet: it needs the columns "product_id", "attribute" and "value". Write one with "decidable audit EXPORT --repair-sheet SHEET", and keep its header row.',
    );
  }
  const answers: Answer[] = [];
  let open = 0;
  rows.forEach((row, at) => {
    const textAt = (place: number) => textOf(row[place] ?? '');
    if (isBlank(row.map((cell) => `${cell}`))) return;
    const filled = answerIn(row[places.value] ?? '');
    const isSuggestion = filled === '' && suggestions;
    const value = isSuggestion ? answerIn(row[places.suggestion] ?? '') : filled;
    if (value === '') {
      open++;
      return;
    }
    const attribute = textAt(places.attribute);
    const current = textAt(places.current);
    answers.push({
      row: at + 2,
      id: textAt(places.id),
      attribute,
      column: textAt(places.column),
      ...(current === '' ? {} : { current }),
      value,
      isSuggestion,
    });
  });
  return { answers, open };
}

const textOf = (cell: SheetCell): string => `${cell}`.trim().normalize('NFC');

const answerIn = (cell: SheetCell): SheetCell =>
  typeof cell === 'number' ? cell : withoutApostrophe(cell.trim());
