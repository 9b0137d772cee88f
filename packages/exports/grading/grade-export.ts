import { type AuditOptions, type AuditResult, audit } from '@decidable/engine/audit';
import {
  type Catalogue,
  interpret,
  type KindChoices,
  readTable,
  refuseUnknownColumns,
} from '@decidable/engine/catalogue';
import { EXPORT_LIMITS } from '../limits.ts';
import { naming } from './export-fault.ts';
import { rowsIn } from './export-rows.ts';
import type { GivenExport, Reading } from './given-export.ts';
import { unwatched, type Watcher } from './stage.ts';

export const TOLERANT = { maxColumns: EXPORT_LIMITS.columns, tolerant: true } as const;

export interface GradingJob {
  readonly given: GivenExport;
  readonly reading: Reading;
  readonly kinds: KindChoices;
  readonly options: AuditOptions;
}

/**
 * Grades an export.
 *
 * @throws ExportFault where it cannot be read, or a setting names what it does not have
 */
export async function gradeExport(
  { given, reading, kinds, options }: GradingJob,
  watcher: Watcher = unwatched,
): Promise<{ readonly catalogue: Catalogue; readonly result: AuditResult }> {
  const rows = await rowsIn(given, watcher);
  const table = naming(given.name, () => readTable(rows, { ...TOLERANT, ...reading }));
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
