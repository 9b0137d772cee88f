import { type AuditOptions, type AuditResult, audit } from '@decidable/engine/audit';
import {
  type Catalogue,
  interpret,
  type KindChoices,
  readTable,
  refuseUnknownColumns,
  type Table,
} from '@decidable/engine/catalogue';
import type { ExportLimits } from '../limits.ts';
import { naming } from './export-fault.ts';
import { rowsIn } from './export-rows.ts';
import type { GivenExport, Reading } from './given-export.ts';
import { unwatched, type Watcher } from './stage.ts';

export interface GradingJob {
  readonly given: GivenExport;
  readonly reading: Reading;
  readonly kinds: KindChoices;
  readonly options: AuditOptions;
  /** Those of the command line when absent. */
  readonly limits?: ExportLimits;
}

/**
 * Grades an export.
 *
 * @throws ExportFault where it cannot be read, or a setting names what it does not have
 */
export async function gradeExport(
  { given, reading, kinds, options, limits }: GradingJob,
  watcher: Watcher = unwatched,
): Promise<{ readonly catalogue: Catalogue; readonly result: AuditResult }> {
  const table = await tableOf(given, reading, limits, watcher);
  const names = table.columns.map(({ name }) => name);
  naming(given.name, () => refuseUnknownColumns(names, kinds));
  watcher.stage({ doing: 'grading', products: table.ids.length, attributes: table.columns.length });
  const catalogue = interpret(table, kinds);
  const result = naming(given.name, () =>
    audit(catalogue, options, (done, total) => {
      if (total > 0) watcher.share(done / total);
    }),
  );
  return { catalogue, result };
}

/** The table of an export. Its rows are held for no longer than this. */
async function tableOf(
  given: GivenExport,
  reading: Reading,
  limits: ExportLimits | undefined,
  watcher: Watcher,
): Promise<Table> {
  const rows = await rowsIn(given, watcher, limits, reading);
  return naming(given.name, () => readTable(rows, { ...reading, tolerant: true }));
}
