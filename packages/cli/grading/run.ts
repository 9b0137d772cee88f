import { totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ApplyOutcome } from '@decidable/exports/grading';
import { containerMemory } from '../bin/container-memory.js';
import { BadInput, systemCode } from '../fault.ts';
import { Progress } from '../terminal/progress.ts';
import type { AuditOutcome, Job, Message, Outcome, Told, VerifyOutcome } from './job.ts';
import { withIds } from './numbered-result.ts';

/**
 * Grades on a worker thread, so that the main thread can show progress.
 *
 * @param memory heap limit of the worker in megabytes
 * @throws BadInput if the input cannot be read or does not fit the memory
 */
export async function grade(job: Job & { kind: 'audit' }, memory?: number): Promise<AuditOutcome>;
export async function grade(job: Job & { kind: 'verify' }, memory?: number): Promise<VerifyOutcome>;
export async function grade(job: Job & { kind: 'apply' }, memory?: number): Promise<ApplyOutcome>;
export async function grade(job: Job, memory = defaultMemory()): Promise<Outcome> {
  const progress = new Progress(process.stderr);
  try {
    return await new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), {
        workerData: job,
        transferList: buffersOf(job),
        resourceLimits: { maxOldGenerationSizeMb: memory },
      });
      worker.on('message', (message: Message) => {
        if (message.kind === 'stage') progress.now(message.doing);
        else if (message.kind === 'share') progress.done(message.done);
        else if (message.kind === 'done') resolve(outcomeOf(message.outcome));
        else reject(new BadInput(message.message));
      });
      worker.on('error', (error) => reject(systemCode(error) === OUT_OF_MEMORY ? tooLarge(memory) : error));
      worker.on('exit', (code) =>
        reject(new Error(`The grading thread ended with ${code} before it answered.`)),
      );
    });
  } finally {
    progress.end();
  }
}

function outcomeOf(told: Told): Outcome {
  if (!('audit' in told)) return told;
  const { audit, ...others } = told;
  return { ...others, result: withIds(audit) };
}

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

function tooLarge(memory: number): BadInput {
  return new BadInput(
    `grading needs more memory than the ${memory} MB it may take. ` +
      `Give it more (--memory ${memory * 2}), or split the file by shelf and grade the parts.`,
  );
}

/** Three quarters of the memory of the machine or its container, at most 4 GB. */
function defaultMemory(): number {
  const bytes = containerMemory() ?? totalmem();
  return Math.min(4096, Math.floor((bytes * 0.75) / 2 ** 20));
}

function buffersOf(job: Job): ArrayBuffer[] {
  const files =
    job.kind === 'audit'
      ? job.given.files
      : job.kind === 'verify'
        ? [...job.before.files, ...job.after.files]
        : [job.file, job.sheet];
  return [...new Set(files.map(({ bytes }) => bytes.buffer))];
}
