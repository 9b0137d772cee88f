import type { Exposed } from './exposures.ts';

/**
 * Exposures in the order of time, from a time on. A visit that was learned contains the clicks of its shopper, so that
 * an exposure tells something of the experts only while its visit is not in the log.
 */
export class ExposureQueue {
  readonly #exposures: readonly Exposed[];
  #taken = 0;

  /** @param after exposures made up to and including this time are left out; ms since the epoch */
  constructor(exposures: readonly Exposed[], after: number) {
    this.#exposures = exposures
      .filter(({ profile }) => profile.lastSeenAt > after)
      .sort((a, b) => a.profile.lastSeenAt - b.profile.lastSeenAt);
  }

  /** Removes and returns the exposures made up to and including `until`, in ms since the epoch. */
  take(until: number): readonly Exposed[] {
    const from = this.#taken;
    while (this.#taken < this.#exposures.length && this.#exposures[this.#taken].profile.lastSeenAt <= until) {
      this.#taken++;
    }
    return this.#exposures.slice(from, this.#taken);
  }
}
