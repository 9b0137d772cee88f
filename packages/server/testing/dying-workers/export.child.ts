import { perform } from '../../gradings/jobs/perform.ts';
import { serveJobs } from '../../gradings/processes/serve-jobs.ts';
import { endsAsTold } from './ends.ts';

/** Ends as told, or never answers where the export says "hold this process"; what is uploaded is looked at as usual. */
await serveJobs(async (kind, job, watcher) => {
  if ('file' in job && kind !== 'look') {
    const { bytes } = job.file;
    endsAsTold(bytes);
    if (Buffer.from(bytes.buffer).includes('hold this process')) await new Promise(() => {});
  }
  return perform(kind, job, watcher);
});
