import {
  type ApplyOptions,
  type FilledSheet,
  filledBy,
  fillIn,
  readSheet,
  readSheetRows,
  type SheetOutcome,
} from '@decidable/engine/audit';
import { type KindChoices, readTable } from '@decidable/engine/catalogue';
import type { ExportLimits } from '../limits.ts';
import { readExport } from '../read-export.ts';
import { isWorkbook, sheetRows } from '../writing/sheet-workbook.ts';
import { writeBack } from '../writing/write-back.ts';
import { asFault } from './export-fault.ts';
import type { GivenFile, Reading } from './given-export.ts';

export interface ApplyJob {
  readonly file: GivenFile;
  /** A file, or what was read of one. */
  readonly sheet: GivenFile | FilledSheet;
  readonly reading: Reading;
  readonly kinds: KindChoices;
  /** `asCsv`: write CSV, whatever the form of the export is. */
  readonly options: ApplyOptions & { readonly asCsv?: boolean };
  /** Those of the command line when absent. */
  readonly limits?: ExportLimits;
}

export interface ApplyOutcome extends SheetOutcome {
  /** The repaired export. */
  readonly repaired: Uint8Array;
}

/**
 * Reads a sheet that was filled in: CSV or a workbook.
 *
 * @throws CatalogueError
 */
export async function filledSheet(
  { bytes }: GivenFile,
  options?: { readonly suggestions?: boolean },
): Promise<FilledSheet> {
  return isWorkbook(bytes) ? readSheetRows(await sheetRows(bytes), options) : readSheet(bytes, options);
}

/**
 * Writes a sheet into an export, in the form of the export.
 *
 * @param remedy added to the message where the encoding of the export lacks a character
 * @throws ExportFault
 */
export async function applySheetTo(
  { file, sheet, reading, kinds, options, limits }: ApplyJob,
  remedy = '',
): Promise<ApplyOutcome> {
  const filled =
    'bytes' in sheet
      ? await naming(sheet.name, () => filledSheet(sheet, options), remedy)
      : (sheet satisfies FilledSheet);
  return naming(
    file.name,
    async () => {
      const { encoding, asCsv = false } = options;
      const read = await readExport(file.bytes, limits, reading.header);
      const table = readTable(read.rows, {
        ...reading,
        tolerant: true,
        filled: filledBy(filled),
        forWriting: true,
      });
      const { edits, ...outcome } = fillIn(table, filled, { ...options, kinds });
      const repaired = await writeBack(file.bytes, read, edits, {
        asCsv,
        ...(encoding === undefined ? {} : { encoding: { name: encoding, mark: false } }),
      });
      return { ...outcome, repaired };
    },
    remedy,
  );
}

async function naming<Result>(name: string, work: () => Promise<Result>, remedy: string): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isUnencodable = error instanceof Error && 'code' in error && error.code === 'not_encodable';
    throw asFault(error, name, isUnencodable ? remedy : '');
  }
}
