import { parentPort, workerData } from 'node:worker_threads';
import { limits } from '@decidable/contract/limits';
import { audit, repairSheet, verify } from '@decidable/engine/audit';
import { CatalogueError, interpret, interpretTogether, readTable } from '@decidable/engine/catalogue';
import type { GivenFile } from '../input.ts';
import { count, counted } from '../report/wording.ts';
import { ApplyingFault, applied } from './apply-sheet.ts';
import type { Job, Message, Outcome } from './job.ts';

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

async function perform(job: Job): Promise<Outcome> {
  if (job.kind === 'apply') {
    tell({ kind: 'stage', doing: `writing ${job.sheet.name} into ${job.file.name}` });
    try {
      return await applied(job);
    } catch (error) {
      throw error instanceof ApplyingFault ? new Refused(error.message) : error;
    }
  }
  if (job.kind === 'verify') {
    const tables = [read(job.before), read(job.after)] as const;
    tell({
      kind: 'stage',
      doing: `comparing ${count(tables[0].ids.length)} with ${count(tables[1].ids.length)} products`,
    });
    const [before, after] = interpretTogether(...tables);
    return { result: verify(before, after, job.options) };
  }
  const table = read(job.file);
  tell({
    kind: 'stage',
    doing: `grading ${counted(table.ids.length, 'product')} on ${counted(table.columns.length, 'attribute')}`,
  });
  const catalogue = interpret(table);
  const result = refusing(job.file, () =>
    audit(catalogue, job.options, (done, total) => {
      if (total > 0) tell({ kind: 'share', done: done / total });
    }),
  );
  if (job.sheet === undefined) return { result };
  return { result, repairSheet: repairSheet(catalogue, result, job.sheet) };
}

try {
  tell({ kind: 'done', outcome: await perform(workerData as Job) });
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  tell({ kind: 'refused', message: error.message });
}
