import { limitReached, type Refusal } from '../errors/refusal.ts';
import type { Places, Release } from './limiter.ts';
import type { RateRule } from './rate-rule.ts';
import type { StatedLimit } from './stated-limits.ts';

/** As it stands in the headers. */
const AT_ONCE = 'grading-at-once';

/** How many gradings a key may have, over time and at once. */
export class GradingLimit {
  readonly #rate: RateRule;
  readonly #places: Places;
  readonly #atOnce: number;
  /** As answers tell it. */
  readonly stated: StatedLimit;

  /** @param atOnce the places that each key has, for the answer when all are taken */
  constructor(rate: RateRule, places: Places, atOnce: number) {
    this.#rate = rate;
    this.#places = places;
    this.#atOnce = atOnce;
    this.stated = {
      policy: `${rate.policy}, ${this.#policy}`,
      item: ({ key }, now) => {
        const left = Math.max(0, atOnce - places.taken(key!.id));
        return `${rate.item(rate.use(key!.id), now)}, "${AT_ONCE}";r=${left}`;
      },
      giveBack: ({ key, place }) => {
        if (place !== undefined) rate.giveBack(key!.id);
      },
    };
  }

  get #policy(): string {
    return `"${AT_ONCE}";q=${this.#atOnce};qu="concurrent-requests"`;
  }

  /** Two gradings of a key run at once; where its rate is higher than 2 a second, as many as the rate. */
  static atOnce(rate: number): number {
    return Math.max(2, Math.ceil(rate));
  }

  /**
   * Refuses a key that has used up its rate, without counting: before the body is read, which then takes no place.
   *
   * @throws Refusal 429, at once or by the promise
   */
  admit(key: string): void | Promise<void> {
    return this.#rate.check(key);
  }

  /**
   * Takes a place for a grading of a key, and counts it. Call it when the body has arrived: one that arrives slowly
   * would hold a place for minutes.
   *
   * @throws Refusal 429, at once or by the promise
   */
  enter(key: string): Place | Promise<Place> {
    const release = this.#places.enter(key);
    return release instanceof Promise
      ? release.then((taken) => this.#count(key, taken))
      : this.#count(key, release);
  }

  /** Counts a grading that has its place, and gives the place back where there are too many. */
  #count(key: string, release: Release | undefined): Place | Promise<Place> {
    if (release === undefined) throw this.#full();
    try {
      const counted = this.#rate.take(key);
      if (counted === undefined) return new Place(release);
      return counted.then(
        () => new Place(release),
        (refusal: unknown) => {
          release();
          throw refusal;
        },
      );
    } catch (refusal) {
      release();
      throw refusal;
    }
  }

  #full(): Refusal {
    return limitReached(
      `This key has ${this.#atOnce} gradings running; wait for one of them to finish.`,
      this.#policy,
      { limit: AT_ONCE, most: this.#atOnce, unit: 'concurrent-requests', retryAfterSeconds: 1 },
    );
  }
}

/**
 * Taken when the body of a request is there, given back when it has been answered and its work is done, whichever is later: a
 * client that hangs up does not get another place for work that still runs.
 */
export class Place {
  readonly #release: Release;
  #holders = 1;

  constructor(release: Release) {
    this.#release = release;
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
    if (this.#holders === 0) this.#release();
  }
}
