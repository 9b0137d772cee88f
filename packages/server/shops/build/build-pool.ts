import { buildIndex, NO_COMPLETIONS, packIndex } from '@decidable/engine/ranking';
import { EMPTY_VOCABULARY } from '@decidable/engine/session';
import { Piscina } from 'piscina';
import { WorkInterrupted } from '../../errors.ts';
import { UNLIMITED } from '../../memory-plan.ts';
import type { OrganizationId, StoredCatalogue } from '../../storage/ports.ts';
import { mostWorked, workedApart } from '../../timing/work.ts';
import { ownBytes } from '../../workers/own-bytes.ts';
import { isThreadDeath } from '../../workers/thread-death.ts';
import type { BuiltCatalogue } from '../shop.ts';
import type { BuildAnswer, BuildDone, BuildRequest, Lessons } from './build.worker.ts';
import { BuildQueue, LARGE, MOST_RUNNING } from './build-queue.ts';
import { type CatalogueFile, openCatalogue } from './catalogue-file.ts';

/** A thread that was idle for this long ends; ms. Set by hand. */
const IDLE = 30_000;
/**
 * How much less urgent to the scheduler than serving. Shoppers wait for a catalogue, and nobody for a training: beside one
 * busy thread, 4 leaves three tenths of a processor, and 10 a tenth. Set by hand.
 */
const NICE_BUILDING = 4;
const NICE_TRAINING = 10;

/** The CSV to build from. A large one is fetched when its job starts, so that no large CSV waits in memory. */
export interface AskedCatalogue {
  /** Size of its CSV. */
  readonly bytes: number;
  /** `undefined` if it is no longer stored. */
  fetch(): Promise<StoredCatalogue | undefined>;
}

/** What happens around the building of a catalogue. */
export interface AroundBuild {
  /**
   * Called when the job has its turn, so that no node claims what it cannot begin. Waits for `build`, or returns without
   * calling it, and so leaves the catalogue to another node.
   */
  claim?(build: () => Promise<void>): Promise<void>;
  /** Gets the built catalogue, inside the claim. */
  keep?(file: CatalogueFile): Promise<void>;
}

/** A job as it has ended. */
export interface BuildJob {
  readonly task: BuildRequest['task'];
  /** Its wait for a thread included. */
  readonly milliseconds: number;
  readonly failed: boolean;
}

export interface BuildPoolOptions {
  /** The module that the threads run. */
  readonly worker?: URL | undefined;
  /** Megabytes of heap of one thread. */
  readonly memory?: number | undefined;
  /** Told of each job that a thread has ended, or that failed. */
  readonly observe?: ((job: BuildJob) => void) | undefined;
  /** Called when a thread died, or could not start. */
  readonly onThreadError?: ((error: unknown) => void) | undefined;
}

/** Reads catalogues and trains models on worker threads, so that the serving thread answers requests meanwhile. */
export class BuildPool {
  readonly #builds: Threads;
  /** Trainings have a thread of their own: a catalogue that shoppers wait for is not behind one, which takes minutes. */
  readonly #trainings: Threads;
  readonly #queue = new BuildQueue();

  constructor(options: BuildPoolOptions = {}) {
    this.#builds = new Threads(MOST_RUNNING, NICE_BUILDING, options);
    this.#trainings = new Threads(1, NICE_TRAINING, options);
  }

