import { parentPort, workerData } from 'node:worker_threads';
import { repairSheet, titlesOf } from '@decidable/engine/audit';
import type { Catalogue } from '@decidable/engine/catalogue';
import {
  applySheetTo,
  compareExports,
  ExportFault,
  gradeExport,
  type Watcher,
} from '@decidable/exports/grading';
import { stageInWords } from '@decidable/report/stage-words';
import type { Job, Message, TitlesById, Told } from './job.ts';
import { numbered } from './numbered-result.ts';

// The worker thread that grades: it takes its job at the start, answers once, and ends.

function tell(message: Message): void {
  parentPort?.postMessage(message);
}

const watcher: Watcher = {
  stage: (stage) => tell({ kind: 'stage', doing: stageInWords(stage) }),
  share: (done) => tell({ kind: 'share', done }),
};

async function perform(job: Job): Promise<Told> {
  switch (job.kind) {
    case 'apply':
      watcher.stage({ doing: 'writing', sheet: job.sheet.name, file: job.file.name });
      return applySheetTo(job, ' (--encoding utf-8 writes UTF-8.)');
    case 'verify': {
      const { before, after, result } = await compareExports(job, watcher);
      if (!job.withTitles) return { result };
      const { added, removed } = result.products;
      return { result, titles: new Map([...titles(before, removed), ...titles(after, added)]) };
    }
    case 'audit': {
      const { catalogue, result } = await gradeExport(job, {
        ...watcher,
        stage(stage) {
          // The products are read, so the memory of the files is released.
          if (stage.doing === 'grading') for (const { bytes } of job.given.files) bytes.buffer.transfer(0);
          watcher.stage(stage);
        },
      });
      const listed = () => new Set(result.attributes.flatMap(({ affectedProducts }) => affectedProducts));
      return {
        audit: numbered(result),
        ...(job.withTitles ? { titles: titles(catalogue, listed()) } : {}),
        ...(job.sheet === undefined ? {} : { repairSheet: repairSheet(catalogue, result, job.sheet) }),
      };
    }
  }
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
  if (!(error instanceof ExportFault)) throw error;
  tell({ kind: 'refused', message: error.message });
}
