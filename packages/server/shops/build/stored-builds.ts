import { setTimeout as wait } from 'node:timers/promises';
import type { OrganizationId, Storage } from '../../storage/ports.ts';
import { THIS_PROCESS, whileLeased } from '../../storage/while-leased.ts';
import type { BuiltCatalogue } from '../shop.ts';
import type { AskedCatalogue, BuildPool } from './build-pool.ts';
import { type CatalogueFile, INDEX_FORMAT, openCatalogue } from './catalogue-file.ts';

/** A smaller CSV is built by every node that asks at once: that is faster than waiting for another. In bytes. Set by hand. */
const SMALL = 100_000;
/** Time until the first look for what another node is building, and the longest between two looks; ms. Set by hand. */
const FIRST_LOOK = 250;
const LONGEST_LOOK = 2_000;

export interface StoredBuildsOptions {
  readonly storage: Pick<Storage, 'built' | 'leases'>;
  readonly builder: Pick<BuildPool, 'build'>;
  /** Whether other nodes build from the same store. */
  readonly isShared: boolean;
  /** Names this process in leases, for people to read. */
  readonly owner?: string | undefined;
  /** Told where a built catalogue could not be stored, or read. */
  readonly onFault?: ((organizationId: OrganizationId, error: unknown) => void) | undefined;
  /** A smaller CSV is built without a lease; bytes. */
  readonly small?: number;
}

/**
 * Catalogues that are built once, and opened from what was stored from then on. Of the nodes of a store the one that has the lease
 * builds; the others wait for what it stores, and take over where it dies or cannot store it.
 */
export class StoredBuilds {
  readonly #options: StoredBuildsOptions;

  constructor(options: StoredBuildsOptions) {
    this.#options = options;
  }

  /** The catalogue of a version; `undefined` if it is no longer stored. @throws WorkInterrupted; StoreUnavailable */
  async build(
    organizationId: OrganizationId,
    catalogueVersion: string,
    asked: AskedCatalogue,
  ): Promise<BuiltCatalogue | undefined> {
    const { builder, storage, isShared, owner = THIS_PROCESS, onFault, small = SMALL } = this.#options;
    const { built, leases } = storage;
    const key = { organizationId, catalogueVersion, format: INDEX_FORMAT };
    const keep = async (file: CatalogueFile): Promise<void> => {
      // If it cannot be stored, the next one builds it again.
      await built.put(key, file).catch((error: unknown) => onFault?.(organizationId, error));
    };
    let isAlone = !isShared || asked.bytes < small;
    let isOurs = false;
    let opened: BuiltCatalogue | undefined;
    const open = async (): Promise<boolean> => {
      try {
        const file = await built.get(key);
        if (file !== undefined) opened = await openCatalogue(file);
      } catch (error) {
        onFault?.(organizationId, error);
        // Another node may be able to read it; this one builds for itself.
        isAlone = true;
      }
      return opened !== undefined;
    };
    const claim = async (build: () => Promise<void>): Promise<void> => {
      const begin = () => {
        isOurs = true;
        return build();
      };
      if (isAlone) return begin();
      await whileLeased(leases, organizationId, 'building', owner, async () => {
        // The one that had the lease may have stored it since.
        if (!(await open())) await begin();
      });
    };
    for (let pause = FIRST_LOOK; !(await open()); pause = Math.min(2 * pause, LONGEST_LOOK)) {
      const made = await builder.build(asked, { claim, keep });
      if (isOurs) return made;
      if (opened !== undefined) break;
      await wait(pause);
    }
    return opened;
  }
}
