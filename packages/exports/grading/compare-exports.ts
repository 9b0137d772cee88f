import { type VerifyOptions, type VerifyResult, verify } from '@decidable/engine/audit';
import {
  type Catalogue,
  interpretTogether,
  type KindChoices,
  readSecondTable,
  readTable,
  refuseUnknownColumns,
} from '@decidable/engine/catalogue';
import type { ExportLimits } from '../limits.ts';
import { naming } from './export-fault.ts';
import { rowsIn } from './export-rows.ts';
import type { GivenExport, Reading } from './given-export.ts';
import { unwatched, type Watcher } from './stage.ts';

export interface ComparisonJob {
  readonly before: GivenExport;
  readonly after: GivenExport;
  readonly reading: Reading;
  readonly kinds: KindChoices;
  readonly options: VerifyOptions;
  /** Those of the command line when absent. */
  readonly limits?: ExportLimits;
}

/**
 * Compares two exports, and grades the claims about what was done in between.
 *
 * @throws ExportFault
 */
export async function compareExports(
  job: ComparisonJob,
  watcher: Watcher = unwatched,
): Promise<{ readonly before: Catalogue; readonly after: Catalogue; readonly result: VerifyResult }> {
  const { before: earlier, after: later, limits } = job;
  const rowsOf = (given: GivenExport) => rowsIn(given, watcher, limits, job.reading);
  const rows = [await rowsOf(earlier), await rowsOf(later)] as const;
  const options = { ...job.reading, tolerant: true };
  const first = naming(job.before.name, () => readTable(rows[0], options));
  const second = naming(job.after.name, () => readSecondTable(first, rows[1], options));
  const names = [first, second].flatMap(({ columns }) => columns.map(({ name }) => name));
  naming(job.after.name, () => refuseUnknownColumns(names, job.kinds));
  watcher.stage({ doing: 'comparing', before: first.ids.length, after: second.ids.length });
  const [before, after] = interpretTogether(first, second, job.kinds);
  return { before, after, result: verify(before, after, job.options) };
}
