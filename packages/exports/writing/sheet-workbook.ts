import { type RepairSheet, SHEET_COLUMNS, type SheetCell, sheetCells } from '@decidable/engine/audit';
import { CatalogueError } from '@decidable/engine/catalogue';
import { ReadingBudget } from '../forms/reading-budget.ts';
import { entriesOf } from '../forms/unpack.ts';
import { readXlsxSheets } from '../forms/xlsx.ts';
import { EXPORT_LIMITS } from '../limits.ts';

/** Widths of the columns in characters, in the order of `SHEET_COLUMNS`. */
const WIDTHS = [18, 40, 24, 24, 24, 28, 24, 18, 50, 24];
/** Values in one drop-down; more are no help. Set by hand. */
const MOST_VALUES = 500;
const VALUES = 'Values';

/**
 * The sheet as a workbook: every cell of the column `value` has a drop-down of what its column knows, from a second
 * sheet. Other values may be typed in. All cells are text, so that no id loses its zeros and no size becomes a date.
 */
export async function sheetWorkbook(sheet: RepairSheet): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx');
  const rows = sheetCells(sheet);
  const lists = sheet.questions.map(({ kind, values }) =>
    kind === 'number' || kind === 'date' ? [] : values.slice(0, MOST_VALUES),
  );
  const depth = Math.max(0, ...lists.map((list) => list.length));
  const value = letterOf(SHEET_COLUMNS.indexOf('value'));
  const validations = runsOf(sheet.rows).flatMap(({ question, first, last }) => {
    if (lists[question].length === 0) return [];
    const column = letterOf(question);
    return [
      {
        type: 'list' as const,
        formula1: `${VALUES}!$${column}$2:$${column}$${lists[question].length + 1}`,
        range: `${value}${first + 2}:${value}${last + 2}`,
        showErrorMessage: false,
      },
    ];
  });
  const lastRow = rows.length + 1;
  return writeXlsx({
    sheets: [
      {
        name: 'To record',
        rows: [[...SHEET_COLUMNS], ...rows.map((row) => row.map((cell) => (cell === '' ? null : cell)))],
        columns: WIDTHS.map((width) => ({ width, numFmt: '@' })),
        freezePane: { rows: 1 },
        autoFilter: { range: `A1:${letterOf(SHEET_COLUMNS.length - 1)}${lastRow}` },
        dataValidations: validations,
      },
      {
        name: VALUES,
        rows: [
          sheet.questions.map(({ attribute }) => attribute),
          ...Array.from({ length: depth }, (_, at) => lists.map((list) => list[at] ?? null)),
        ],
        columns: sheet.questions.map(() => ({ width: 24, numFmt: '@' })),
        freezePane: { rows: 1 },
      },
    ],
  });
}

/** Rows of one question that follow each other, by their indices. */
function runsOf(rows: RepairSheet['rows']): { question: number; first: number; last: number }[] {
  const runs: { question: number; first: number; last: number }[] = [];
  rows.forEach(({ question }, at) => {
    const run = runs.at(-1);
    if (run?.question === question) run.last = at;
    else runs.push({ question, first: at, last: at });
  });
  return runs;
}

/** `A`, `Z`, `AA`. */
function letterOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : `${letterOf(Math.floor(column / 26) - 1)}${letter}`;
}

/** Whether a file is a workbook, by its first bytes. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  [0x50, 0x4b, 3, 4].every((byte, at) => bytes[at] === byte);

/**
 * The rows of a sheet that was filled in as a workbook, the header first: those of the first sheet with the columns of a
 * repair sheet. Numbers are numbers.
 *
 * @throws CatalogueError `broken_workbook`, `too_large` or `too_many_columns`
 */
export async function sheetRows(bytes: Uint8Array): Promise<readonly (readonly SheetCell[])[]> {
  const { readXlsx } = await import('hucre/xlsx');
  let sheets: Awaited<ReturnType<typeof readXlsx>>['sheets'];
  try {
    const budget = new ReadingBudget(EXPORT_LIMITS, bytes.length);
    // The library makes each row as wide as its last cell: what is too large is refused before.
    for await (const _ of readXlsxSheets(entriesOf(bytes), budget));
    ({ sheets } = await readXlsx(bytes));
  } catch (error) {
    if (!(error instanceof Error) || error instanceof CatalogueError) throw error;
    throw new CatalogueError(
      'broken_workbook',
      `The workbook cannot be read (${error.message}). Open it in a spreadsheet program and save it again, without a password.`,
    );
  }
  const filled = sheets.find(({ rows }) => rows[0]?.some((cell) => cell === 'product_id')) ?? sheets[0];
  return (filled?.rows ?? []).map((row) => row.map((cell) => cellOf(cell)));
}

function cellOf(cell: unknown): SheetCell {
  if (typeof cell === 'number') return Number(cell.toPrecision(15));
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  return cell === null || cell === undefined ? '' : String(cell);
}
