import { stageInWords } from '@decidable/report/stage-words';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { toData } from '../errors.ts';
import type { JobAnswer, Progress, SentJob } from './jobs/jobs.ts';
import { perform } from './jobs/perform.ts';
import { buffersIn } from './jobs/transferred.ts';

/** Shares are told at most this often, in hundredths. */
const STEP = 0.01;

/** Carries out one job on an export, off the thread that serves. */
export default async function work({
  kind,
  job,
  port,
}: SentJob): Promise<JobAnswer | ReturnType<typeof move>> {
  let told = 0;
  const tell = (progress: Progress) => port?.postMessage(progress);
  try {
    const answer = await perform(kind, job, {
      stage: (stage) => {
        told = 0;
        tell({ stage: stageInWords(stage) });
      },
      share: (share) => {
        if (share - told < STEP) return;
        told = share;
        tell({ share });
      },
    });
    return handedOver({ kind: 'done', answer });
  } catch (error) {
    return { kind: 'refused', error: toData(error) };
  } finally {
    port?.close();
  }
}

/** The answer with its bytes moved to the other thread rather than copied. */
function handedOver(done: JobAnswer & { readonly kind: 'done' }): JobAnswer | ReturnType<typeof move> {
  const { answer } = done;
  const buffers = typeof answer === 'object' && answer !== null ? buffersIn(answer) : [];
  return buffers.length === 0 ? done : move({ [transferableSymbol]: buffers, [valueSymbol]: done });
}
