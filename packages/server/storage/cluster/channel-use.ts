import { UnusableStore } from '../../errors.ts';
import type { Database } from './connection/database.ts';
import { STORE_TIME } from './repositories/leases.ts';

/** How often a process with Valkey says so, and for how long after the last one none may do without, in ms; set by hand. */
const SAY_EVERY = 30_000;
const HOLDS_FOR = 90_000;

/**
 * Says in the store that its processes share Valkey. One without it would revoke a key, and nodes that trust their leases
 * would not be told.
 */
export class ChannelUse {
  readonly #database: Database;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Says so until it is ended. */
  async begin(): Promise<void> {
    await this.#say();
    // The next one says it again.
    this.#timer = setInterval(() => void this.#say().catch(() => {}), SAY_EVERY).unref();
  }

  end(): void {
    clearInterval(this.#timer);
  }

  /** @throws UnusableStore for a process without Valkey where others share it */
  async refuseWithout(): Promise<void> {
    const isUsed = await this.#database.meets(
      `SELECT 1 FROM channel_use WHERE at > ${STORE_TIME} - $1::bigint`,
      [HOLDS_FOR],
    );
    if (isUsed)
      throw new UnusableStore(
        `The nodes of this store share Valkey: set VALKEY_URL as theirs is. To go on without it, stop all of them and wait for ${HOLDS_FOR / 1000} seconds.`,
      );
  }

  async #say(): Promise<void> {
    await this.#database.query(
      `INSERT INTO channel_use (id, at) VALUES (1, ${STORE_TIME}) ON CONFLICT (id) DO UPDATE SET at = EXCLUDED.at`,
    );
  }
}
