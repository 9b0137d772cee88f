import { parentPort, workerData } from 'node:worker_threads';
import { limits } from '@decidable/contract/limits';
import { audit, repairSheet, titlesOf, verify } from '@decidable/engine/audit';
import {
  type Catalogue,
  CatalogueError,
  interpret,
  interpretTogether,
  readTable,
} from '@decidable/engine/catalogue';
import type { GivenFile } from '../input.ts';
import { count, counted } from '../report/wording.ts';
import type { AuditOutcome, Job, Message, TitlesById, VerifyOutcome } from './job.ts';

// The worker thread that grades: it takes its job at the start, answers once, and ends.

function tell(message: Message): void {
  parentPort?.postMessage(message);
}

class Refused extends Error {}

/** Reads a file. */
function read(file: GivenFile) {
  tell({ kind: 'stage', doing: `reading ${file.name} (${megabytes(file.bytes.length)})` });
  return refusing(file, () => readTable(file.bytes, { maxColumns: limits.csvColumns }));
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
    tell({
      kind: 'stage',
      doing: `comparing ${count(tables[0].ids.length)} with ${count(tables[1].ids.length)} products`,
    });
    const [before, after] = interpretTogether(...tables);
    const compared = verify(before, after, job.options);
    if (!job.withTitles) return { result: compared };
    const { added, removed } = compared.products;
    return { result: compared, titles: new Map([...titles(before, removed), ...titles(after, added)]) };
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
  const listed = new Set(result.attributes.flatMap(({ affectedProducts }) => affectedProducts));
  return {
    result,
    ...(job.withTitles ? { titles: titles(catalogue, listed) } : {}),
    ...(job.withRepairSheet ? { repairSheet: repairSheet(catalogue, result) } : {}),
  };
}

function titles(catalogue: Catalogue, ids: Iterable<string>): TitlesById {
  const known = titlesOf(catalogue);
  const byId = new Map<string, string>();
  if (known === undefined) return byId;
  for (const id of ids) {
    const title = known.of(id);
    if (title !== undefined) byId.set(id, title);
  }
  return byId;
}

try {
  tell({ kind: 'done', outcome: perform(workerData as Job) });
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  tell({ kind: 'refused', message: error.message });
}
