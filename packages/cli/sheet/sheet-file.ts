import { stat } from 'node:fs/promises';
import { type RepairSheet, sheetAsCsv } from '@decidable/engine/audit';
import { CatalogueError } from '@decidable/engine/catalogue';
import { filledSheet } from '@decidable/exports/grading';
import { counted } from '@decidable/report/wording';
import { BadInput, systemCode } from '../fault.ts';
import { readGiven } from '../input.ts';
import { writeFileTo } from '../output.ts';

export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return false;
    throw error;
  }
}

/**
 * Refuses to write a sheet over a file that may hold somebody's work. A sheet in which nothing was filled in is replaced.
 *
 * @throws BadInput if the file holds values, or is no sheet
 */
export async function refuseFilledSheet(path: string): Promise<void> {
  if (!(await isThere(path))) return;
  const file = await readGiven(path);
  let filled: number;
  try {
    filled = (await filledSheet(file)).answers.length;
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    if (file.bytes.length === 0) return;
    throw new BadInput(
      `${path}: this file is no repair sheet, and would be lost. Give another name, or delete it first.`,
      { cause: error },
    );
  }
  if (filled > 0) {
    throw new BadInput(
      `${path}: this sheet has ${counted(filled, 'value')} filled in, which would be lost. ` +
        `Write them back first ("decidable apply EXPORT ${path} -o REPAIRED"), or give another name.`,
    );
  }
}

/** Writes the sheet, as a workbook where its name ends in `.xlsx`, else as CSV. */
export async function writeSheet(path: string, sheet: RepairSheet): Promise<void> {
  if (/\.xlsx$/i.test(path)) {
    const { sheetWorkbook } = await import('@decidable/exports');
    return writeFileTo(path, await sheetWorkbook(sheet));
  }
  const csv = sheetAsCsv(sheet);
  // Spreadsheet programs read UTF-8 by its mark only; plain ASCII needs none.
  return writeFileTo(path, /\P{ASCII}/u.test(csv) ? `\ufeff${csv}` : csv);
}
