import type { Commit, Storage } from '../storage/ports.ts';
import { isStoreFailure } from './breaker.ts';
import { unavailable } from './refusal.ts';

const again = 1_000;
/** So many answers may wait to be counted; then the store is needed for the next one. */
const most = 100_000;

/**
 * Answers that were sent while the store could not count them. They are counted as soon as it can, in order, and
 * at the latest when the service stops. Only a process that dies while its store is down forgets them.
 */
export class OwedUsage {
  readonly #storage: Pick<Storage, 'commit'>;
  readonly #onLost: (commit: Commit, error: unknown) => void;
  #owed: Commit[] = [];
  #timer: NodeJS.Timeout | undefined;
  #paying: Promise<void> | undefined;

  /** @param onLost told of an answer that cannot be counted, whatever the store's state: it would hold up the others */
  constructor(storage: Pick<Storage, 'commit'>, onLost: (commit: Commit, error: unknown) => void) {
    this.#storage = storage;
    this.#onLost = onLost;
  }

  get size(): number {
    return this.#owed.length;
  }

  /** @throws Refusal 503 when too many wait already */
  add(commit: Commit): void {
    if (this.#owed.length >= most)
      throw unavailable('The service cannot reach its store. Try again later.', 30);
    this.#owed.push(commit);
    this.#timer ??= setInterval(() => this.pay(), again).unref();
  }

  /** Counts what is owed, as far as the store goes along. */
  pay(): Promise<void> {
    this.#paying ??= this.#payAll().finally(() => {
      this.#paying = undefined;
    });
    return this.#paying;
  }

  async #payAll(): Promise<void> {
    let paid = 0;
    try {
      for (; paid < this.#owed.length; paid++) {
        const commit = this.#owed[paid]!;
        try {
          await this.#storage.commit(commit);
        } catch (error) {
          // The store is still down: the next turn of the timer tries again.
          if (isStoreFailure(error)) return;
          this.#onLost(commit, error);
        }
      }
    } finally {
      this.#owed = this.#owed.slice(paid);
    }
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async close(): Promise<void> {
    await this.pay();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
