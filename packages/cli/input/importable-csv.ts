import { limits } from '@decidable/contract/limits';
import { CatalogueError, idsOf, type Warning } from '@decidable/engine/catalogue';
import { csvWithIdFirst, EXPORT_LIMITS, readExport, united } from '@decidable/exports';
import type { ExportSettings } from '@decidable/exports/settings';
import { BadInput } from '../fault.ts';
import type { GivenFile } from '../input.ts';
import type { GivenExport } from './given-export.ts';

const LIMITS = { ...EXPORT_LIMITS, columns: limits.csvColumns };

/**
 * An export as the CSV that the store keeps. A CSV whose column one is the id, with nothing to pass over, stays as it
 * is; every other form is written as one.
 *
 * @returns the CSV, and what was passed over
 * @throws BadInput with the file and the place of the first fault
 */
export async function importableCsv(
  { name, files }: GivenExport,
  { id, ignore = [] }: ExportSettings,
): Promise<{ readonly file: GivenFile; readonly warnings: readonly Warning[] }> {
  let at = name;
  try {
    const read = [];
    for (const file of files) {
      at = file.name;
      read.push({ name: file.name, ...(await readExport(file.bytes, LIMITS)) });
    }
    at = name;
    const rows = united(read, LIMITS);
    const { ids, instead, warnings } = idsOf(rows, { id, tolerant: true });
    const [only] = read;
    const isAsItIs =
      read.length === 1 &&
      only.form === 'csv' &&
      only.packed.length === 0 &&
      ignore.length === 0 &&
      ids.column === 0 &&
      instead === undefined &&
      rows.names.every((column) => column !== '') &&
      [...rows.warnings, ...warnings].every(({ code }) => code === 'decoded_windows_1252');
    const bytes = isAsItIs ? files[0].bytes : csvWithIdFirst(rows, { id, ignore });
    return { file: { name, bytes }, warnings: [...rows.warnings, ...warnings] };
  } catch (error) {
    if (error instanceof CatalogueError) throw new BadInput(error.messageIn(at), { cause: error });
    throw error;
  }
}
