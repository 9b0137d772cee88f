import type { OrganizationId, Organizations } from '../storage/ports.ts';
import type { Shops } from './shops.ts';

/** The share of the memory of shops that those opened at the start may take: others come too. Set by hand. */
export const MEMORY_AT_START = 0.75;

export interface OpeningOptions {
  /** Shops with a ranking since then are opened; ms since the epoch. */
  readonly since: number;
  /** How long readiness waits for them; ms. */
  readonly wait: number;
  /** Bytes of open shops at which no further one is opened. */
  readonly memory: number;
}

/**
 * Opens the shops that were used lately when the service starts, the last used first, so that their first shoppers do
 * not wait for a catalogue to be read. One is opened after the other: the other thread that reads catalogues is left
 * for shops that a request asks for.
 */
export class OpeningAtStart {
  readonly #shops: Pick<Shops, 'get' | 'bytes'>;
  readonly #memory: number;
  readonly #until: number;
  readonly #done: Promise<void>;
  #isDone = false;
  #isStopped = false;

  constructor(
    organizations: Pick<Organizations, 'rankedSince'>,
    shops: Pick<Shops, 'get' | 'bytes'>,
    { since, wait, memory }: OpeningOptions,
  ) {
    this.#shops = shops;
    this.#memory = memory;
    this.#until = performance.now() + wait;
    this.#done = this.#open(organizations, since).finally(() => {
      this.#isDone = true;
    });
    // Readiness fails by itself where the store does, and requests open what is not open.
    this.#done.catch(() => undefined);
  }

  /** Whether readiness waits for it. */
  get isAwaited(): boolean {
    return !this.#isDone && performance.now() < this.#until;
  }

  /** Opens no further shop; resolves when the one under way is open. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#done.catch(() => undefined);
  }

  async #open(organizations: Pick<Organizations, 'rankedSince'>, since: number): Promise<void> {
    const ids: readonly OrganizationId[] = await organizations.rankedSince(since);
    for (const id of ids) {
      if (this.#isStopped || this.#shops.bytes >= this.#memory) return;
      // A shop that cannot be read has been reported, and must not keep the others closed.
      await this.#shops.get(id).catch(() => undefined);
    }
  }
}
