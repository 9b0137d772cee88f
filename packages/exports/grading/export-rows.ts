import type { ExportRows } from '@decidable/engine/catalogue';
import { EXPORT_LIMITS, type ExportLimits } from '../limits.ts';
import { readExport } from '../read-export.ts';
import { type FileRows, united } from '../unite.ts';
import { asFault, naming } from './export-fault.ts';
import type { GivenExport, Reading } from './given-export.ts';
import type { Watcher } from './stage.ts';

/**
 * Reads the files of an export, in whichever forms they are, as one.
 *
 * @throws ExportFault
 */
export async function rowsIn(
  { name, files }: GivenExport,
  watcher: Watcher,
  limits: ExportLimits = EXPORT_LIMITS,
  { header }: Reading = {},
): Promise<ExportRows> {
  const read: FileRows[] = [];
  for (const file of files) {
    watcher.stage({ doing: 'reading', file: file.name, bytes: file.bytes.length });
    if (files.length > 1) watcher.share(read.length / files.length);
    try {
      read.push({ name: file.name, rows: (await readExport(file.bytes, limits, header)).rows });
    } catch (error) {
      throw asFault(error, file.name);
    }
  }
  return naming(name, () => united(read, limits));
}
