import type { RateLimit } from '../settings.ts';
import { Refusal } from './refusal.ts';

/** What one caller has used of a window that began with its first request. */
interface Window {
  used: number;
  readonly ends: number;
}

/** Windows by caller and by what part of the caller is counted. */
type Generation = Map<string, Map<string, Window>>;

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
  #windows: Generation = new Map();
  #older: Generation = new Map();
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
   * @throws Refusal 429 when it is one too many
   */
  take(caller: string, part = ''): void {
    const now = this.#now();
    const window = this.#windowOf(caller, part, now);
    if (window === undefined) {
      const parts = this.#windows.get(caller);
      const fresh = { used: 1, ends: now + this.#length };
      if (parts === undefined) this.#windows.set(caller, new Map([[part, fresh]]));
      else parts.set(part, fresh);
    } else if (window.used >= this.#burst) {
      throw this.#refusal(window, now);
    } else {
      window.used++;
    }
  }

  /** Refuses without counting. @throws Refusal 429 when nothing is left */
  check(caller: string, part = ''): void {
    if (this.#windows.size === 0 && this.#older.size === 0) return;
    const now = this.#now();
    const window = this.#windowOf(caller, part, now);
    if (window !== undefined && window.used >= this.#burst) throw this.#refusal(window, now);
  }

  #windowOf(caller: string, part: string, now: number): Window | undefined {
    if (now >= this.#generationEnds) {
      // Nothing is left of the older generation; nor of this one, if nobody came for as long again.
      this.#older = now >= this.#generationEnds + this.#length ? new Map() : this.#windows;
      this.#windows = new Map();
      this.#generationEnds = now + this.#length;
    }
    const window = this.#windows.get(caller)?.get(part) ?? this.#older.get(caller)?.get(part);
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
