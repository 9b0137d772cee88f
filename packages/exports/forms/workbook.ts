import {
  CatalogueError,
  type ExportRows,
  type Grid,
  headedRows,
  type Warning,
} from '@decidable/engine/catalogue';
import type { ExportLimits } from '../limits.ts';
import { textOf } from './flatten.ts';

/** The form of a workbook. */
export type WorkbookForm = 'ods' | 'xls' | 'xlsb' | 'xlsx';

/** The rows of a workbook's sheet, and its name. */
export interface SheetRows {
  readonly rows: ExportRows;
  readonly sheet: string;
}

/** Sheets that a warning names. */
const NAMED = 3;

/**
 * Reads the visible sheet of a workbook that holds most values: others are notes, or lists of values.
 *
 * @throws CatalogueError `broken_workbook`, or what is wrong with the sheet's header
 */
export async function readWorkbook(
  bytes: Uint8Array,
  form: WorkbookForm,
  limits: ExportLimits,
): Promise<SheetRows> {
  const { sheets } = await opened(bytes, form);
  const filled = sheets
    .filter(({ hidden, veryHidden }) => !hidden && !veryHidden)
    .map(({ name, rows }) => ({
      name,
      rows: rows.map((row) => row.map(cellText)),
    }))
    .map((sheet) => ({
      ...sheet,
      values: sheet.rows.reduce(
        (sum, row) => sum + row.reduce((own, cell) => own + Number(cell !== ''), 0),
        0,
      ),
    }))
    .filter(({ values }) => values > 0)
    .sort((a, b) => b.values - a.values);
  const [sheet, ...others] = filled;
  const grid: Grid = {
    rows: sheet?.rows ?? [],
    placeOf: (row) => ({ line: row + 1 }),
    warnings: sheet === undefined ? [] : sheetWarnings(sheet.name, others),
  };
  return {
    rows: headedRows(grid, { maxColumns: limits.columns, tolerant: true }),
    sheet: sheet.name,
  };
}

const cellText = (value: unknown): string => (value === null || value === undefined ? '' : textOf(value));

function sheetWarnings(name: string, others: readonly { readonly name: string }[]): Warning[] {
  if (others.length === 0) return [];
  const named = others.slice(0, NAMED).map((other) => `"${other.name}"`);
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
  return [
    {
      code: 'sheets_not_read',
      message: `The sheet "${name}" was read; ${named.join(', ')}${more} ${others.length === 1 ? 'holds' : 'hold'} less and ${others.length === 1 ? 'was' : 'were'} not.`,
    },
  ];
}

async function opened(bytes: Uint8Array, form: WorkbookForm) {
  try {
    if (form === 'ods') return await (await import('hucre/ods')).readOds(bytes);
    const { readXls, readXlsb, readXlsx } = await import('hucre/xlsx');
    return await { xls: readXls, xlsb: readXlsb, xlsx: readXlsx }[form](bytes);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new CatalogueError(
      'broken_workbook',
      `The workbook cannot be read (${error.message}). Open it in a spreadsheet program and save it again, without a password, or as "CSV UTF-8".`,
    );
  }
}
