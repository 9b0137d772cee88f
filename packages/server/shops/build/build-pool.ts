import { buildIndex, packIndex } from '@decidable/engine/ranking';
import { EMPTY_VOCABULARY } from '@decidable/engine/session';
import { Piscina } from 'piscina';
import type { StoredCatalogue } from '../../storage/ports.ts';
import { ownBytes } from '../../workers/own-bytes.ts';
import type { BuiltCatalogue } from '../shop.ts';
import type { BuildAnswer, BuildRequest, Lessons } from './build.worker.ts';
import { BuildQueue, LARGE, MOST_RUNNING } from './build-queue.ts';
import { receive, type SentCatalogue } from './catalogue-transfer.ts';

/** Megabytes of heap for reading one catalogue or training one model. */
const MEMORY = 4_096;
/** A thread that had nothing to do for this long is let go; ms. */
const IDLE = 30_000;
/** A training takes its turn as a catalogue of so many bytes of CSV would: some 100,000 products. */
const TRAINING = 10_000_000;

/** A catalogue that is to be read; a large one is fetched when its turn has come, so that none waits in memory. */
export interface AskedCatalogue {
  /** Of its CSV. */
  readonly bytes: number;
  /** `undefined` where it is no longer kept. */
  fetch(): Promise<StoredCatalogue | undefined>;
}

export interface BuildPoolOptions {
  /** What the threads run. */
  readonly worker?: URL;
  /** Told when a thread died without work, or could not start. */
  readonly onThreadError?: ((error: unknown) => void) | undefined;
}

/** Reads catalogues and trains models on threads of its own, so that requests are answered meanwhile. */
export class BuildPool {
  readonly #pool: Piscina<BuildRequest, BuildAnswer>;
  readonly #queue = new BuildQueue();
  /** What was handed to the threads and is not answered yet, in the order in which they take it. */
  readonly #asked = new Set<AbortController>();

  constructor({
    worker = new URL('./build.worker.ts', import.meta.url),
    onThreadError,
  }: BuildPoolOptions = {}) {
    this.#pool = new Piscina({
      filename: worker.href,
      minThreads: 0,
      maxThreads: MOST_RUNNING,
      idleTimeout: IDLE,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
      niceIncrement: 10,
    });
    // A thread that dies without work must not take the service along. Where it could not even start, what waits for it
    // would wait for ever: it fails, and who asked tries again.
    this.#pool.on('error', (error) => {
      onThreadError?.(error);
      const running = this.#asked.size - this.#pool.queueSize;
      for (const waiting of [...this.#asked].slice(running)) waiting.abort(error);
    });
  }

  /** Reads a catalogue, whose bytes are moved; `undefined` where it was no longer kept when its turn came. */
  async build({ bytes, fetch }: AskedCatalogue): Promise<BuiltCatalogue | undefined> {
    // A thread that is free should not wait for what is soon read to be fetched, through several turns of the event loop.
    const early = bytes > LARGE ? undefined : await fetch();
    const sent = await this.#inTurn(bytes, async () => {
      const catalogue = bytes > LARGE ? await fetch() : early;
      if (catalogue === undefined) return undefined;
      const csv = ownBytes(catalogue.csv);
      return this.#run({ task: 'build', csv, roles: catalogue.roles }, [csv.buffer]);
    });
    return sent && receive(sent as SentCatalogue);
  }

  /**
   * Trains on what an organization's shoppers did; that and the catalogue are moved. Answers the bytes to store, or
   * nothing.
   */
  async train(catalogue: StoredCatalogue | undefined, lessons: Lessons): Promise<Uint8Array | undefined> {
    const csv = catalogue === undefined ? undefined : ownBytes(catalogue.csv);
    const { visits, exposures, searches } = lessons;
    const written = [...visits, ...exposures, ...searches].map(({ buffer }) => buffer);
    const moved = csv === undefined ? written : [...written, csv.buffer];
    const request = { task: 'train', csv, roles: catalogue?.roles, lessons } as const;
    return (await this.#inTurn(TRAINING, () => this.#run(request, moved))) as Uint8Array | undefined;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #inTurn(bytes: number, work: () => Promise<BuildAnswer>): Promise<BuildAnswer> {
    const end = await this.#queue.turn(bytes, performance.now());
    try {
      return await work();
    } finally {
      end();
    }
  }

  async #run(request: BuildRequest, transferList: readonly ArrayBuffer[]): Promise<BuildAnswer> {
    const given = new AbortController();
    this.#asked.add(given);
    try {
      return await this.#pool.run(request, { transferList: [...transferList], signal: given.signal });
    } catch (error) {
      throw given.signal.aborted ? given.signal.reason : error;
    } finally {
      this.#asked.delete(given);
    }
  }
}

/** What stands for the catalogue of an organization that has none. */
export const NO_CATALOGUE: BuiltCatalogue = {
  index: packIndex(buildIndex({ ids: [], attributes: [], warnings: [] }, {})),
  counts: { prices: new Float64Array(0), products: [] },
  shown: [],
  vocabulary: EMPTY_VOCABULARY,
};
