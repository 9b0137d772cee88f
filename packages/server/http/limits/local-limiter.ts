import type { RateLimit } from '../../setting-readers.ts';
import { Refusal } from '../errors/refusal.ts';

/** What one caller has used of a window that began with its first request; the next one begins in its place. */
interface Window {
  /** The part of the caller, as text that stays from one generation to the next. */
  readonly part: string;
  used: number;
  ends: number;
}

/** The part of a caller that is all of it. */
export const WHOLE = '';

/** The windows of some time: those of whole callers, and those of parts of them, by caller and part. */
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
 * One of the service's rate limits. `burst` requests fit in a window of `burst / rate` seconds, so that the
 * average is `rate` and a burst of `burst` passes.
 *
 * Every request takes several of these, so one costs a look-up and an addition: nothing is awaited and no timer is
 * set. Windows are forgotten a generation at a time, and begin anew in place where a caller comes again before. A new
 * generation comes when windows last no longer and fewer than half of this one have begun meanwhile; that of before is
 * then forgotten. (Windows live so long that V8 counts them among the old objects, of which each that dies brings the
 * next collection of all memory nearer.)
 */
export class RateLimiter {
  readonly #burst: number;
  /** Length of a window in ms. */
  readonly #length: number;
  readonly #name: string;
  readonly #advice: string;
  readonly #policy: string;
  readonly #now: () => number;
  #windows = new Generation();
  #older = new Generation();
  /** When all windows are over that had begun by the last look at their age, and those that have begun since. */
  #ends = 0;
  #begun = 0;

  /** @param now ms of any clock that only goes forward */
  constructor(name: string, limit: RateLimit, advice: string, now: () => number = () => performance.now()) {
    const seconds = limit.burst / limit.rate;
    this.#burst = limit.burst;
    this.#length = seconds * 1000;
    this.#name = name;
    this.#advice = advice;
    this.#now = now;
    this.#policy = `"${name}";q=${limit.burst};w=${Math.max(1, Math.ceil(seconds))}`;
  }

  /**
   * Counts one request of a caller, or of one part of it: of a key from one address, say. They are two names, as
   * joining them would cost more than finding each.
   *
   * @param now where the clock has been looked at already
   * @throws Refusal 429 when it is one too many
   */
  take(caller: string, part = WHOLE, now = this.#now()): void {
    this.#age(now);
    let window = this.#windows.find(caller, part);
    if (window === undefined) {
      window = this.#older.find(caller, part) ?? { part, used: 0, ends: now };
      this.#windows.add(caller, window);
    }
    if (now >= window.ends) {
      window.used = 0;
      window.ends = now + this.#length;
      this.#begun++;
    }
    if (window.used >= this.#burst) throw this.#refusal(window, now);
    window.used++;
  }

  /** Refuses without counting. @throws Refusal 429 when nothing is left */
  check(caller: string, part = WHOLE, now = this.#now()): void {
    if (this.size === 0) return;
    this.#age(now);
    const window = this.#windows.find(caller, part) ?? this.#older.find(caller, part);
    if (window !== undefined && now < window.ends && window.used >= this.#burst) {
      throw this.#refusal(window, now);
    }
  }

  /** Windows that are remembered, whether they are over or not. */
  get size(): number {
    return this.#windows.size + this.#older.size;
  }

  #age(now: number): void {
    if (now < this.#ends) return;
    // The older ones are over; so is this generation, if nobody came for as long again.
    this.#older = new Generation();
    if (now >= this.#ends + this.#length) this.#windows = new Generation();
    else if (this.#begun < this.#windows.size / 2) {
      this.#older = this.#windows;
      this.#windows = new Generation();
    }
    this.#begun = 0;
    this.#ends = now + this.#length;
  }

  #refusal(window: Window, now: number): Refusal {
    const seconds = Math.max(1, Math.ceil((window.ends - now) / 1000));
    return new Refusal('TOO_MANY_REQUESTS', `${this.#advice} Try again in ${seconds} s.`, {
      'retry-after': String(seconds),
      ratelimit: `"${this.#name}";r=0;t=${seconds}`,
      'ratelimit-policy': this.#policy,
    });
  }
}
