import type { Exposed } from './exposures.ts';

/**
 * Exposures in time order, from a time on. A visit in the log holds the clicks of its shopper, so an exposure is
 * unbiased evidence about the experts only before its visit is learned.
 */
export class ExposureQueue {
  readonly #exposures: readonly Exposed[];
  #taken = 0;

  /** @param after exposures at or before this time are left out; ms since the epoch */
  constructor(exposures: readonly Exposed[], after: number) {
    this.#exposures = exposures
      .filter(({ profile }) => profile.lastSeenAt > after)
      .sort((a, b) => a.profile.lastSeenAt - b.profile.lastSeenAt);
  }

  /** Removes and returns the exposures at or before `until`; ms since the epoch. */
  take(until: number): readonly Exposed[] {
    const from = this.#taken;
    while (this.#taken < this.#exposures.length && this.#exposures[this.#taken].profile.lastSeenAt <= until) {
      this.#taken++;
    }
    return this.#exposures.slice(from, this.#taken);
  }
}
