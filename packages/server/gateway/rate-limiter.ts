import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit } from '../config.ts';
import { Refusal } from './refusal.ts';

/**
 * One of the service's rate limits. `burst` requests fit in a window of `burst / rate` seconds, so that the
 * average is `rate` and a burst of `burst` passes.
 */
export class RateLimiter {
  readonly #limiter: RateLimiterMemory;
  readonly #name: string;
  readonly #advice: string;
  readonly #policy: string;

  constructor(name: string, limit: RateLimit, advice: string) {
    const seconds = limit.burst / limit.rate;
    this.#name = name;
    this.#advice = advice;
    this.#limiter = new RateLimiterMemory({ keyPrefix: name, points: limit.burst, duration: seconds });
    this.#policy = `"${name}";q=${limit.burst};w=${Math.max(1, Math.ceil(seconds))}`;
  }

  /** Counts one request. @throws Refusal 429 when it is one too many */
  async take(key: string): Promise<void> {
    try {
      await this.#limiter.consume(key);
    } catch (limited) {
      throw this.#refusal(limited as RateLimiterRes);
    }
  }

  /** Refuses without counting. @throws Refusal 429 when nothing is left */
  async check(key: string): Promise<void> {
    const state = await this.#limiter.get(key);
    if (state !== null && state.remainingPoints <= 0 && state.msBeforeNext > 0) throw this.#refusal(state);
  }

  #refusal(state: RateLimiterRes): Refusal {
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    return new Refusal('TOO_MANY_REQUESTS', `${this.#advice} Try again in ${seconds} s.`, {
      'retry-after': String(seconds),
      ratelimit: `"${this.#name}";r=${state.remainingPoints};t=${seconds}`,
      'ratelimit-policy': this.#policy,
    });
  }
}
