import { CatalogueError, type ExportRows, rowsOf, withinCells } from '@decidable/engine/catalogue';
import { type ExportForm, type Packing, sniff } from './forms/form.ts';
import { ReadingBudget } from './forms/reading-budget.ts';
import { type Entry, entriesOf, gunzip } from './forms/unpack.ts';
import type { WorkbookForm } from './forms/workbook.ts';
import { EXPORT_LIMITS, type ExportLimits, fileTooLarge } from './limits.ts';

/** A file of an export, and the form that it has. */
export interface ReadExport {
  readonly rows: ExportRows;
  readonly form: ExportForm;
  /** What was around it, from the outside in. */
  readonly packed: readonly Packing[];
  /** The sheet that was read, of a workbook. */
  readonly sheet?: string;
}

/** Archives within archives are no exports. */
const MOST_PACKED = 2;

/**
 * Reads a file of an export in whichever form it is, told by its contents: CSV, workbooks (.xlsx, .xls, .xlsb, .ods),
 * JSON and lines of JSON, XML feeds, Parquet; and gzip and zip around one of them.
 *
 * @param header whether a row of a table names its columns; judged when absent
 * @throws CatalogueError with the place of the first fault, and how to fix it
 */
export async function readExport(
  bytes: Uint8Array,
  limits: ExportLimits = EXPORT_LIMITS,
  header?: boolean,
): Promise<ReadExport> {
  if (bytes.length > limits.bytes) throw fileTooLarge(limits);
  const budget = new ReadingBudget(limits, bytes.length);
  const read = await readPacked(bytes, budget, header, []);
  return { ...read, rows: withinCells(read.rows, budget.table) };
}

async function readPacked(
  bytes: Uint8Array,
  budget: ReadingBudget,
  header: boolean | undefined,
  packed: readonly Packing[],
): Promise<ReadExport> {
  const form = sniff(bytes);
  switch (form) {
    case 'gzip':
      return readPacked(gunzip(bytes, budget), budget, header, within(packed, 'gzip'));
    case 'zip': {
      const entries = entriesOf(bytes);
      refuseNumbers(entries);
      const workbook = workbookOf(entries);
      return workbook === undefined
        ? readPacked(theFile(entries).read(budget), budget, header, within(packed, 'zip'))
        : { ...(await workbookRows(bytes, workbook, entries, budget, header)), packed };
    }
    case 'xls':
      return { ...(await workbookRows(bytes, 'xls', [], budget, header)), packed };
    case 'parquet': {
      const { readParquet } = await import('./forms/parquet/read-parquet.ts');
      return { rows: await readParquet(bytes, budget), form, packed };
    }
    case 'xml': {
      const { readXml } = await import('./forms/xml/read-xml.ts');
      return { rows: await readXml(bytes, budget), form, packed };
    }
    case 'json':
    case 'jsonl': {
      const { readJson, readJsonLines } = await import('./forms/json.ts');
      return { rows: (form === 'json' ? readJson : readJsonLines)(bytes, budget), form, packed };
    }
    case 'csv':
      return { rows: rowsOf(bytes, { limits: budget.table, tolerant: true, header }), form, packed };
  }
}

async function workbookRows(
  bytes: Uint8Array,
  form: WorkbookForm,
  entries: readonly Entry[],
  budget: ReadingBudget,
  header: boolean | undefined,
) {
  const { readWorkbook } = await import('./forms/workbook.ts');
  return { ...(await readWorkbook(bytes, form, entries, budget, header)), form };
}

function within(packed: readonly Packing[], packing: Packing): readonly Packing[] {
  if (packed.length === MOST_PACKED) {
    throw new CatalogueError(
      'too_deep',
      'The file is packed several times over. Unpack it, and give the file inside.',
    );
  }
  return [...packed, packing];
}

/** @throws CatalogueError for a document of Apple's Numbers, whose format nobody else reads */
function refuseNumbers(entries: readonly Entry[]): void {
  if (!entries.some(({ name }) => name.endsWith('.iwa') || name === 'Index.zip')) return;
  throw new CatalogueError(
    'numbers_document',
    'This is a document of Apple Numbers, which only Numbers can read. Open it there, choose File > Export To > CSV (or Excel), and give that file.',
  );
}

/** Which workbook an archive is, if it is one. */
function workbookOf(entries: readonly Entry[]): WorkbookForm | undefined {
  const names = new Set(entries.map(({ name }) => name));
  if (names.has('xl/workbook.bin')) return 'xlsb';
  if (names.has('[Content_Types].xml')) return 'xlsx';
  return names.has('mimetype') && names.has('content.xml') ? 'ods' : undefined;
}

/** The one file of an archive; what systems add to archives does not count. */
function theFile(entries: readonly Entry[]): Entry {
  const files = entries.filter(
    ({ name }) => !name.endsWith('/') && !/^__MACOSX\/|(?:^|\/)(?:\.|Thumbs\.db$)/.test(name),
  );
  if (files.length === 1) return files[0];
  const named = files.slice(0, 5).map(({ name }) => name);
  throw new CatalogueError(
    'several_files',
    files.length === 0
      ? 'The archive is empty.'
      : `The archive holds ${files.length} files (${named.join(', ')}${files.length > named.length ? ', …' : ''}). Unpack it, and give the folder or the file that is meant.`,
  );
}
