import { Piscina } from 'piscina';
import { WorkInterrupted } from '../errors.ts';
import { FairQueue, QueueFull } from '../fair-queue.ts';
import { UNLIMITED } from '../memory-plan.ts';
import { mostWorked, workedApart } from '../timing/work.ts';
import type { GradingAnswer, GradingRequest } from './grading-messages.ts';
import { ownBytes } from './own-bytes.ts';
import { isOutOfMemory, isThreadDeath } from './thread-death.ts';

/** More gradings wait than are accepted; come back after a while. */
export class GradingBusy extends Error {
  /** Whole seconds, at least 1: how long the queue is likely to take. */
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('All workers are busy and the queue of gradings is full.');
    this.name = 'GradingBusy';
    this.retryAfter = retryAfter;
  }
}

/** A grading needed more memory or time than one request is given. Only that request failed. */
export class GradingExhausted extends Error {
  readonly resource: 'memory' | 'time';
  constructor(resource: 'memory' | 'time', cause: unknown) {
    super(`The grading needed more ${resource} than a request is given.`, { cause });
    this.name = 'GradingExhausted';
    this.resource = resource;
  }
}

export interface GradingPoolOptions {
  /** Worker threads; all are started at once and kept warm. */
  readonly threads: number;
  /** Gradings that may wait for a thread; the next one is refused. 8 a thread unless given. */
  readonly queue?: number;
  /** Megabytes of JavaScript heap that one grading may use. */
  readonly memory?: number;
  /**
   * Begins the time that one grading may take, its wait in the queue included: aborts when it is over. A minute unless
   * given.
   */
  readonly limit?: () => AbortSignal;
  /** How long a grading goes on that nobody waits for any more; ms. */
  readonly goesOn?: number;
  /** The module that the threads run. */
  readonly worker?: URL | undefined;
  /** No thread starts before the grading that needs it; by default all start with `start`, or the first grading. */
  readonly startLate?: boolean | undefined;
  /** ms of any clock that only goes forward. */
  readonly now?: () => number;
  /** Told when a thread died; it is replaced. */
  readonly onThreadError?: (error: unknown) => void;
}

const minute = () => AbortSignal.timeout(60_000);

/**
 * How long a grading whose caller has gone may go on, in ms. A thread that is ended costs another one's start, which takes
 * longer than most gradings. Set by hand.
 */
const GOES_ON = 1_000;

/** ms for which a thread that was started late waits for its next grading. */
const IDLE = 60_000;

/** A body of more bytes is large: some 5,000 products, graded in a third of a second. Set by hand. */
export const LARGE = 500_000;

/**
 * Grading on threads of their own, each a little less urgent to the scheduler than the one that serves. Organizations
 * take turns by the bytes that they send, and one of several threads is kept for bodies that are not large: whoever has
 * a high limit does not keep out the small audits of others.
 */
export class GradingPool {
  readonly #begin: () => Piscina<GradingRequest, GradingAnswer>;
  #begun: Piscina<GradingRequest, GradingAnswer> | undefined;
  readonly #threads: number;
  readonly #turns: FairQueue;
  readonly #onThreadError: GradingPoolOptions['onThreadError'];
  readonly #limit: () => AbortSignal;
  readonly #goesOn: number;
  readonly #now: () => number;
  #accepted = 0;
  /** Milliseconds of one grading on its thread, averaged with more weight on the last ones. */
  #usual = 500;

  constructor(options: GradingPoolOptions) {
    const { threads, queue = threads * 8, memory = UNLIMITED.grading, limit = minute } = options;
    const { goesOn = GOES_ON } = options;
    const { worker, startLate = false, now = () => performance.now(), onThreadError } = options;
    this.#threads = threads;
    this.#turns = new FairQueue({ places: threads, most: queue, large: LARGE });
    this.#onThreadError = onThreadError;
    this.#limit = limit;
    this.#goesOn = goesOn;
    this.#now = now;
    this.#begin = () => {
      const pool = new Piscina<GradingRequest, GradingAnswer>({
        filename: (worker ?? new URL('./grading.worker.ts', import.meta.url)).href,
        minThreads: startLate ? 0 : threads,
        maxThreads: threads,
        idleTimeout: IDLE,
        concurrentTasksPerWorker: 1,
        resourceLimits: { maxOldGenerationSizeMb: memory },
        niceIncrement: 10,
      });
      // A thread that dies between gradings must not take the service along.
      pool.on('error', (error) => onThreadError?.(error));
      return pool;
    };
  }

  /** Starts the threads, so that no grading waits for one to start. */
  start(): void {
    this.#begun ??= this.#begin();
  }

  get #pool(): Piscina<GradingRequest, GradingAnswer> {
    this.#begun ??= this.#begin();
    return this.#begun;
  }

  /** Gradings accepted and not yet answered. */
  get depth(): number {
    return this.#accepted;
  }

  /**
   * Grades the request on the next free thread. Its body is handed over: it is empty afterwards.
   *
   * @param ended aborted when nobody waits for the result any more
   * @throws the reason of `ended`, GradingBusy, also later, when others came whose share is smaller; GradingExhausted, WorkInterrupted
   */
  async grade(
    request: GradingRequest,
    ended: AbortSignal = new AbortController().signal,
  ): Promise<GradingAnswer> {
    const body = ownBytes(request.body);
    const limit = this.#limit();
    const late = new AbortController();
    const leave = () => setTimeout(() => late.abort(), this.#goesOn).unref();
    ended.addEventListener('abort', leave, { once: true });
    this.#accepted++;
    let end: (() => void) | undefined;
    let began = 0;
    let worked = mostWorked();
    try {
      end = await this.#turns.turn(request.organizationId, body.byteLength, AbortSignal.any([limit, ended]));
      began = this.#now();
      worked = mostWorked();
      const signal = AbortSignal.any([limit, late.signal]);
      const answer = await this.#pool.run({ ...request, body }, { transferList: [body.buffer], signal });
      workedApart(request.organizationId, answer.milliseconds);
      return answer;
    } catch (error) {
      // Its thread was ended, and with it what counted its time.
      if (end !== undefined) workedApart(request.organizationId, worked());
      if (error instanceof QueueFull) {
        const seconds = (this.#accepted * this.#usual) / this.#threads / 1_000;
        throw new GradingBusy(Math.max(1, Math.ceil(seconds)));
      }
      if (limit.aborted) throw new GradingExhausted('time', error);
      if (ended.aborted) throw ended.reason;
      if (isOutOfMemory(error)) throw new GradingExhausted('memory', error);
      if (!isThreadDeath(error)) throw error;
      this.#onThreadError?.(error);
      throw new WorkInterrupted(error);
    } finally {
      end?.();
      ended.removeEventListener('abort', leave);
      this.#accepted--;
      if (end !== undefined) this.#usual += 0.1 * (this.#now() - began - this.#usual);
    }
  }

  /** Ends the threads; gradings that still run are given up. */
  async close(): Promise<void> {
    await this.#begun?.destroy();
  }
}
