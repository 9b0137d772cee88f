import type { Rewritten } from '../../ports.ts';
import { WHOLE_STORE } from '../../ports.ts';
import { SMALL, type StoreRewriter } from './store-rewriter.ts';

/** How often it is looked whether the store is idle, in ms; set by hand. */
export const LOOK_EVERY = 1_000;
/** How long the remains of an erasure wait for others to be rewritten with them, and for an idle store at most; ms. Set by hand. */
const GATHERED = 10_000;
const WITHIN = 600_000;
/** Rewriting a megabyte takes so many ms at most on slow disks; the store must have been idle for so many times as long. */
const PER_MEGABYTE = 20;
const TIMES_IDLE = 10;

/**
 * Rewrites the store of a service after erasures, all that there were by then at once. A small store is rewritten within
 * ten minutes, and before that when nobody has written for a while; a large one only then: its writes would wait for longer
 * than a service lets them.
 */
export class IdleRewrites {
  readonly #rewriter: Pick<StoreRewriter, 'remains' | 'bytes' | 'rewrite'>;
  readonly #writes: () => number;
  #written = 0;
  /** How long nobody has written, and how long there have been remains. Counted rather than read from a clock; ms. */
  #idle = 0;
  #waited = 0;
  #rewriting: Promise<Rewritten> | undefined;

  readonly #onFailure: (error: unknown) => void;

  /**
   * @param writes counts what was written for requests
   * @param onFailure told of each rewrite that failed; it is tried again
   */
  constructor(
    rewriter: Pick<StoreRewriter, 'remains' | 'bytes' | 'rewrite'>,
    writes: () => number,
    onFailure: (error: unknown) => void,
  ) {
    this.#rewriter = rewriter;
    this.#writes = writes;
    this.#onFailure = onFailure;
  }

  /** To be called every `LOOK_EVERY` ms; rewrites where it is due. Resolves when that has ended. */
  async tick(): Promise<void> {
    if (this.#rewriting !== undefined) return;
    const written = this.#writes();
    this.#idle = written === this.#written ? this.#idle + LOOK_EVERY : 0;
    this.#written = written;
    const upTo = this.#rewriter.remains(WHOLE_STORE);
    this.#waited = upTo === undefined ? 0 : this.#waited + LOOK_EVERY;
    if (!this.#isDue()) return;
    this.#waited = 0;
    this.#rewriting = this.#rewriter.rewrite(upTo);
    try {
      await this.#rewriting;
    } catch (error) {
      this.#onFailure(error);
    } finally {
      this.#rewriting = undefined;
    }
  }

  /** Waits for the rewrite under way. */
  async close(): Promise<void> {
    await this.#rewriting?.catch(() => {});
  }

  #isDue(): boolean {
    if (this.#waited < GATHERED) return false;
    const bytes = this.#rewriter.bytes();
    if (bytes <= SMALL && this.#waited >= WITHIN) return true;
    return this.#idle >= Math.max(LOOK_EVERY, (bytes / 1e6) * PER_MEGABYTE * TIMES_IDLE);
  }
}
