import {
  columnKey,
  type ExportRows,
  idsOf,
  isTitleOfProducts,
  type Warning,
} from '@decidable/engine/catalogue';
import { EXPORT_LIMITS, type ExportLimits } from '../limits.ts';
import { type ReadExport, readExport } from '../read-export.ts';
import { united } from '../unite.ts';
import { csvWithIdFirst } from '../writing/csv.ts';
import { asFault, naming } from './export-fault.ts';
import type { GivenExport, GivenFile, Reading } from './given-export.ts';

/**
 * An export as the CSV that is kept as a catalogue. A CSV whose column one is the id, with nothing to pass over, stays as it
 * is; every other form is written as one. Where products have no ids but their titles (an export of Etsy), these are both.
 *
 * @param needsId in the reading: whether rows without ids are refused rather than numbered, as a shop is ranked by ids
 * @returns the CSV, and what was passed over
 * @throws ExportFault with the file and the place of the first fault
 */
export async function importableCsv(
  { name, files }: GivenExport,
  { id, ignore = [], header, needsId = false }: Reading & { readonly needsId?: boolean },
  limits: ExportLimits = EXPORT_LIMITS,
): Promise<{ readonly file: GivenFile; readonly warnings: readonly Warning[] }> {
  const read: (ReadExport & { readonly name: string })[] = [];
  for (const file of files) {
    try {
      read.push({ name: file.name, ...(await readExport(file.bytes, limits, header)) });
    } catch (error) {
      throw asFault(error, file.name);
    }
  }
  return naming(name, () => {
    const rows = united(read, limits);
    const { ids, idColumn, instead, warnings } = idsOf(rows, { id, needsId, tolerant: true });
    const isTitle = ids.column >= 0 && isTitleOfProducts(idColumn);
    const [only] = read;
    const isAsItIs =
      read.length === 1 &&
      only.form === 'csv' &&
      only.packed.length === 0 &&
      ignore.length === 0 &&
      header !== false &&
      ids.column === 0 &&
      instead === undefined &&
      !isTitle &&
      rows.names.every((column) => column !== '') &&
      [...rows.warnings, ...warnings].every(({ code }) => code === 'decoded_windows_1252');
    const given = isTitle ? withIds(rows, ids.column) : { rows, id };
    const bytes = isAsItIs ? files[0].bytes : csvWithIdFirst(given.rows, { id: given.id, ignore });
    return { file: { name, bytes }, warnings: [...rows.warnings, ...warnings] };
  });
}

/** Names of a column of ids; one that a file has already is passed over. */
const ID_NAMES = ['id', 'product_id', 'listing_id'];

/** The rows with the ids in a column of their own, beside the titles that they are taken from. */
function withIds(
  source: ExportRows,
  title: number,
): { readonly rows: ExportRows; readonly id: string | undefined } {
  const known = new Set(source.names.map(columnKey));
  const id = ID_NAMES.find((name) => !known.has(columnKey(name)));
  if (id === undefined) return { rows: source, id: source.names[title] };
  const rows = Array.from(source.rows, (row) => [
    ...source.names.map((_, column) => row[column] ?? ''),
    row[title] ?? '',
  ]);
  return { rows: { ...source, names: [...source.names, id], rows, width: source.names.length + 1 }, id };
}