  /**
   * Builds a catalogue from its CSV, whose bytes are transferred; `undefined` if it is no longer stored when the job starts, or
   * if it was not claimed.
   *
   * @throws WorkInterrupted when the thread died
   */
  async build(
    { bytes, fetch }: AskedCatalogue,
    around: AroundBuild = {},
  ): Promise<BuiltCatalogue | undefined> {
    // A small catalogue is fetched at once: the fetch takes several turns of the event loop, and a thread may be idle.
    const early = bytes > LARGE ? undefined : await fetch();
    let file: CatalogueFile | undefined;
    const build = async (): Promise<void> => {
      const catalogue = bytes > LARGE ? await fetch() : early;
      if (catalogue === undefined) return;
      const csv = ownBytes(catalogue.csv);
      const { roles, privacy, kinds } = catalogue;
      const request = { task: 'build', csv, roles, privacy, kinds } as const;
      file = (await this.#builds.run(request, [csv.buffer], catalogue.organizationId)) as CatalogueFile;
      await around.keep?.(file);
    };
    await this.#inTurn(bytes, () => around.claim?.(build) ?? build());
    return file && openCatalogue(file);
  }

  /**
   * Trains a model; the buffers of the catalogue and the training data are transferred.
   *
   * @returns the bytes to store; `undefined` if there is nothing to learn from
   */
  async train(catalogue: StoredCatalogue | undefined, lessons: Lessons): Promise<Uint8Array | undefined> {
    const csv = catalogue === undefined ? undefined : ownBytes(catalogue.csv);
    const { visits, exposures, searches, purchases } = lessons;
    const ofLessons = [...visits, ...exposures, ...searches, ...purchases].map(({ buffer }) => buffer);
    const moved = csv === undefined ? ofLessons : [...ofLessons, csv.buffer];
    const request = {
      task: 'train',
      csv,
      roles: catalogue?.roles,
      privacy: catalogue?.privacy,
      kinds: catalogue?.kinds,
      lessons,
    } as const;
    return (await this.#trainings.run(request, moved, catalogue?.organizationId)) as Uint8Array | undefined;
  }

  /** Jobs that run or wait for a thread, by task. */
  get underWay(): Readonly<Record<BuildRequest['task'], number>> {
    return { build: this.#builds.underWay.build, train: this.#trainings.underWay.train };
  }

  async close(): Promise<void> {
    await Promise.all([this.#builds.close(), this.#trainings.close()]);
  }

  async #inTurn<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    const end = await this.#queue.turn(bytes, performance.now());
    try {
      return await work();
    } finally {
      end();
    }
  }
}

/** Threads that work on one job each. */
class Threads {
  readonly #pool: Piscina<BuildRequest, BuildDone>;
  readonly #onThreadError: BuildPoolOptions['onThreadError'];
  readonly #observe: BuildPoolOptions['observe'];
  /** Jobs that run or wait for a thread. */
  readonly underWay: Record<BuildRequest['task'], number> = { build: 0, train: 0 };
  /** Jobs that were submitted and have not ended, in the order in which threads take them. */
  readonly #asked = new Set<AbortController>();
  /** When the last job ended, by `performance.now()`. */
  #lastEnded = 0;

  constructor(
    most: number,
    niceIncrement: number,
    {
      worker = new URL('./build.worker.ts', import.meta.url),
      memory = UNLIMITED.building,
      observe,
      onThreadError,
    }: BuildPoolOptions,
  ) {
    this.#observe = observe;
    this.#onThreadError = onThreadError;
    this.#pool = new Piscina({
      filename: worker.href,
      minThreads: 0,
      maxThreads: most,
      idleTimeout: IDLE,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: memory },
      niceIncrement,
    });
    // A thread that dies without a job must not end the process. If threads cannot start, the jobs that wait for one
    // would wait for ever: they fail, and their callers try again.
    this.#pool.on('error', (error) => {
      onThreadError?.(error);
      const running = this.#asked.size - this.#pool.queueSize;
      for (const waiting of [...this.#asked].slice(running)) waiting.abort(error);
    });
  }

  /** @param organizationId whose work it is, where that is known */
  async run(
    request: BuildRequest,
    transferList: readonly ArrayBuffer[],
    organizationId?: OrganizationId,
  ): Promise<BuildAnswer> {
    const { task } = request;
    const began = performance.now();
    let failed = true;
    this.underWay[task]++;
    try {
      const answer = await this.#submit(request, transferList, organizationId);
      failed = false;
      return answer;
    } finally {
      this.underWay[task]--;
      this.#observe?.({ task, milliseconds: performance.now() - began, failed });
    }
  }

  async #submit(
    request: BuildRequest,
    transferList: readonly ArrayBuffer[],
    organizationId?: OrganizationId,
  ): Promise<BuildAnswer> {
    const given = new AbortController();
    const began = performance.now();
    const worked = mostWorked();
    this.#asked.add(given);
    try {
      const options = { transferList: [...transferList], signal: given.signal };
      const { answer, milliseconds } = await this.#pool.run(request, options);
      if (organizationId !== undefined) workedApart(organizationId, milliseconds);
      return answer;
    } catch (error) {
      if (given.signal.aborted) throw given.signal.reason;
      if (!isThreadDeath(error)) throw error;
      // It has told nobody its time. It had a thread since the job before it, at the longest.
      if (organizationId !== undefined)
        workedApart(organizationId, Math.min(worked(), performance.now() - Math.max(began, this.#lastEnded)));
      this.#onThreadError?.(error);
      throw new WorkInterrupted(error);
    } finally {
      this.#lastEnded = performance.now();
      this.#asked.delete(given);
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

/** An empty catalogue, for organizations that have none. */
export const NO_CATALOGUE: BuiltCatalogue = {
  completions: NO_COMPLETIONS,
  index: packIndex(buildIndex({ ids: [], attributes: [], warnings: [] }, {})),
  counts: { prices: new Float64Array(0), products: [] },
  shown: [],
  values: EMPTY_VOCABULARY,
};
