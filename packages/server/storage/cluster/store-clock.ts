import { type PipelinedConnection, statement } from './connection/pipelined-connection.ts';
import { STORE_TIME } from './repositories/leases.ts';

/** How often the clock of the store is read, in ms: two clocks run apart by a few ms within this. Set by hand. */
const READ_EVERY = 30_000;
/** Readings at the start, of which the fastest counts: the first one has to connect. */
const AT_START = 3;
/** A later reading is taken where its round trip took no more ms; a slower one only if no better came for long. */
const CLOSE_ENOUGH = 20;
/** Readings that are too slow in a row, after which the next one counts whatever it took. */
const MOST_SKIPPED = 4;

const TIME = statement(`SELECT ${STORE_TIME} AS now`);

interface Reading {
  /** The time of the store at 0 of `performance.now()`. */
  readonly origin: number;
  /** ms from the question to the answer. */
  readonly took: number;
}

/**
 * The clock of PostgreSQL, as this node knows it: read now and then, and counted on by a clock that nobody sets. So all
 * nodes agree on the time, however far the clocks of their machines are apart.
 */
export class StoreClock {
  readonly #connection: Pick<PipelinedConnection, 'query'>;
  /** The time of the store at 0 of `performance.now()`. */
  #origin = 0;
  #skipped = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: Pick<PipelinedConnection, 'query'>) {
    this.#connection = connection;
  }

  /** Reads the clock for the first time. @throws StoreUnavailable */
  async begin(): Promise<void> {
    let best = await this.#ask();
    for (let n = 1; n < AT_START; n++) {
      const reading = await this.#ask();
      if (reading.took < best.took) best = reading;
    }
    this.#origin = best.origin;
    // Where the store does not answer, the clock goes on.
    this.#timer = setInterval(() => void this.read().catch(() => {}), READ_EVERY).unref();
  }

  /** ms since the epoch. */
  now(): number {
    return Math.round(this.#origin + performance.now());
  }

  /** @throws StoreUnavailable */
  async read(): Promise<void> {
    const { origin, took } = await this.#ask();
    if (took > CLOSE_ENOUGH && this.#skipped++ < MOST_SKIPPED) return;
    this.#skipped = 0;
    this.#origin = origin;
  }

  async #ask(): Promise<Reading> {
    const sent = performance.now();
    const [row] = await this.#connection.query<{ now: number }>(TIME, []);
    const received = performance.now();
    // The store read its clock somewhere on the way: in the middle, for all that is known.
    return { origin: row!.now - (sent + received) / 2, took: received - sent };
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
