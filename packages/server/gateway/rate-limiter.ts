import type { RateLimit } from '../setting-readers.ts';
import { Refusal } from './refusal.ts';

/** What one caller has used of a window that began with its first request. */
interface Window {
  used: number;
  readonly ends: number;
}

/** The part of a caller that is all of it. */
export const WHOLE = '';

/** The windows of some time: those of whole callers, and those of parts of them, by caller and part. */
class Generation {
  readonly #wholes = new Map<string, Window>();
  readonly #parts = new Map<string, Map<string, Window>>();

  get isEmpty(): boolean {
    return this.#wholes.size === 0 && this.#parts.size === 0;
  }

  find(caller: string, part: string): Window | undefined {
    return part === WHOLE ? this.#wholes.get(caller) : this.#parts.get(caller)?.get(part);
  }

  open(caller: string, part: string, window: Window): void {
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
 * Every request takes several of these, so one costs a look-up and an addition: nothing is awaited and no
 * timer is set. Windows that are over are forgotten a generation at a time: all last equally long, so that a
 * generation is over when the next one is full of age.
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
  #generationEnds = 0;

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
    const window = this.#windowOf(caller, part, now);
    if (window === undefined) this.#windows.open(caller, part, { used: 1, ends: now + this.#length });
    else if (window.used >= this.#burst) throw this.#refusal(window, now);
    else window.used++;
  }

  /** Refuses without counting. @throws Refusal 429 when nothing is left */
  check(caller: string, part = WHOLE, now = this.#now()): void {
    if (this.#windows.isEmpty && this.#older.isEmpty) return;
    const window = this.#windowOf(caller, part, now);
    if (window !== undefined && window.used >= this.#burst) throw this.#refusal(window, now);
  }

  #windowOf(caller: string, part: string, now: number): Window | undefined {
    if (now >= this.#generationEnds) {
      // Nothing is left of the older generation; nor of this one, if nobody came for as long again.
      this.#older = now >= this.#generationEnds + this.#length ? new Generation() : this.#windows;
      this.#windows = new Generation();
      this.#generationEnds = now + this.#length;
    }
    const window = this.#windows.find(caller, part) ?? this.#older.find(caller, part);
    return window !== undefined && now < window.ends ? window : undefined;
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
