import { idsOf, type Warning } from '@decidable/engine/catalogue';
import { EXPORT_LIMITS, type ExportLimits } from '../limits.ts';
import { type ReadExport, readExport } from '../read-export.ts';
import { united } from '../unite.ts';
import { csvWithIdFirst } from '../writing/csv.ts';
import { asFault, naming } from './export-fault.ts';
import type { GivenExport, GivenFile, Reading } from './given-export.ts';

/**
 * An export as the CSV that is kept as a catalogue. A CSV whose column one is the id, with nothing to pass over, stays as it
 * is; every other form is written as one.
 *
 * @returns the CSV, and what was passed over
 * @throws ExportFault with the file and the place of the first fault
 */
export async function importableCsv(
  { name, files }: GivenExport,
  { id, ignore = [] }: Reading,
  limits: ExportLimits = EXPORT_LIMITS,
): Promise<{ readonly file: GivenFile; readonly warnings: readonly Warning[] }> {
  const read: (ReadExport & { readonly name: string })[] = [];
  for (const file of files) {
    try {
      read.push({ name: file.name, ...(await readExport(file.bytes, limits)) });
    } catch (error) {
      throw asFault(error, file.name);
    }
  }
  return naming(name, () => {
    const rows = united(read, limits);
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
  });
}
