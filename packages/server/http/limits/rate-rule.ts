import type { RateLimit } from '../../setting-readers.ts';
import { Refusal } from '../errors/refusal.ts';
import type { Denial, Limiter, Verdict } from './limiter.ts';

/** One rate limit of the service: its name, its limiter, and the answer to a request that it does not let pass. */
export class RateRule {
  readonly #name: string;
  readonly #advice: string;
  readonly #policy: string;
  readonly #limiter: Limiter;

  /**
   * @param name as it stands in the `ratelimit` headers
   * @param advice the first sentence of the message
   */
  constructor(name: string, limit: RateLimit, advice: string, limiter: Limiter) {
    this.#name = name;
    this.#advice = advice;
    this.#policy = `"${name}";q=${limit.burst};w=${Math.max(1, Math.ceil(limit.burst / limit.rate))}`;
    this.#limiter = limiter;
  }

  /** Counts one request. @throws Refusal 429, at once or by the promise */
  take(caller: string, part?: string, now?: number): void | Promise<void> {
    return this.#enforce(this.#limiter.take(caller, part, 1, now));
  }

  /** Refuses without counting. @throws Refusal 429, at once or by the promise */
  check(caller: string, part?: string, now?: number): void | Promise<void> {
    return this.#enforce(this.#limiter.check(caller, part, now));
  }

  #enforce(verdict: Verdict | Promise<Verdict>): void | Promise<void> {
    if (verdict === undefined) return;
    if (!(verdict instanceof Promise)) throw this.#refusal(verdict);
    return verdict.then((denial) => {
      if (denial !== undefined) throw this.#refusal(denial);
    });
  }

  #refusal({ retryAfter }: Denial): Refusal {
    const seconds = Math.max(1, Math.ceil(retryAfter / 1000));
    return new Refusal('TOO_MANY_REQUESTS', `${this.#advice} Try again in ${seconds} s.`, {
      'retry-after': String(seconds),
      ratelimit: `"${this.#name}";r=0;t=${seconds}`,
      'ratelimit-policy': this.#policy,
    });
  }
}
