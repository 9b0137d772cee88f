import { parentPort, workerData } from 'node:worker_threads';
import { limits } from '@decidable/contract/limits';
import { audit, repairSheet, verify } from '@decidable/engine/audit';
import {
  CatalogueError,
  interpret,
  interpretTogether,
  readTable,
  refuseUnknownColumns,
} from '@decidable/engine/catalogue';
import type { GivenFile } from '../input.ts';
import { count, counted } from '../report/wording.ts';
import type { AuditOutcome, Job, Message, VerifyOutcome } from './job.ts';

// The worker thread that grades: it takes its job at the start, answers once, and ends.

function tell(message: Message): void {
  parentPort?.postMessage(message);
}

class Refused extends Error {}

/** Reads a file. */
function read(file: GivenFile) {
  tell({ kind: 'stage', doing: `reading ${file.name} (${megabytes(file.bytes.length)})` });
  return refusing(file, () => readTable(file.bytes, { maxColumns: limits.csvColumns, tolerant: true }));
}

/** Error messages for its owner name the file. */
function refusing<Result>(file: GivenFile, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof CatalogueError) throw new Refused(error.messageIn(file.name));
    throw error;
  }
}

function megabytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function perform(job: Job): AuditOutcome | VerifyOutcome {
  if (job.kind === 'verify') {
    const tables = [read(job.before), read(job.after)] as const;
    const names = tables.flatMap(({ columns }) => columns.map(({ name }) => name));
    refusing(job.after, () => refuseUnknownColumns(names, job.kinds));
    tell({
      kind: 'stage',
      doing: `comparing ${count(tables[0].ids.length)} with ${count(tables[1].ids.length)} products`,
    });
    const [before, after] = interpretTogether(...tables, job.kinds);
    return { result: verify(before, after, job.options) };
  }
  const table = read(job.file);
  const names = table.columns.map(({ name }) => name);
  refusing(job.file, () => refuseUnknownColumns(names, job.kinds));
  tell({
    kind: 'stage',
    doing: `grading ${counted(table.ids.length, 'product')} on ${counted(table.columns.length, 'attribute')}`,
  });
  const catalogue = interpret(table, job.kinds);
  const result = refusing(job.file, () =>
    audit(catalogue, job.options, (done, total) => {
      if (total > 0) tell({ kind: 'share', done: done / total });
    }),
  );
  if (!job.withRepairSheet) return { result };
  return { result, repairSheet: repairSheet(catalogue, result) };
}

try {
  tell({ kind: 'done', outcome: perform(workerData as Job) });
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  tell({ kind: 'refused', message: error.message });
}
