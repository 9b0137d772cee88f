import type { RateLimit } from '../../setting-readers.ts';
import { limitReached, type Refusal } from '../errors/refusal.ts';
import type { Denial, Limiter, Use, Verdict } from './limiter.ts';

/** What a limit counts. */
type Unit = 'requests' | 'milliseconds';

/** One rate limit of the service: its name, its limiter, and the answer to a request that it does not let pass. */
export class RateRule {
  readonly #name: string;
  readonly #advice: string;
  readonly #burst: number;
  /** Seconds of a window, at least one. */
  readonly #window: number;
  readonly #limiter: Limiter;
  readonly #unit: Unit;
  /** As it stands in the header `ratelimit-policy`. */
  readonly policy: string;
  /** As it stands in the header `ratelimit`, before what is left. */
  readonly #item: string;

  /**
   * @param name as it stands in the headers
   * @param advice the first sentence of the message
   */
  constructor(name: string, limit: RateLimit, advice: string, limiter: Limiter, unit: Unit = 'requests') {
    this.#name = name;
    this.#advice = advice;
    this.#burst = limit.burst;
    this.#window = Math.max(1, Math.ceil(limit.burst / limit.rate));
    this.#limiter = limiter;
    this.#unit = unit;
    const counted = unit === 'requests' ? '' : `;qu="${unit}"`;
    this.policy = `"${name}";q=${limit.burst};w=${this.#window}${counted}`;
    this.#item = `"${name}";r=`;
  }

  /** Counts one request. @throws Refusal 429, at once or by the promise */
  take(caller: string, part?: string, now?: number): void | Promise<void> {
    return this.#enforce(this.#limiter.take(caller, part, 1, now));
  }

  /** Takes a counted request back. */
  giveBack(caller: string, part?: string): void {
    this.#limiter.giveBack(caller, part);
  }

  /** Counts what was used, also beyond the limit. */
  charge(caller: string, part: string, cost: number): void {
    this.#limiter.charge(caller, part, cost);
  }

  /** Refuses without counting. @throws Refusal 429, at once or by the promise */
  check(caller: string, part?: string, now?: number): void | Promise<void> {
    return this.#enforce(this.#limiter.check(caller, part, now));
  }

  /** What a caller has used, for the two functions below: both tell of it without making an object for it. */
  use(caller: string, part?: string): Use | undefined {
    return this.#limiter.use(caller, part);
  }

  /** How much is left now. */
  left(use: Use | undefined, now: number): number {
    return use === undefined || now >= use.ends ? this.#burst : Math.max(0, this.#burst - use.used);
  }

  /** As it stands in the header `ratelimit`: what is left, and for how many seconds. */
  item(use: Use | undefined, now: number): string {
    return use === undefined || now >= use.ends
      ? `${this.#item}${this.#burst};t=${this.#window}`
      : `${this.#item}${this.left(use, now)};t=${Math.ceil((use.ends - now) / 1000)}`;
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
    return limitReached(`${this.#advice} Try again in ${seconds} s.`, this.policy, {
      limit: this.#name,
      most: this.#burst,
      unit: this.#unit,
      windowSeconds: this.#window,
      retryAfterSeconds: seconds,
    });
  }
}
