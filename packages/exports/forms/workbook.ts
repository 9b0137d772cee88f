import { type ExportRows, emptyFile, headedRows, type Warning } from '@decidable/engine/catalogue';
import type { ReadingBudget } from './reading-budget.ts';
import type { Sheet } from './sheet.ts';
import type { Entry } from './unpack.ts';

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
 * @param entries of its archive; a workbook of the old form is none
 * @throws CatalogueError `broken_workbook`, or what is wrong with the sheet's header
 */
export async function readWorkbook(
  bytes: Uint8Array,
  form: WorkbookForm,
  entries: readonly Entry[],
  budget: ReadingBudget,
  header: boolean | undefined,
): Promise<SheetRows> {
  let fullest: Sheet | undefined;
  const filled: { readonly name: string; readonly values: number }[] = [];
  for await (const sheet of await sheetsOf(bytes, form, entries, budget)) {
    if (sheet.values === 0) continue;
    filled.push({ name: sheet.name, values: sheet.values });
    if (sheet.values > (fullest?.values ?? 0)) fullest = sheet;
  }
  if (fullest === undefined) throw emptyFile();
  const { name, grid } = fullest;
  const others = filled.filter((each) => each.name !== name).sort((a, b) => b.values - a.values);
  return {
    rows: headedRows(
      { ...grid, warnings: sheetWarnings(name, others) },
      { maxColumns: budget.limits.columns, header },
    ),
    sheet: name,
  };
}

async function sheetsOf(
  bytes: Uint8Array,
  form: WorkbookForm,
  entries: readonly Entry[],
  budget: ReadingBudget,
): Promise<Iterable<Sheet> | AsyncIterable<Sheet>> {
  switch (form) {
    case 'xlsx':
      return (await import('./xlsx.ts')).readXlsxSheets(entries, budget);
    case 'ods':
      return (await import('./ods.ts')).readOdsSheets(entries, budget);
    case 'xlsb':
      return (await import('./xlsb.ts')).readXlsbSheets(entries, budget);
    case 'xls':
      return (await import('./xls.ts')).readXlsSheets(bytes, budget);
  }
}

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
