import work from '../../gradings/export.worker.ts';
import { endsAsTold } from './ends.ts';

/** Ends as told, or never answers where the export says "hold this thread"; what is uploaded is looked at as usual. */
export default async function workOrEnd(
  sent: Parameters<typeof work>[0],
): Promise<Awaited<ReturnType<typeof work>>> {
  if ('file' in sent.job && sent.kind !== 'look') {
    const { bytes } = sent.job.file;
    endsAsTold(bytes);
    if (Buffer.from(bytes.buffer).includes('hold this thread')) await new Promise(() => {});
  }
  return work(sent);
}
