import { constants, setPriority } from 'node:os';
import { stageInWords } from '@decidable/report/stage-words';
import { toData } from '../../errors.ts';
import type { JobAnswer, Progress, SentJob } from '../jobs/jobs.ts';
import type { perform } from '../jobs/perform.ts';
import { readFrames, sendFrame } from './frames.ts';

/** Shares are told at most this often, in hundredths. */
const STEP = 0.01;

/** What V8 says where bytes or a text cannot be had; out of heap it ends the process. */
const OUT_OF_MEMORY = /allocat|Invalid (?:array|string|typed array) length/;

interface Permission {
  drop?(scope: string): void;
}

/** What a process says: that it is ready, how far its job has come, and what came of it. */
export type Said =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly progress: Progress }
  | JobDone;

/** An answer, and the processor time that its job took, in ms. */
export type JobDone = JobAnswer & { readonly milliseconds: number };

/**
 * Carries out the jobs that come on standard input, one after the other, until it ends. It is the whole of a process that
 * may die of a file.
 */
export async function serveJobs(work: typeof perform): Promise<void> {
  if (process.platform !== 'win32') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  // Compiled modules are kept by Node.js itself, and by nothing that a job could do.
  (process.permission as Permission | undefined)?.drop?.('fs.write');
  const say = (said: Said) => sendFrame(process.stdout, said);
  say({ kind: 'ready' });
  for await (const sent of readFrames(process.stdin)) {
    const began = process.cpuUsage();
    const answer = await answerTo(sent as SentJob, work, say);
    const { user, system } = process.cpuUsage(began);
    say({ ...answer, milliseconds: (user + system) / 1_000 });
  }
  // What else keeps the process alive has nobody to answer to.
  process.exit();
}

async function answerTo(
  { kind, job, isWatched }: SentJob,
  work: typeof perform,
  say: (said: Said) => void,
): Promise<JobAnswer> {
  let told = 0;
  const tell = (progress: Progress) => {
    if (isWatched) say({ kind: 'progress', progress });
  };
  try {
    const answer = await work(kind, job, {
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
    return { kind: 'done', answer };
  } catch (error) {
    if (error instanceof RangeError && OUT_OF_MEMORY.test(error.message)) return { kind: 'exhausted' };
    try {
      return { kind: 'refused', error: toData(error) };
    } catch {
      return {
        kind: 'failed',
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      };
    }
  }
}
