import { setTimeout as after } from 'node:timers/promises';
import { type OrganizationId, type Organizations, StoreUnavailable } from '../storage/ports.ts';
import type { Shops } from './shops.ts';

/** Time until what failed because of the store is tried again; ms. Set by hand. */
const TRY_AGAIN = 1_000;

/** The share of the memory of shops that those opened at the start may take: others come too. Set by hand. */
export const MEMORY_AT_START = 0.75;

export interface OpeningOptions {
  /** Shops with a ranking since then are opened; ms since the epoch. */
  readonly since: number;
  /** How long readiness waits for them; ms. */
  readonly wait: number;
  /** Bytes of open shops at which no further one is opened. */
  readonly memory: number;
  /** Waits for so many ms before a failed one is tried again; a clock unless given. */
  readonly pause?: (time: number) => Promise<unknown>;
}

/**
 * Opens the shops that were used lately when the service starts, the last used first, so that their first shoppers do
 * not wait for a catalogue to be read. One is opened after the other: the other thread that reads catalogues is left
 * for shops that a request asks for. While the store is away, it waits for it: a service is not ready because it could
 * open nothing.
 */
export class OpeningAtStart {
  readonly #shops: Pick<Shops, 'get' | 'bytes'>;
  readonly #memory: number;
  readonly #wait: number;
  readonly #pause: (time: number) => Promise<unknown>;
  readonly #done: Promise<void>;
  /** When readiness stops to wait; not before it is known which shops were used. */
  #until = Number.POSITIVE_INFINITY;
  #isDone = false;
  #isStopped = false;

  constructor(
    organizations: Pick<Organizations, 'rankedSince'>,
    shops: Pick<Shops, 'get' | 'bytes'>,
    { since, wait, memory, pause = after }: OpeningOptions,
  ) {
    this.#shops = shops;
    this.#memory = memory;
    this.#wait = wait;
    this.#pause = pause;
    this.#done = this.#open(organizations, since).finally(() => {
      this.#isDone = true;
    });
  }

  /** Whether readiness waits for it. */
  get isAwaited(): boolean {
    return this.#wait > 0 && !this.#isDone && performance.now() < this.#until;
  }

  /** Opens no further shop; resolves when the one under way is open. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#done;
  }

  async #open(organizations: Pick<Organizations, 'rankedSince'>, since: number): Promise<void> {
    const ids: readonly OrganizationId[] =
      (await this.#onceThere(() => organizations.rankedSince(since))) ?? [];
    this.#until = performance.now() + this.#wait;
    for (const id of ids) {
      if (this.#isStopped || this.#shops.bytes >= this.#memory) return;
      await this.#onceThere(() => this.#shops.get(id));
    }
  }

  /** What the store answers when it is there; `undefined` where it is not before the stop, or has something unreadable. */
  async #onceThere<T>(ask: () => Promise<T>): Promise<T | undefined> {
    while (!this.#isStopped) {
      try {
        return await ask();
      } catch (error) {
        // A shop that cannot be read has been reported, and must not keep the others closed.
        if (!(error instanceof StoreUnavailable)) return undefined;
      }
      await this.#pause(TRY_AGAIN);
    }
    return undefined;
  }
}
