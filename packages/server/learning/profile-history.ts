import { emptyProfile, foldAll, isReading, type Profile, replay } from '@decidable/engine/session';
import { Pace } from '../pace.ts';
import type { LoggedSignal } from '../storage/ports.ts';

/** Signals that are folded between two looks at the time. */
const FOLDED_AT_ONCE = 200;

/**
 * The profiles of a session as of numbers in its log. The rankings of a session are seen one after the other, so each
 * is folded on from the one before.
 */
export class ProfileHistory {
  #log: readonly LoggedSignal[] | undefined;
  #profile: Profile | undefined;
  #hasReadings = false;

  /** @returns `undefined` where no signal came before */
  async at(log: readonly LoggedSignal[], sequence: number): Promise<Profile | undefined> {
    if (log !== this.#log || (this.#profile?.sequence ?? 0) > sequence) this.#profile = undefined;
    if (log !== this.#log) this.#hasReadings = log.some(isReading);
    this.#log = log;
    // A reading changes signals before it: a profile without it cannot be folded on.
    if (this.#hasReadings) return replay(log.slice(0, sequence));
    const pace = new Pace();
    const end = Math.min(sequence, log.length);
    for (let from = this.#profile?.sequence ?? 0; from < end; from += FOLDED_AT_ONCE) {
      this.#profile = foldAll(
        this.#profile ?? emptyProfile(log[0].at),
        log.slice(from, Math.min(end, from + FOLDED_AT_ONCE)),
      );
      await pace.rest();
    }
    return this.#profile;
  }
}
