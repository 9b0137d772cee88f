import { buildIndex, packIndex } from '@decidable/engine/ranking';
import { Piscina } from 'piscina';
import type { StoredCatalogue } from '../storage/ports.ts';
import type { BuildRequest } from './build.worker.ts';
import type { BuiltCatalogue } from './shop.ts';

/** Megabytes of heap for reading one catalogue: some twenty times a CSV of 50 MB. */
const MEMORY = 2_048;
/** A thread that had nothing to do for this long is let go; ms. */
const IDLE = 30_000;

/** Reads catalogues on a thread of its own, one at a time, so that requests are answered meanwhile. */
export class CatalogueBuilder {
  readonly #pool = new Piscina<BuildRequest, BuiltCatalogue>({
    filename: new URL('./build.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    niceIncrement: 10,
  });

  build({ csv, roles }: StoredCatalogue): Promise<BuiltCatalogue> {
    const own = new Uint8Array(csv);
    return this.#pool.run({ csv: own, roles }, { transferList: [own.buffer] });
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

/** What stands for the catalogue of an organization that has none. */
export const NO_CATALOGUE: BuiltCatalogue = {
  index: packIndex(buildIndex({ ids: [], attributes: [], warnings: [] }, {})),
  shown: [],
};
