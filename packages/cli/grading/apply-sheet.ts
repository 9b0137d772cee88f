import { limits } from '@decidable/contract/limits';
import { type FilledSheet, fillIn, readSheet, readSheetRows } from '@decidable/engine/audit';
import { CatalogueError, readTable } from '@decidable/engine/catalogue';
import { EXPORT_LIMITS, isWorkbook, readExport, sheetRows, writeBack } from '@decidable/exports';
import type { GivenFile } from '../input.ts';
import type { ApplyJob, ApplyOutcome } from './job.ts';

/** What is wrong with the export or the sheet, for its owner; the message names the file. */
export class ApplyingFault extends Error {}

/** Reads a sheet that was filled in: CSV or a workbook. */
export async function filledSheet(
  { bytes }: GivenFile,
  options?: { readonly suggestions?: boolean },
): Promise<FilledSheet> {
  return isWorkbook(bytes) ? readSheetRows(await sheetRows(bytes), options) : readSheet(bytes, options);
}

/**
 * Writes a sheet into an export, in the form of the export.
 *
 * @throws ApplyingFault
 */
export async function applied({ file, sheet, reading, kinds, options }: ApplyJob): Promise<ApplyOutcome> {
  const filled = await naming(sheet, () => filledSheet(sheet, options));
  return naming(file, async () => {
    const { encoding, asCsv = false } = options;
    const read = await readExport(file.bytes, { ...EXPORT_LIMITS, columns: limits.csvColumns });
    const table = readTable(read.rows, { ...reading, tolerant: true, forWriting: true });
    const { edits, ...outcome } = fillIn(table, filled, { ...options, kinds });
    const repaired = await writeBack(file.bytes, read, edits, {
      asCsv,
      ...(encoding === undefined ? {} : { encoding: { name: encoding, mark: false } }),
    });
    return { ...outcome, repaired };
  });
}

async function naming<Result>({ name }: GivenFile, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    const how = error.code === 'not_encodable' ? ' (--encoding utf-8 writes UTF-8.)' : '';
    throw new ApplyingFault(`${error.messageIn(name)}${how}`, { cause: error });
  }
}
