import type { RateLimit } from '../../setting-readers.ts';
import type { Limiter, Use, Verdict } from './limiter.ts';
import { LocalLimiter, type Window } from './local-limiter.ts';

/** Requests are gathered for so long before they are reported, in ms; set by hand. */
const GATHER = 10;
/** The pause after a report that failed, in ms; set by hand. */
const PAUSE = 500;
/** Windows that wait to be reported; more are counted on this node alone. Set by hand. */
export const MOST_WAITING = 5_000;
/** The share of a burst that all nodes together may leave unreported. */
const UNREPORTED = 1 / 4;

/** Counts that all nodes add up. */
export interface SharedCounts {
  /**
   * @param left ms that the window has left
   * @returns what all nodes counted, and the ms that their window has left; nothing where they cannot be asked
   */
  add(
    limit: string,
    caller: string,
    part: string,
    requests: number,
    left: number,
  ): Promise<{ readonly total: number; readonly left: number } | undefined>;
}

/**
 * A rate limit that several nodes share. Each decides at once, by its own count and by what it last heard of the others; it
 * reports its count in the background.
 *
 * What passes beyond a burst is bounded. A node reports a caller when a quarter of its even share of the burst is
 * unreported, so callers far below the limit cost nothing, and all nodes together leave less than a quarter of a burst
 * unreported, and what they let pass while a report is on its way (10 ms and a round trip). No node lets more than a burst
 * pass, so with `n` nodes it is `n` bursts at the very most, as without any reports.
 */
export class SharedLimiter implements Limiter {
  readonly #name: string;
  readonly #counts: SharedCounts;
  readonly #local: LocalLimiter;
  readonly #waiting: { readonly caller: string; readonly window: Window }[] = [];
  #reporting: Promise<void> | undefined;

  /**
   * @param name of the limit, the same on all nodes
   * @param nodes how many nodes there are now
   */
  constructor(name: string, limit: RateLimit, counts: SharedCounts, nodes: () => number) {
    this.#name = name;
    this.#counts = counts;
    this.#local = new LocalLimiter(limit, undefined, {
      get from() {
        return (UNREPORTED * limit.burst) / nodes();
      },
      settle: (caller, window) => this.#settle(caller, window),
    });
  }

  take(caller: string, part?: string, cost?: number, now?: number): Verdict {
    return this.#local.take(caller, part, cost, now);
  }

  giveBack(caller: string, part?: string): void {
    this.#local.giveBack(caller, part);
  }

  charge(caller: string, part: string, cost: number): void {
    this.#local.charge(caller, part, cost);
  }

  check(caller: string, part?: string, now?: number): Verdict {
    return this.#local.check(caller, part, now);
  }

  use(caller: string, part?: string): Use | undefined {
    return this.#local.use(caller, part);
  }

  /** Resolves when nothing is left to report. */
  async settled(): Promise<void> {
    while (this.#reporting !== undefined) await this.#reporting;
  }

  #settle(caller: string, window: Window): void {
    if (this.#waiting.length >= MOST_WAITING) {
      window.settling = false;
      return;
    }
    this.#waiting.push({ caller, window });
    this.#reporting ??= this.#report();
  }

  async #report(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER).unref());
    const answered = await Promise.all(
      this.#waiting.splice(0).map(({ caller, window }) => this.#reportOne(caller, window)),
    );
    if (!answered.every(Boolean)) await new Promise((resolve) => setTimeout(resolve, PAUSE).unref());
    this.#reporting = this.#waiting.length > 0 ? this.#report() : undefined;
  }

  /** @returns whether the others could be asked */
  async #reportOne(caller: string, window: Window): Promise<boolean> {
    const { used, settled, ends, part } = window;
    const left = ends - performance.now();
    try {
      if (left <= 0) return true;
      const count = await this.#counts.add(this.#name, caller, part, used - settled, left);
      // A window that has begun anew meanwhile has nothing to do with the answer.
      if (count === undefined || window.ends !== ends) return count !== undefined;
      window.used += count.total - used;
      window.settled = count.total;
      window.ends = Math.min(ends, performance.now() + count.left);
      return true;
    } finally {
      window.settling = false;
    }
  }
}
