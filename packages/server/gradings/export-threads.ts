import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { fromData, Overloaded, TooLarge, WorkInterrupted } from '../errors.ts';
import { FairQueue, QueueFull } from '../fair-queue.ts';
import { UNLIMITED } from '../memory-plan.ts';
import type { OrganizationId } from '../storage/ports.ts';
import { isOutOfMemory, isThreadDeath } from '../workers/thread-death.ts';
import type { JobAnswer, JobKind, Jobs, Progress, SentJob } from './jobs/jobs.ts';

/** Jobs that take seconds: one at a time, so that pages of what they found are always served. */
const LONG: ReadonlySet<JobKind> = new Set(['grade', 'compare', 'repair', 'plan', 'edit']);

/** Long jobs that may wait, and short ones; one more is refused. Set by hand. */
export const MOST_WAITING = 8;
const MOST_SHORT = 64;
/** How long threads are kept without work; ms. */
const IDLE = 60_000;
/** How long a job may take, its wait included; ms. Set by hand: a file of 32 MB takes some 30 s. */
const LONGEST = 10 * 60_000;

export interface ExportThreadsOptions {
  /** Megabytes of heap of a thread: a file of 32 MB takes some 1,000. */
  readonly memory?: number | undefined;
  /** Told of each job that was refused because too many wait. */
  readonly shed?: (reason: string) => void;
  /** The module that the threads run. */
  readonly worker?: URL | undefined;
  /** Told when a thread died; it is replaced. */
  readonly onThreadError?: (error: unknown) => void;
}

/**
 * Reads, grades, compares and repairs exports on threads of their own, which start with the first job. Organizations take
 * turns by the bytes that they send.
 */
export class ExportThreads {
  readonly #pool: Piscina<SentJob, JobAnswer>;
  readonly #turns = new FairQueue({ places: 1, most: MOST_WAITING });
  readonly #shed: (reason: string) => void;
  readonly #onThreadError: ExportThreadsOptions['onThreadError'];

  constructor({ memory = UNLIMITED.building, shed, worker, onThreadError }: ExportThreadsOptions = {}) {
    this.#shed = shed ?? (() => {});
    this.#onThreadError = onThreadError;
    this.#pool = new Piscina({
      filename: (worker ?? new URL('./export.worker.ts', import.meta.url)).href,
      minThreads: 0,
      maxThreads: 2,
      maxQueue: MOST_SHORT,
      idleTimeout: IDLE,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: memory },
      niceIncrement: 10,
    });
    // A thread that dies between jobs must not take the service along.
    this.#pool.on('error', (error) => onThreadError?.(error));
  }

  /**
   * Carries out a job.
   *
   * @param cost bytes that it reads
   * @param onProgress told how far a long job has come
   * @throws InvalidInput with what is wrong with a file; Overloaded, TooLarge, WorkInterrupted
   */
  async run<Kind extends JobKind>(
    kind: Kind,
    job: Jobs[Kind]['job'],
    {
      organizationId,
      cost,
      onProgress,
    }: {
      readonly organizationId: OrganizationId;
      readonly cost: number;
      readonly onProgress?: (progress: Progress) => void;
    },
  ): Promise<Jobs[Kind]['answer']> {
    const limit = AbortSignal.timeout(LONGEST);
    const leave = LONG.has(kind) ? await this.#turn(organizationId, cost, limit) : undefined;
    const channel = onProgress === undefined ? undefined : new MessageChannel();
    channel?.port1.on('message', (progress: Progress) => onProgress?.(progress));
    try {
      const sent = { kind, job, ...(channel !== undefined && { port: channel.port2 }) } as SentJob;
      const answer = await this.#pool.run(sent, {
        signal: limit,
        transferList: channel === undefined ? [] : [channel.port2],
      });
      if (answer.kind === 'refused') throw fromData(answer.error);
      return answer.answer as Jobs[Kind]['answer'];
    } catch (error) {
      throw this.#told(error, limit);
    } finally {
      leave?.();
      channel?.port1.close();
    }
  }

  async #turn(organizationId: OrganizationId, cost: number, limit: AbortSignal): Promise<() => void> {
    try {
      return await this.#turns.turn(organizationId, cost, limit);
    } catch (error) {
      if (error instanceof QueueFull) throw this.#busy();
      throw this.#told(error, limit);
    }
  }

  #busy(): Overloaded {
    this.#shed('exports');
    return new Overloaded('Too many exports are being worked on. Try again in a minute.', 30);
  }

  #told(error: unknown, limit: AbortSignal): unknown {
    if (limit.aborted) return new Overloaded('The work on the export took too long. Try again later.', 60);
    if (error instanceof Error && /^Task queue is at limit/.test(error.message)) return this.#busy();
    if (!isThreadDeath(error)) return error;
    this.#onThreadError?.(error);
    return isOutOfMemory(error)
      ? new TooLarge(
          'The export needs more memory than one job is given. Split it by shelf and send the parts.',
        )
      : new WorkInterrupted(error);
  }

  /** Ends the threads; jobs that still run are given up. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
