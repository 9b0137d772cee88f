/** The part of a caller that is all of it. */
export const WHOLE = '';

/** A request that a limit does not let pass. */
export interface Denial {
  /** Milliseconds until the limit lets one pass again. */
  readonly retryAfter: number;
}

/** Nothing where the request passes: the usual answer costs no object. */
export type Verdict = Denial | undefined;

/** How much of a limit a caller has used in the window that ends then, in ms of the clock that counts. */
export interface Use {
  readonly used: number;
  readonly ends: number;
}

/**
 * Counts requests against one rate limit. A limiter in memory answers at once, so that nothing is awaited for it; one
 * that several services share answers with a promise.
 *
 * A caller and its part are two names, as joining them takes as long as looking both up (docs/design/gateway.md).
 */
export interface Limiter {
  /**
   * Counts a request of a caller, or of one part of it: of a key from one address, say.
   *
   * @param cost how much of the limit the request takes; 1 unless given
   * @param now ms of `performance.now()`, where the clock was read already
   */
  take(caller: string, part?: string, cost?: number, now?: number): Verdict | Promise<Verdict>;
  /** Takes one request back, where its window is not over: it was refused for a fault of the service. */
  giveBack(caller: string, part?: string): void;
  /** Counts what a caller has used, also beyond the limit: work is known when it is done. */
  charge(caller: string, part: string, cost: number): void;
  /** Tells without counting whether a request would pass. */
  check(caller: string, part?: string, now?: number): Verdict | Promise<Verdict>;
  /** What was counted, as far as this service knows at once; nothing where nothing was. */
  use(caller: string, part?: string): Use | undefined;
}

/** Gives a place back. */
export type Release = () => void;

/** Counts what a caller has running at once. */
export interface Places {
  /** Takes a place; nothing where all are taken. */
  enter(caller: string): Release | undefined | Promise<Release | undefined>;
  /** How many a caller has taken, as far as this service knows at once. */
  taken(caller: string): number;
}
