import { emptyProfile, type FoldedProfile, foldAll } from '@decidable/engine/session';
import type { LoggedSignal, OrganizationId } from '../storage/ports.ts';
import { Pace } from '../time-slices.ts';

/** Signals folded between two looks at the clock. Set by hand. */
const FOLDED_AT_ONCE = 200;

/**
 * Restores the profiles of sessions at positions in their logs. The rankings of a session come one after the other, so
 * each profile is folded onwards from the one before.
 */
export class ProfileHistory {
  readonly #owner: OrganizationId;
  #log: readonly LoggedSignal[] | undefined;
  #profile: FoldedProfile | undefined;

  /** @param owner the organization whose sessions they are */
  constructor(owner: OrganizationId) {
    this.#owner = owner;
  }

  /**
   * The profile after the first `sequence` signals of a log.
   *
   * @returns `undefined` for none
   */
  async at(log: readonly LoggedSignal[], sequence: number): Promise<FoldedProfile | undefined> {
    if (log !== this.#log || (this.#profile?.sequence ?? 0) > sequence) this.#profile = undefined;
    this.#log = log;
    const pace = new Pace(this.#owner);
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
