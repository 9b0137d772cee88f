import { setImmediate as nextTurn } from 'node:timers/promises';
import { fromData, InvalidInput, Overloaded, WorkInterrupted } from '../../errors.ts';
import { FairQueue, QueueFull } from '../../fair-queue.ts';
import { UNLIMITED } from '../../memory-plan.ts';
import type { OrganizationId } from '../../storage/ports.ts';
import { workedApart } from '../../timing/work.ts';
import type { JobKind, Jobs, Progress, SentJob } from '../jobs/jobs.ts';
import { ExportProcess, ProcessDied } from './export-process.ts';

/** Jobs that take seconds: fewer at a time than there are processes, so that pages of what they found are always served. */
const LONG: ReadonlySet<JobKind> = new Set(['grade', 'compare', 'repair', 'plan', 'edit']);

/** Long jobs that may wait, and jobs that may wait for a process; one more is refused. Set by hand. */
export const MAX_WAITING = 8;
export const MAX_SHORT = 64;
/** How long a job may wait for its turn; ms. Set by hand. */
const LONGEST_WAIT = 5 * 60_000;
/** How long a job may take, by the bytes that it reads; ms. Set by hand: a megabyte takes a second. */
const LEAST_TIME = 30_000;
const TIME_A_MEGABYTE = 5_000;
/** How long a process is kept without work: somebody reads a report and goes on; ms. The last one is always kept. */
const IDLE = 5 * 60_000;

/** The time that a job may take; ms. */
export const timeFor = (bytes: number): number => LEAST_TIME + (TIME_A_MEGABYTE * bytes) / 1e6;

export interface ExportProcessesOptions {
  /** Megabytes of heap of a process. */
  readonly memory?: number | undefined;
  /**
   * Processes at most; three when absent. Of several an organization has one fewer at most, and one for a long job: others
   * always have one.
   */
  readonly processes?: number | undefined;
  /** Told of each job that was refused because too many wait. */
  readonly shed?: (reason: string) => void;
  /** The module that the processes run. */
  readonly module?: URL | undefined;
  /** The time that a job may take, by its bytes; ms. */
  readonly timeOf?: (bytes: number) => number;
  /** The time that a job may wait for its turn; ms. */
  readonly longestWait?: number;
  /** Told when a process died; it is replaced. */
  readonly onDeath?: (error: unknown) => void;
}

/** For whom a job is done. */
export interface JobOptions {
  readonly organizationId: OrganizationId;
  /** Bytes that it reads. */
  readonly cost: number;
  /** Aborted when nobody waits for the answer any more: the job is ended. */
  readonly signal?: AbortSignal | undefined;
  /** Told once when the job may wait for its turn, or has it: it is not refused for others any more, as a rule. */
  readonly onAccepted?: (() => void) | undefined;
  /** Told how far a long job has come. */
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Reads, grades, compares and repairs exports in processes of their own, which may die of a file alone. Organizations take
 * turns by the bytes that they send, and none has all processes.
 */
export class ExportProcesses {
  readonly #longTurns: FairQueue;
  readonly #turns: FairQueue;
  readonly #options: ExportProcessesOptions;
  /** Without work, the one that was used last at the end. */
  readonly #free: ExportProcess[] = [];
  readonly #all = new Set<ExportProcess>();
  /** Ends those that had no work for long. */
  readonly #idle = new Map<ExportProcess, NodeJS.Timeout>();
  #isKeptReady = false;
  readonly #closing = new AbortController();

  constructor(options: ExportProcessesOptions = {}) {
    this.#options = options;
    const places = options.processes ?? UNLIMITED.exportProcesses;
    const fewer = Math.max(1, places - 1);
    this.#longTurns = new FairQueue({ places: fewer, most: MAX_WAITING, placesOfOne: 1 });
    this.#turns = new FairQueue({ places, most: MAX_SHORT, placesOfOne: fewer });
  }

