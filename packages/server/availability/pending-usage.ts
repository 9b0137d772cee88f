import { Overloaded } from '../errors.ts';
import {
  type MeteredRequest,
  type PendingUsageLog,
  type Storage,
  StoreUnavailable,
} from '../storage/ports.ts';

/** Milliseconds between two attempts to count what is pending. Set by hand. */
const RETRY_EVERY = 1_000;
/** Counts that may be pending; then the next request needs the store. Set by hand. */
const MOST_PENDING = 100_000;
/** Counts that are sent to the store at a time. Set by hand. */
const BATCH = 500;

/**
 * Counts requests that need the store for nothing else. A count that the store cannot take now is pending: kept in a
 * file of its own, durable before the answer leaves, and counted when the store is back, when the service stops, or at
 * the next start.
 *
 * A count may reach the store more than once: with a commit whose fsync failed though its log survived, and again
 * after a crash between counting and clearing. Each has an id, and the store counts an id once.
 */
export class PendingUsage {
  readonly #storage: Pick<Storage, 'commit'>;
  readonly #kept: PendingUsageLog;
  readonly #onLost: (count: MeteredRequest, error: unknown) => void;
  readonly #pending: MeteredRequest[];
  /** Counts that are being appended to the file. */
  #appending = 0;
  #timer: NodeJS.Timeout | undefined;
  #settling: Promise<void> | undefined;

  /** @param onLost told of a count that no store will take: it would hold up the others */
  constructor(
    storage: Pick<Storage, 'commit'>,
    kept: PendingUsageLog,
    onLost: (count: MeteredRequest, error: unknown) => void,
  ) {
    this.#storage = storage;
    this.#kept = kept;
    this.#onLost = onLost;
    this.#pending = [...kept.found];
    if (this.size > 0) this.#retryLater();
  }

  get size(): number {
    return this.#pending.length;
  }

  /**
   * Resolves when the request is counted or its count is pending; both are durable.
   *
   * @throws StoreUnavailable when neither is possible; Overloaded when too many are pending already
   */
  async count(count: MeteredRequest): Promise<void> {
    try {
      await this.#storage.commit(count);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await this.#keep(count);
    }
  }

  async #keep(count: MeteredRequest): Promise<void> {
    if (this.#pending.length + this.#appending >= MOST_PENDING)
      throw new Overloaded('The service cannot reach its store. Try again later.', 30);
    this.#appending++;
    try {
      await this.#kept.append(count);
      this.#pending.push(count);
    } finally {
      this.#appending--;
      this.#retryLater();
    }
  }

  #retryLater(): void {
    this.#timer ??= setInterval(() => this.settle(), RETRY_EVERY).unref();
  }

  /** Counts what is pending, as far as the store takes it. */
  settle(): Promise<void> {
    this.#settling ??= this.#settleAll()
      .catch((error: unknown) => {
        // The timer tries again.
        if (!(error instanceof StoreUnavailable)) throw error;
      })
      .finally(() => {
        this.#settling = undefined;
      });
    return this.#settling;
  }

  async #settleAll(): Promise<void> {
    while (this.#pending.length > 0) {
      const counts = this.#pending.slice(0, BATCH);
      const results = await Promise.allSettled(counts.map((count) => this.#storage.commit(count)));
      const uncounted = counts.filter((count, index) => {
        const result = results[index];
        if (result.status === 'fulfilled') return false;
        if (result.reason instanceof StoreUnavailable) return true;
        this.#onLost(count, result.reason);
        return false;
      });
      this.#pending.splice(0, counts.length, ...uncounted);
      if (uncounted.length > 0) return;
    }
    if (this.#appending > 0) return;
    await this.#kept.clear();
    if (this.#pending.length + this.#appending > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async close(): Promise<void> {
    await this.settle();
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#kept.close();
  }
}
