import { gzipSync } from 'node:zlib';
import { CatalogueError, type CellEdit, type EditingOptions, editCsv } from '@decidable/engine/catalogue';
import type { ExportForm } from '../forms/form.ts';
import { ReadingBudget } from '../forms/reading-budget.ts';
import { gunzip } from '../forms/unpack.ts';
import { EXPORT_LIMITS } from '../limits.ts';
import type { ReadExport } from '../read-export.ts';
import { editedRowsAsCsv } from './csv.ts';

const NAMES: Readonly<Record<Exclude<ExportForm, 'csv' | 'json' | 'jsonl' | 'xlsx'>, string>> = {
  ods: 'An OpenDocument sheet',
  parquet: 'A Parquet file',
  xls: 'A workbook of the old form (.xls)',
  xlsb: 'A binary workbook (.xlsb)',
  xml: 'An XML feed',
};

export interface WritingOptions extends Pick<EditingOptions, 'encoding'> {
  /** Write CSV, whatever the form of the export is. */
  readonly asCsv?: boolean;
}

/**
 * Writes new texts into cells of an export, in its own form: CSV, JSON, lines of JSON or a workbook; gzip around it stays.
 *
 * @param bytes the file that `readExport` read
 * @param read what it gave; its rows are those of the edits
 * @throws CatalogueError `not_writable` for other forms, which can be written as CSV; `not_encodable`
 */
export async function writeBack(
  bytes: Uint8Array,
  read: ReadExport,
  edits: readonly CellEdit[],
  options: WritingOptions = {},
): Promise<Uint8Array> {
  const { form, packed, rows } = read;
  if (options.asCsv && form !== 'csv') return editedRowsAsCsv(rows, edits);
  if (packed.includes('zip')) {
    throw new CatalogueError(
      'not_writable',
      'Files in a zip archive cannot be written back. Unpack it, and give the file inside.',
    );
  }
  if (packed.length > 0) {
    const inner = gunzip(bytes, new ReadingBudget(EXPORT_LIMITS, bytes.length));
    return gzipSync(await writeBack(inner, { ...read, packed: packed.slice(1) }, edits, options));
  }
  switch (form) {
    case 'csv':
      return editCsv(bytes, edits, { ...options, rows: rows.rows.length });
    case 'json':
    case 'jsonl': {
      const { editJson } = await import('./json.ts');
      return editJson(bytes, read, edits, options);
    }
    case 'xlsx': {
      const { editWorkbook } = await import('./workbook.ts');
      return editWorkbook(bytes, read, edits);
    }
    default:
      throw new CatalogueError(
        'not_writable',
        `${NAMES[form]} cannot be written back. Give the repaired export a name that ends in .csv, and it is written as CSV.`,
      );
  }
}
