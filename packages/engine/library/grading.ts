import {
  type ApplyOptions,
  type AuditOptions,
  type AuditResult,
  applySheet,
  audit as auditCatalogue,
  type SheetOutcome,
  type VerifyOptions,
  type VerifyResult,
  verify as verifyCatalogues,
} from '../audit/index.ts';
import {
  interpret,
  interpretTogether,
  type ReadingOptions,
  readTable,
  type Table,
} from '../catalogue/index.ts';
import { isTolerant, rowsFrom, type Source } from './source.ts';

/**
 * Grades products: which attributes are worth recording, in bits of decision information, and which products lack them.
 *
 * @param products of CSV, column one is the product id unless `id` names another, every other column is an attribute, and
 *   an empty cell is a value that is not recorded; of objects, the id is the field that is called so
 * @throws CatalogueError with line or record, column and remedy, for what cannot be read
 */
export function audit(products: Source, options: AuditOptions & ReadingOptions = {}): AuditResult {
  return auditCatalogue(interpret(tableOf(products, options)), options);
}

/**
 * Compares products from before a repair with those from after it: the change of each attribute in bits, and a verdict with
 * reasons on each claim of `repairs`.
 *
 * @throws CatalogueError as {@link audit}
 */
export function verify(
  before: Source,
  after: Source,
  options: VerifyOptions & ReadingOptions = {},
): VerifyResult {
  const [old, mended] = interpretTogether(tableOf(before, options), tableOf(after, options));
  return verifyCatalogues(old, mended, options);
}

/**
 * Writes the answers of a repair sheet (columns product_id, attribute, value) into the CSV file that it was made from. Only
 * the cells that were filled in change.
 *
 * @throws CatalogueError as {@link audit}, and `no_repair_sheet`
 */
export function apply<Csv extends string | Uint8Array>(
  csv: Csv,
  sheet: string | Uint8Array,
  options: ApplyOptions = {},
): SheetOutcome & { readonly csv: Csv extends string ? string : Uint8Array<ArrayBuffer> } {
  return applySheet(csv, sheet, options);
}

function tableOf(source: Source, options: ReadingOptions): Table {
  const reading = { tolerant: isTolerant(source), ...options };
  return readTable(rowsFrom(source, reading), reading);
}
