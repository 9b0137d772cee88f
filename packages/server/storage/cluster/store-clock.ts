import type { Database } from './connection/database.ts';
import { STORE_TIME } from './repositories/leases.ts';

/** How often the clock of the store is read, in ms: two clocks run apart by a few ms within this. Set by hand. */
const READ_EVERY = 30_000;
/** A reading is taken at once where its round trip took no more ms; a slower one only if no better came for long. */
const CLOSE_ENOUGH = 20;
/** Readings that are too slow in a row, after which the next one counts whatever it took. */
const MOST_SKIPPED = 4;

/**
 * The clock of PostgreSQL, as this node knows it: read now and then, and counted on by a clock that nobody sets. So all
 * nodes agree on the time, however far the clocks of their machines are apart.
 */
export class StoreClock {
  readonly #database: Pick<Database, 'one'>;
  /** The time of the store at 0 of `performance.now()`. */
  #origin = 0;
  #skipped = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Pick<Database, 'one'>) {
    this.#database = database;
  }

  /** Reads the clock for the first time. @throws StoreUnavailable */
  async begin(): Promise<void> {
    this.#skipped = MOST_SKIPPED;
    await this.read();
    // Where the store does not answer, the clock goes on.
    this.#timer = setInterval(() => void this.read().catch(() => {}), READ_EVERY).unref();
  }

  /** ms since the epoch. */
  now(): number {
    return Math.round(this.#origin + performance.now());
  }

  /** @throws StoreUnavailable */
  async read(): Promise<void> {
    const sent = performance.now();
    const { now } = (await this.#database.one<{ now: number }>(`SELECT ${STORE_TIME} AS now`))!;
    const received = performance.now();
    const isSlow = received - sent > CLOSE_ENOUGH;
    if (isSlow && this.#skipped++ < MOST_SKIPPED) return;
    this.#skipped = 0;
    // The store read its clock somewhere on the way: in the middle, for all that is known.
    this.#origin = now - (sent + received) / 2;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
