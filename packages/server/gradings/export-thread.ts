import { Piscina } from 'piscina';
import { WorkNotStarted } from '../errors.ts';
import type { JobAnswer, SentJob } from './jobs/jobs.ts';
import { buffersIn } from './jobs/transferred.ts';

/** How long a thread is kept without work: somebody reads a report and goes on; ms. Set by hand. */
const IDLE = 5 * 60_000;

export interface ExportThreadOptions {
  /** Megabytes of its heap. */
  readonly memory: number;
  /** The module that it runs. */
  readonly worker: URL;
  /** Told when it ended without a job, or before it could begin one. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A thread that carries out one job at a time. It starts with the first one, and again after it has ended. */
export class ExportThread {
  readonly #pool: Piscina<SentJob, JobAnswer>;
  /** Gives the job up that is waiting for the thread, or under way. */
  #job: AbortController | undefined;
  #failure: unknown;

  constructor({ memory, worker, onError }: ExportThreadOptions) {
    this.#pool = new Piscina({
      filename: worker.href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: memory },
      niceIncrement: 10,
    });
    // A thread that dies between jobs must not take the service along.
    this.#pool.on('error', (error) => {
      this.#failure = error;
      onError?.(error);
    });
    // The pool keeps a job for the next thread when one ends before it is ready, and starts none.
    this.#pool.on('workerDestroy', () => {
      const job = this.#job;
      setImmediate(() => job?.abort(new WorkNotStarted(this.#failure)));
    });
  }

  /**
   * Carries out a job; to be called again when it has ended. All bytes in it are handed over: they are empty afterwards.
   *
   * @throws WorkNotStarted; what `isThreadDeath` tells where the thread ended; an AbortError when the signal is aborted
   */
  async run(sent: SentJob, signal: AbortSignal): Promise<JobAnswer> {
    const job = new AbortController();
    this.#job = job;
    try {
      const ports = sent.port === undefined ? [] : [sent.port];
      return await this.#pool.run(sent, {
        signal: AbortSignal.any([signal, job.signal]),
        transferList: [...ports, ...buffersIn(sent.job)],
      });
    } catch (error) {
      throw job.signal.aborted ? job.signal.reason : error;
    } finally {
      this.#job = undefined;
    }
  }

  /** Ends the thread; a job that still runs is given up. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
