import type { RateLimit } from '../../setting-readers.ts';
import { Refusal } from '../errors/refusal.ts';
import { RateLimiter } from './local-limiter.ts';

/** How many gradings a key may have, over time and at once. */
export class GradingLimit {
  readonly #rate: RateLimiter;
  readonly #atOnce: number;
  readonly #running = new Map<string, number>();

  /** Two at a time; where the rate is higher than 2 a second, as many as the rate. */
  constructor(limit: RateLimit) {
    this.#rate = new RateLimiter('grading', limit, 'This key has used up its gradings for now.');
    this.#atOnce = Math.max(2, Math.ceil(limit.rate));
  }

  /**
   * Takes a place for a grading of a key.
   *
   * @throws Refusal 429
   */
  enter(key: string): Place {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.#atOnce) {
      throw new Refusal(
        'TOO_MANY_REQUESTS',
        `This key has ${running} gradings running; wait for one of them to finish.`,
        {
          'retry-after': '1',
          ratelimit: '"grading-at-once";r=0;t=1',
          'ratelimit-policy': `"grading-at-once";q=${this.#atOnce};w=1`,
        },
      );
    }
    this.#running.set(key, running + 1);
    const leave = () => {
      const left = this.#running.get(key)! - 1;
      if (left === 0) this.#running.delete(key);
      else this.#running.set(key, left);
    };
    try {
      this.#rate.take(key);
    } catch (refusal) {
      leave();
      throw refusal;
    }
    return new Place(leave);
  }
}

/**
 * Taken when a request comes in, given back when it has been answered and its work is done, whichever is later: who
 * hangs up does not get another place for work that still runs.
 */
export class Place {
  readonly #leave: () => void;
  #holders = 1;

  constructor(leave: () => void) {
    this.#leave = leave;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#holders++;
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  release(): void {
    this.#holders--;
    if (this.#holders === 0) this.#leave();
  }
}
