import { unavailable } from '../http/errors/refusal.ts';
import type { CountedOnce, OwedCounts, Storage } from '../storage/ports.ts';
import { isStoreFailure } from './store-breaker.ts';

const again = 1_000;
/** So many answers may wait to be counted; then the store is needed for the next one. */
const most = 100_000;
/** Counts that are sent to the store at a time. */
const batch = 500;

/**
 * Counts requests that need the store for nothing else. What the store cannot count now is owed: kept in a place of
 * its own, durable before the answer leaves, and counted when the store is back, when the service stops, or when it
 * starts again after it was killed.
 *
 * A count may reach the store more than once: with a commit whose fsync failed though its log survived, and again
 * after a crash between counting and clearing. Each has an id, and the store counts an id once.
 */
export class OwedUsage {
  readonly #storage: Pick<Storage, 'commit'>;
  readonly #kept: OwedCounts;
  readonly #onLost: (count: CountedOnce, error: unknown) => void;
  readonly #owed: CountedOnce[];
  /** Counts on their way to where they are kept. */
  #coming = 0;
  #timer: NodeJS.Timeout | undefined;
  #paying: Promise<void> | undefined;

  /** @param onLost told of a count that no store will take: it would hold up the others */
  constructor(
    storage: Pick<Storage, 'commit'>,
    kept: OwedCounts,
    onLost: (count: CountedOnce, error: unknown) => void,
  ) {
    this.#storage = storage;
    this.#kept = kept;
    this.#onLost = onLost;
    this.#owed = [...kept.found];
    if (this.size > 0) this.#tryAgain();
  }

  get size(): number {
    return this.#owed.length;
  }

  /**
   * Resolves when the request is counted, or owed; both are durable.
   *
   * @throws StoreUnavailable when neither can be; Refusal 503 when too many are owed already
   */
  async count(count: CountedOnce): Promise<void> {
    try {
      await this.#storage.commit(count);
    } catch (error) {
      if (!isStoreFailure(error)) throw error;
      await this.#owe(count);
    }
  }

  async #owe(count: CountedOnce): Promise<void> {
    if (this.#owed.length + this.#coming >= most)
      throw unavailable('The service cannot reach its store. Try again later.', 30);
    this.#coming++;
    try {
      await this.#kept.append(count);
      this.#owed.push(count);
    } finally {
      this.#coming--;
      this.#tryAgain();
    }
  }

  #tryAgain(): void {
    this.#timer ??= setInterval(() => this.pay(), again).unref();
  }

  /** Counts what is owed, as far as the store goes along. */
  pay(): Promise<void> {
    this.#paying ??= this.#payAll()
      .catch((error: unknown) => {
        // The next turn of the timer tries again.
        if (!isStoreFailure(error)) throw error;
      })
      .finally(() => {
        this.#paying = undefined;
      });
    return this.#paying;
  }

  async #payAll(): Promise<void> {
    while (this.#owed.length > 0) {
      const counts = this.#owed.slice(0, batch);
      const results = await Promise.allSettled(counts.map((count) => this.#storage.commit(count)));
      const unpaid = counts.filter((count, index) => {
        const result = results[index];
        if (result.status === 'fulfilled') return false;
        if (isStoreFailure(result.reason)) return true;
        this.#onLost(count, result.reason);
        return false;
      });
      this.#owed.splice(0, counts.length, ...unpaid);
      if (unpaid.length > 0) return;
    }
    if (this.#coming > 0) return;
    await this.#kept.clear();
    if (this.#owed.length + this.#coming > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async close(): Promise<void> {
    await this.pay();
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#kept.close();
  }
}
