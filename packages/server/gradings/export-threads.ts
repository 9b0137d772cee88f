import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { fromData, Overloaded, TooLarge, WorkInterrupted } from '../errors.ts';
import { FairQueue, QueueFull } from '../fair-queue.ts';
import { UNLIMITED } from '../memory-plan.ts';
import type { OrganizationId } from '../storage/ports.ts';
import { isOutOfMemory, isThreadDeath } from '../workers/thread-death.ts';
import { ExportThread } from './export-thread.ts';
import type { JobKind, Jobs, Progress, SentJob } from './jobs/jobs.ts';

/** Jobs that take seconds: one at a time, so that pages of what they found are always served. */
const LONG: ReadonlySet<JobKind> = new Set(['grade', 'compare', 'repair', 'plan', 'edit']);

/** Long jobs that may wait, and jobs that may wait for a thread; one more is refused. Set by hand. */
export const MOST_WAITING = 8;
export const MOST_SHORT = 64;
const THREADS = 2;
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

/** For whom a job is done. */
export interface JobOptions {
  readonly organizationId: OrganizationId;
  /** Bytes that it reads. */
  readonly cost: number;
  /** Told once when the job may wait for its turn, or has it: it is not refused for others any more, as a rule. */
  readonly onAccepted?: (() => void) | undefined;
  /** Told how far a long job has come. */
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Reads, grades, compares and repairs exports on threads of their own, which start with the first job. Organizations take
 * turns by the bytes that they send.
 */
export class ExportThreads {
  readonly #free: ExportThread[];
  readonly #threads: readonly ExportThread[];
  readonly #longTurns = new FairQueue({ places: 1, most: MOST_WAITING });
  readonly #turns = new FairQueue({ places: THREADS, most: MOST_SHORT });
  readonly #shed: (reason: string) => void;
  readonly #onThreadError: ExportThreadsOptions['onThreadError'];
  readonly #closing = new AbortController();

  constructor({ memory = UNLIMITED.building, shed, worker, onThreadError }: ExportThreadsOptions = {}) {
    this.#shed = shed ?? (() => {});
    this.#onThreadError = onThreadError;
    const module = worker ?? new URL('./export.worker.ts', import.meta.url);
    this.#threads = Array.from(
      { length: THREADS },
      () => new ExportThread({ memory, worker: module, onError: onThreadError }),
    );
    this.#free = [...this.#threads];
  }

  /**
   * Carries out a job. All bytes in it are handed over: they are empty afterwards.
   *
   * @param job or what makes it when its turn has come, so that files do not wait in memory
   * @throws InvalidInput with what is wrong with a file; Overloaded, TooLarge, WorkInterrupted, WorkNotStarted
   */
  async run<Kind extends JobKind>(
    kind: Kind,
    job: Jobs[Kind]['job'] | (() => Promise<Jobs[Kind]['job']>),
    { organizationId, cost, onAccepted, onProgress }: JobOptions,
  ): Promise<Jobs[Kind]['answer']> {
    const limit = AbortSignal.timeout(LONGEST);
    const signal = AbortSignal.any([limit, this.#closing.signal]);
    const leaves: (() => void)[] = [];
    const channel = onProgress === undefined ? undefined : new MessageChannel();
    channel?.port1.on('message', (progress: Progress) => onProgress?.(progress));
    try {
      for (const queue of LONG.has(kind) ? [this.#longTurns, this.#turns] : [this.#turns]) {
        const turn = queue.turn(organizationId, cost, signal);
        // A full queue refuses at once.
        await Promise.race([turn, nextTurn()]);
        if (leaves.length === 0) onAccepted?.();
        leaves.push(await turn);
      }
      const sent = { kind, job: typeof job === 'function' ? await job() : job };
      return await this.#answered(
        { ...sent, ...(channel !== undefined && { port: channel.port2 }) } as SentJob,
        signal,
      );
    } catch (error) {
      throw this.#told(error, limit);
    } finally {
      for (const leave of leaves.toReversed()) leave();
      channel?.port1.close();
    }
  }

  /** Carries a job out on a free thread: there is one for whoever has a turn. */
  async #answered<Kind extends JobKind>(sent: SentJob, signal: AbortSignal): Promise<Jobs[Kind]['answer']> {
    const thread = this.#free.pop()!;
    try {
      const answer = await thread.run(sent, signal);
      if (answer.kind === 'refused') throw fromData(answer.error);
      return answer.answer as Jobs[Kind]['answer'];
    } finally {
      this.#free.push(thread);
    }
  }

  #told(error: unknown, limit: AbortSignal): unknown {
    if (this.#closing.signal.aborted) return new WorkInterrupted(error);
    if (limit.aborted) return new Overloaded('The work on the export took too long. Try again later.', 60);
    if (error instanceof QueueFull) {
      this.#shed('exports');
      return new Overloaded('Too many exports are being worked on. Try again in a minute.', 30);
    }
    if (!isThreadDeath(error)) return error;
    this.#onThreadError?.(error);
    return isOutOfMemory(error)
      ? new TooLarge(
          'The export needs more memory than one job is given. Split it by shelf and send the parts.',
        )
      : new WorkInterrupted(error);
  }

  /** Ends the threads; jobs that still run or wait are given up. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
