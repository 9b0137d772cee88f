import { buildIndex, packIndex } from '@decidable/engine/ranking';
import { EMPTY_VOCABULARY } from '@decidable/engine/session';
import { Piscina } from 'piscina';
import type { StoredCatalogue } from '../storage/ports.ts';
import { ownBytes } from '../workers/own-bytes.ts';
import type { BuildAnswer, BuildRequest, Lessons } from './build.worker.ts';
import type { BuiltCatalogue } from './shop.ts';
import { receive, type SentCatalogue } from './transport.ts';

/** Megabytes of heap for reading one catalogue or training one model. */
const MEMORY = 4_096;
/** A thread that had nothing to do for this long is let go; ms. */
const IDLE = 30_000;

export interface BuilderOptions {
  /** What the threads run. */
  readonly worker?: URL;
  /** Told when a thread died without work, or could not start. */
  readonly onThreadError?: ((error: unknown) => void) | undefined;
}

/** Reads catalogues and trains models on a thread of its own, so that requests are answered meanwhile. */
export class Builder {
  readonly #pool: Piscina<BuildRequest, BuildAnswer>;
  /** What was asked for and is not answered yet, in the order in which threads take it. */
  readonly #asked = new Set<AbortController>();

  constructor({
    worker = new URL('./build.worker.ts', import.meta.url),
    onThreadError,
  }: BuilderOptions = {}) {
    this.#pool = new Piscina({
      filename: worker.href,
      minThreads: 0,
      // A training may take minutes; a catalogue that was replaced should not wait for it.
      maxThreads: 2,
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

  /** Reads a catalogue, whose bytes are moved. */
  async build(catalogue: StoredCatalogue): Promise<BuiltCatalogue> {
    const csv = ownBytes(catalogue.csv);
    const answer = await this.#run({ task: 'build', csv, roles: catalogue.roles }, [csv.buffer]);
    return receive(answer as SentCatalogue);
  }

  /**
   * Trains on what an organization's shoppers did; that and the catalogue are moved. Answers the bytes to store, or
   * nothing.
   */
  async train(catalogue: StoredCatalogue | undefined, lessons: Lessons): Promise<Uint8Array | undefined> {
    const csv = catalogue === undefined ? undefined : ownBytes(catalogue.csv);
    const { visits, exposures, searches } = lessons;
    const written = [...visits, ...exposures, ...searches].map(({ buffer }) => buffer);
    const answer = await this.#run(
      { task: 'train', csv, roles: catalogue?.roles, lessons },
      csv === undefined ? written : [...written, csv.buffer],
    );
    return answer as Uint8Array | undefined;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
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
