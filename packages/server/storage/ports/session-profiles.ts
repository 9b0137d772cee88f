import type { OrganizationId, SessionId } from './identity.ts';

export interface ProfileSnapshot {
  /** Sequence number of the last signal that was folded into it. */
  readonly sequence: number;
  /** JSON. */
  readonly profile: string;
}

/**
 * Profiles of sessions, each with the sequence number that it was folded to, so that a reader sees how far it is behind
 * the log. A profile can always be made again from the log; an adapter may lose it.
 */
export interface SessionProfiles {
  get(organizationId: OrganizationId, sessionId: SessionId): Promise<ProfileSnapshot | undefined>;
  /**
   * Stores a profile unless the stored one was folded as far or further. A snapshot in a commit of signals follows the
   * same rule.
   *
   * @returns false where nothing was stored: the stored profile is as new or newer, or the log of the session does not
   * reach as far as the profile (an adapter that keeps profiles apart from the log need not see that)
   */
  put(organizationId: OrganizationId, sessionId: SessionId, snapshot: ProfileSnapshot): Promise<boolean>;
}
