import type { Commit, Storage } from '../storage/ports.ts';
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
  readonly #owed: Commit[] = [];
  #timer: NodeJS.Timeout | undefined;
  #paying: Promise<void> | undefined;

  constructor(storage: Pick<Storage, 'commit'>) {
    this.#storage = storage;
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
    while (this.#owed.length > 0) {
      try {
        await this.#storage.commit(this.#owed[0]!);
      } catch {
        // Whatever the reason, it is still owed: the next turn of the timer tries again.
        return;
      }
      this.#owed.shift();
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
