import { type MeteredRequest, type Storage, StoreUnavailable } from '../storage/ports.ts';

/** How often usage of lost nodes is looked for, in ms. Set by hand. */
const LOOK_EVERY = 30_000;
/** A node counts its own within seconds of the store being back; others wait for so long, in ms. Set by hand. */
const LEFT_AFTER = 60_000;

/** Copies of pending usage, of all nodes. */
export interface ReadableUsageCopies {
  /** Requests that were answered before a time, in ms since the epoch, step by step. */
  before(time: number): AsyncIterable<readonly MeteredRequest[]>;
  remove(requestIds: readonly string[]): Promise<void>;
}

/**
 * Counts the requests that a node has answered, could not count, and was lost with. A node that is only cut off counts
 * them too when it is back: each has an id, which the store counts once.
 */
export class UsageOfLostNodes {
  readonly #storage: Pick<Storage, 'commit' | 'now'>;
  readonly #copies: ReadableUsageCopies;
  readonly #onLost: (count: MeteredRequest, error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | undefined;

  /**
   * @param onLost told of a count that no store will take
   * @param onFault told of a look that failed; the next one tries again
   */
  constructor(
    storage: Pick<Storage, 'commit' | 'now'>,
    copies: ReadableUsageCopies,
    onLost: (count: MeteredRequest, error: unknown) => void,
    onFault: (error: unknown) => void,
  ) {
    this.#storage = storage;
    this.#copies = copies;
    this.#onLost = onLost;
    this.#timer = setInterval(() => void this.look().catch(onFault), LOOK_EVERY).unref();
  }

  /** Counts what was left behind, as far as the store takes it. One look runs at a time. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    for await (const requests of this.#copies.before(this.#storage.now() - LEFT_AFTER)) {
      const results = await Promise.allSettled(requests.map((request) => this.#storage.commit(request)));
      const done = requests.filter((request, n) => {
        const result = results[n]!;
        if (result.status === 'fulfilled') return true;
        if (result.reason instanceof StoreUnavailable) return false;
        this.#onLost(request, result.reason);
        return true;
      });
      await this.#copies.remove(done.map(({ requestId }) => requestId));
      // The store is asked again at the next look.
      if (done.length < requests.length) return;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    // Its failure is told where it was begun.
    await this.#looking?.catch(() => {});
  }
}
