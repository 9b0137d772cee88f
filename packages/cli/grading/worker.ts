import { parentPort, workerData } from 'node:worker_threads';
import { limits } from '@decidable/contract/limits';
import { audit, repairSheet, titlesOf, verify } from '@decidable/engine/audit';
import {
  type Catalogue,
  CatalogueError,
  type ExportRows,
  interpret,
  interpretTogether,
  readSecondTable,
  readTable,
  refuseUnknownColumns,
} from '@decidable/engine/catalogue';
import { EXPORT_LIMITS, type FileRows, readExport, united } from '@decidable/exports';
import { count, counted } from '@decidable/report/wording';
import type { GivenExport } from '../input/given-export.ts';
import { ApplyingFault, applied } from './apply-sheet.ts';
import type { Job, Message, Outcome, TitlesById } from './job.ts';

// The worker thread that grades: it takes its job at the start, answers once, and ends.

function tell(message: Message): void {
  parentPort?.postMessage(message);
}

class Refused extends Error {}

const LIMITS = { ...EXPORT_LIMITS, columns: limits.csvColumns };

/** Reads the files of an export, in whichever forms they are, as one. */
async function rowsIn({ name, files }: GivenExport): Promise<ExportRows> {
  const read: FileRows[] = [];
  for (const file of files) {
    tell({ kind: 'stage', doing: `reading ${file.name} (${megabytes(file.bytes.length)})` });
    if (files.length > 1) tell({ kind: 'share', done: read.length / files.length });
    try {
      read.push({ name: file.name, rows: (await readExport(file.bytes, LIMITS)).rows });
    } catch (error) {
      throw refused(error, file.name);
    }
  }
  return refusing(name, () => united(read, LIMITS));
}

const OPTIONS = { maxColumns: limits.csvColumns, tolerant: true } as const;

/** Error messages for its owner name the file. */
function refusing<Result>(name: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw refused(error, name);
  }
}

const refused = (error: unknown, name: string): unknown =>
  error instanceof CatalogueError ? new Refused(error.messageIn(name)) : error;

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
    const rows = [await rowsIn(job.before), await rowsIn(job.after)] as const;
    const options = { ...OPTIONS, ...job.reading };
    const first = refusing(job.before.name, () => readTable(rows[0], options));
    const tables = [first, refusing(job.after.name, () => readSecondTable(first, rows[1], options))] as const;
    const names = tables.flatMap(({ columns }) => columns.map(({ name }) => name));
    refusing(job.after.name, () => refuseUnknownColumns(names, job.kinds));
    tell({
      kind: 'stage',
      doing: `comparing ${count(tables[0].ids.length)} with ${count(tables[1].ids.length)} products`,
    });
    const [before, after] = interpretTogether(...tables, job.kinds);
    const compared = verify(before, after, job.options);
    if (!job.withTitles) return { result: compared };
    const { added, removed } = compared.products;
    return { result: compared, titles: new Map([...titles(before, removed), ...titles(after, added)]) };
  }
  const rows = await rowsIn(job.given);
  const table = refusing(job.given.name, () => readTable(rows, { ...OPTIONS, ...job.reading }));
  const names = table.columns.map(({ name }) => name);
  refusing(job.given.name, () => refuseUnknownColumns(names, job.kinds));
  tell({
    kind: 'stage',
    doing: `grading ${counted(table.ids.length, 'product')} on ${counted(table.columns.length, 'attribute')}`,
  });
  const catalogue = interpret(table, job.kinds);
  const result = refusing(job.given.name, () =>
    audit(catalogue, job.options, (done, total) => {
      if (total > 0) tell({ kind: 'share', done: done / total });
    }),
  );
  const listed = new Set(result.attributes.flatMap(({ affectedProducts }) => affectedProducts));
  return {
    result,
    ...(job.withTitles ? { titles: titles(catalogue, listed) } : {}),
    ...(job.sheet === undefined ? {} : { repairSheet: repairSheet(catalogue, result, job.sheet) }),
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
  tell({ kind: 'done', outcome: await perform(workerData as Job) });
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  tell({ kind: 'refused', message: error.message });
}
