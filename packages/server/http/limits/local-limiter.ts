import type { RateLimit } from '../../setting-readers.ts';
import { type Denial, type Limiter, type Use, WHOLE } from './limiter.ts';

/** The use of a window that began with a caller's first request; the next one begins in its place. */
export interface Window extends Use {
  /** The part of the caller, as text that stays from one generation to the next. */
  readonly part: string;
  used: number;
  ends: number;
  /** How much of the use other nodes know of; 0 where there are none. */
  settled: number;
  /** Whether the rest is on its way to them. */
  settling: boolean;
}

/** Tells other nodes of the use of windows. */
export interface Settlement {
  /** Use that others do not know of, counted or taken back, from which they are told. */
  readonly from: number;
  /** Called with a window that has so much, once until `settling` is taken back. */
  settle(caller: string, window: Window): void;
}

/** Windows that were begun at about the same time: those of whole callers, and those of parts, by caller and part. */
class Generation {
  readonly #wholes = new Map<string, Window>();
  readonly #parts = new Map<string, Map<string, Window>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  find(caller: string, part: string): Window | undefined {
    return part === WHOLE ? this.#wholes.get(caller) : this.#parts.get(caller)?.get(part);
  }

  add(caller: string, window: Window): void {
    const { part } = window;
    this.#size++;
    if (part === WHOLE) {
      this.#wholes.set(caller, window);
      return;
    }
    const parts = this.#parts.get(caller);
    if (parts === undefined) this.#parts.set(caller, new Map([[part, window]]));
    else parts.set(part, window);
  }
}

/**
 * A rate limit that is counted in memory. `burst` requests fit in a window of `burst / rate` seconds, so that the
 * average is `rate` and a burst of `burst` passes.
 *
 * Every request passes several limits, so one costs a look-up and an addition: nothing is awaited and no timer is set.
 * Windows expire a generation at a time, and restart in place if their caller returns before. A new generation begins
 * when all windows of the last one have ended and fewer than half of them have restarted meanwhile; the generation
 * before it is then dropped. (Windows live so long that V8 promotes them to the old generation, where each dead object
 * brings the next full collection nearer.)
 */
export class LocalLimiter implements Limiter {
  readonly #burst: number;
  /** Length of a window in ms. */
  readonly #length: number;
  readonly #now: () => number;
  readonly #settlement: Settlement | undefined;
  #windows = new Generation();
  #older = new Generation();
  /** The end of every window that had begun when ages were last looked at, and the number that have begun since. */
  #ends = 0;
  #begun = 0;

  /**
   * @param now ms of any clock that only goes forward
   * @param settlement where other nodes count the same callers
   */
  constructor(
    { rate, burst }: RateLimit,
    now: () => number = () => performance.now(),
    settlement?: Settlement,
  ) {
    this.#burst = burst;
    this.#length = (burst / rate) * 1000;
    this.#now = now;
    this.#settlement = settlement;
  }

  take(caller: string, part = WHOLE, cost = 1, now = this.#now()): Denial | undefined {
    const window = this.#window(caller, part, now);
    if (window.used + cost > this.#burst) return { retryAfter: window.ends - now };
    this.#count(caller, window, cost);
    return undefined;
  }

  charge(caller: string, part: string, cost: number): void {
    this.#count(caller, this.#window(caller, part, this.#now()), cost);
  }

  /** The window of a caller, begun anew where it is over. */
  #window(caller: string, part: string, now: number): Window {
    this.#age(now);
    let window = this.#windows.find(caller, part);
    if (window === undefined) {
      window = this.#older.find(caller, part) ?? { part, used: 0, ends: now, settled: 0, settling: false };
      this.#windows.add(caller, window);
    }
    if (now >= window.ends) {
      window.used = 0;
      window.settled = 0;
      window.ends = now + this.#length;
      this.#begun++;
    }
    return window;
  }

  #count(caller: string, window: Window, cost: number): void {
    window.used += cost;
    this.#settle(caller, window);
  }

  giveBack(caller: string, part = WHOLE): void {
    const window = this.#windows.find(caller, part) ?? this.#older.find(caller, part);
    // The request may have been counted in the window before.
    if (window === undefined || window.used <= 0 || this.#now() >= window.ends) return;
    window.used--;
    this.#settle(caller, window);
  }

  #settle(caller: string, window: Window): void {
    const settlement = this.#settlement;
    if (settlement === undefined || window.settling) return;
    if (Math.abs(window.used - window.settled) < settlement.from) return;
    window.settling = true;
    settlement.settle(caller, window);
  }

  check(caller: string, part = WHOLE, now = this.#now()): Denial | undefined {
    if (this.size === 0) return undefined;
    this.#age(now);
    const window = this.use(caller, part);
    if (window === undefined || now >= window.ends || window.used < this.#burst) return undefined;
    return { retryAfter: window.ends - now };
  }

  use(caller: string, part = WHOLE): Use | undefined {
    return this.#windows.find(caller, part) ?? this.#older.find(caller, part);
  }

  /** Windows that are remembered, whether they are over or not. */
  get size(): number {
    return this.#windows.size + this.#older.size;
  }

  #age(now: number): void {
    if (now < this.#ends) return;
    // The older windows are over; so are those of this generation where as long again has passed.
    this.#older = new Generation();
    if (now >= this.#ends + this.#length) this.#windows = new Generation();
    else if (this.#begun < this.#windows.size / 2) {
      this.#older = this.#windows;
      this.#windows = new Generation();
    }
    this.#begun = 0;
    this.#ends = now + this.#length;
  }
}
