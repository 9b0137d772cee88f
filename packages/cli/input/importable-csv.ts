import { limits } from '@decidable/contract/limits';
import { EXPORT_LIMITS } from '@decidable/exports';
import { ExportFault, type GivenExport, importableCsv as importable } from '@decidable/exports/grading';
import type { ExportSettings } from '@decidable/exports/settings';
import { BadInput } from '../fault.ts';

const LIMITS = { ...EXPORT_LIMITS, columns: limits.csvColumns };

/** An export as the CSV that the store keeps. @throws BadInput with the file and the place of the first fault */
export async function importableCsv(
  given: GivenExport,
  { id, ignore = [] }: ExportSettings,
): ReturnType<typeof importable> {
  try {
    return await importable(given, { ...(id !== undefined && { id }), ignore, needsId: true }, LIMITS);
  } catch (error) {
    throw error instanceof ExportFault ? new BadInput(error.message, { cause: error }) : error;
  }
}
