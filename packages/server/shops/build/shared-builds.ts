import { setTimeout as wait } from 'node:timers/promises';
import type { OrganizationId, Storage } from '../../storage/ports.ts';
import { THIS_PROCESS, whileLeased } from '../../storage/while-leased.ts';
import type { BuiltCatalogue } from '../shop.ts';
import type { AskedCatalogue, BuildPool } from './build-pool.ts';
import { INDEX_FORMAT } from './packed-catalogue.ts';

/** A smaller CSV is built by every node: that is faster than asking the store. In bytes. Set by hand. */
const SMALL = 100_000;
/** Time until the first look for what another node is building, and the longest between two looks; ms. Set by hand. */
const FIRST_LOOK = 250;
const LONGEST_LOOK = 2_000;

export interface SharedBuildsOptions {
  readonly storage: Pick<Storage, 'artefacts' | 'leases'>;
  readonly builder: Pick<BuildPool, 'build' | 'load'>;
  /** Names this process in leases, for people to read. */
  readonly owner?: string | undefined;
  /** Told where a built catalogue could not be stored, or read. */
  readonly onFault?: ((organizationId: OrganizationId, error: unknown) => void) | undefined;
  /** A smaller CSV is read by every node; bytes. */
  readonly small?: number;
}

/**
 * Catalogues that one of the nodes of a store builds, and the others load. The one that has the lease builds; the others
 * wait for what it stores, and take over where it dies or cannot store it.
 */
export class SharedBuilds {
  readonly #options: SharedBuildsOptions;

  constructor(options: SharedBuildsOptions) {
    this.#options = options;
  }

  /** The catalogue of a version; `undefined` if it is no longer stored. @throws WorkInterrupted; StoreUnavailable */
  async build(
    organizationId: OrganizationId,
    catalogueVersion: string,
    asked: AskedCatalogue,
  ): Promise<BuiltCatalogue | undefined> {
    const { builder, storage, owner = THIS_PROCESS, onFault, small = SMALL } = this.#options;
    if (asked.bytes < small) return builder.build(asked);
    const { artefacts, leases } = storage;
    const key = { organizationId, catalogueVersion, kind: 'index', format: INDEX_FORMAT };
    const load = async () => {
      const packed = await artefacts.get(key);
      try {
        return packed && (await builder.load(packed));
      } catch (error) {
        onFault?.(organizationId, error);
        // Another node may be able to read them, so they are not removed; this node builds for itself.
        return builder.build(asked);
      }
    };
    const keep = async (packed: Uint8Array): Promise<void> => {
      // If it cannot be stored, the next node builds it again.
      await artefacts.putIfAbsent(key, packed).catch((error: unknown) => onFault?.(organizationId, error));
    };
    let isOurs = false;
    const claim = async (build: () => Promise<void>): Promise<void> => {
      await whileLeased(leases, organizationId, 'building', owner, async () => {
        // The one that had the lease may have stored it since.
        if ((await artefacts.get(key)) !== undefined) return;
        isOurs = true;
        await build();
      });
    };
    for (let pause = FIRST_LOOK; ; pause = Math.min(2 * pause, LONGEST_LOOK)) {
      const loaded = await load();
      if (loaded !== undefined) return loaded;
      const built = await builder.build(asked, { claim, keep });
      if (isOurs) return built;
      await wait(pause);
    }
  }
}
