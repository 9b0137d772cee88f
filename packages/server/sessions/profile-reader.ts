import type { FoldedProfile } from '@decidable/engine/session';
import type { OrganizationId, SessionId } from '../storage/ports.ts';

/** A profile as it was read, with the part of the log that it is the fold of. */
export interface ProfileReading {
  /** `undefined` for a session that was never opened. It does not change any more. */
  readonly profile: FoldedProfile | undefined;
  /**
   * Sequence number of the last signal folded into it; 0 for none. A reader that knows of a later signal, such as a
   * second node, sees by it that this profile is behind.
   */
  readonly sequence: number;
  /**
   * Present while signals of it are on their way to the store: resolves with whether the store took them. If not, the
   * log never comes to hold this profile. Never rejects.
   */
  readonly confirmed?: Promise<boolean>;
}

/**
 * Profiles of sessions. The adapter of a single process is `SessionService`: its cache, and the store's last snapshot
 * with the signals after it.
 */
export interface ProfileReader {
  /**
   * The profile of a session as of now; it may be ahead of the store by what is on its way there.
   *
   * @throws StoreUnavailable
   */
  readAhead(organizationId: OrganizationId, sessionId: SessionId, now: number): Promise<ProfileReading>;
}