  /** Starts a process, so that no job waits for one to start. */
  start(): void {
    this.#isKeptReady = true;
    if (this.#all.size === 0) this.#free.push(this.#started());
  }

  /**
   * Carries out a job. Bytes in it may not be changed before it has ended.
   *
   * @param job or what makes it when its turn has come, so that files do not wait in memory
   * @throws InvalidInput with what is wrong with a file; Overloaded, WorkInterrupted, WorkNotStarted
   */
  async run<Kind extends JobKind>(
    kind: Kind,
    job: Jobs[Kind]['job'] | (() => Promise<Jobs[Kind]['job']>),
    { organizationId, cost, signal, onAccepted, onProgress }: JobOptions,
  ): Promise<Jobs[Kind]['answer']> {
    const left = AbortSignal.any([this.#closing.signal, ...(signal === undefined ? [] : [signal])]);
    const waited = AbortSignal.timeout(this.#options.longestWait ?? LONGEST_WAIT);
    const limit = new AbortController();
    const leaves: (() => void)[] = [];
    let timer: NodeJS.Timeout | undefined;
    try {
      for (const queue of LONG.has(kind) ? [this.#longTurns, this.#turns] : [this.#turns]) {
        const turn = queue.turn(organizationId, cost, AbortSignal.any([left, waited]));
        // A full queue refuses at once.
        await Promise.race([turn, nextTurn()]);
        if (leaves.length === 0) onAccepted?.();
        leaves.push(await turn);
      }
      const sent = {
        kind,
        job: typeof job === 'function' ? await job() : job,
        isWatched: onProgress !== undefined,
      } as SentJob;
      // Whoever has hung up meanwhile needs no process.
      left.throwIfAborted();
      timer = setTimeout(() => limit.abort(), (this.#options.timeOf ?? timeFor)(cost));
      return await this.#answered(sent, AbortSignal.any([left, limit.signal]), organizationId, onProgress);
    } catch (error) {
      if (left.aborted) throw new WorkInterrupted(error);
      if (limit.signal.aborted) throw tookTooLong(cost);
      if (waited.aborted && error === waited.reason)
        throw new Overloaded('Too many exports are being worked on. Try again later.', 60);
      throw this.#told(error);
    } finally {
      clearTimeout(timer);
      for (const leave of leaves.toReversed()) leave();
    }
  }

  /** Carries a job out in a free process, or in a new one: there are as many as there are turns. */
  async #answered<Kind extends JobKind>(
    sent: SentJob,
    signal: AbortSignal,
    organizationId: OrganizationId,
    onProgress?: (progress: Progress) => void,
  ): Promise<Jobs[Kind]['answer']> {
    const process = this.#taken();
    clearTimeout(this.#idle.get(process));
    const began = performance.now();
    // One that ends before it answers has told nobody its time: it had a processor for that long at most.
    let milliseconds = () => performance.now() - began;
    try {
      const answer = await process.run(sent, signal, onProgress);
      milliseconds = () => answer.milliseconds;
      switch (answer.kind) {
        case 'done':
          return answer.answer as Jobs[Kind]['answer'];
        case 'refused':
          throw fromData(answer.error);
        case 'exhausted':
          throw neededTooMuch();
        default:
          throw new Error(`A job on an export has failed: ${answer.error}`);
      }
    } finally {
      workedApart(organizationId, milliseconds());
      if (this.#all.has(process) && !process.isEnding) this.#release(process);
    }
  }

  /** One that was killed for what it said is not gone yet, and may still be among those that are free. */
  #taken(): ExportProcess {
    const process = this.#free.pop() ?? this.#started();
    return process.isEnding ? this.#taken() : process;
  }

  #started(): ExportProcess {
    const { memory = UNLIMITED.exports, module } = this.#options;
    const process = new ExportProcess({
      memory,
      module: module ?? new URL('./export.child.ts', import.meta.url),
    });
    this.#all.add(process);
    void process.ended.then((death) => this.#ended(process, death));
    return process;
  }

  #ended(process: ExportProcess, death: Error | undefined): void {
    this.#all.delete(process);
    this.#withdraw(process);
    clearTimeout(this.#idle.get(process));
    this.#idle.delete(process);
    if (this.#closing.signal.aborted) return;
    if (death !== undefined) this.#options.onDeath?.(death);
    // One that could not be started is not tried again before there is work.
    if (this.#isKeptReady && this.#all.size === 0 && process.isReady) this.#free.push(this.#started());
  }

  #release(process: ExportProcess): void {
    this.#free.push(process);
    const end = () => {
      if (this.#all.size > 1 && this.#withdraw(process)) process.end();
    };
    this.#idle.set(process, setTimeout(end, IDLE).unref());
  }

  /** @returns whether it was free */
  #withdraw(process: ExportProcess): boolean {
    const at = this.#free.indexOf(process);
    if (at >= 0) this.#free.splice(at, 1);
    return at >= 0;
  }

  #told(error: unknown): unknown {
    if (error instanceof QueueFull) {
      this.#options.shed?.('exports');
      return new Overloaded('Too many exports are being worked on. Try again in a minute.', 30);
    }
    if (!(error instanceof ProcessDied)) return error;
    return error.isOfItsJob ? neededTooMuch() : new WorkInterrupted(error);
  }

  /** Ends the processes; jobs that still run or wait are given up. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const process of this.#all) process.end();
    await Promise.all([...this.#all].map(({ ended }) => ended));
  }
}

const neededTooMuch = (): InvalidInput =>
  new InvalidInput(
    'The export needs more memory than one job is given. Split it by shelf and send the parts, or leave out columns that do not describe products.',
  );

const tookTooLong = (bytes: number): InvalidInput =>
  new InvalidInput(
    `The work on the export took more than ${Math.round(timeFor(bytes) / 1_000)} s, far longer than files of its size take. Split it by shelf and send the parts.`,
  );
