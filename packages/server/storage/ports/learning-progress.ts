import type { OrganizationId } from './identity.ts';
import type { Lease } from './leases.ts';
import type { SessionSummary } from './sessions.ts';

/** A place in the sessions of an organization, ordered by when they were last seen, then by id. */
export type LastSeen = Pick<SessionSummary, 'lastSeenAt' | 'sessionId'>;

/**
 * Finds visits that have ended among the sessions of all nodes, and keeps how far they have been looked through. What was
 * learned of them stands in the models themselves: a position only says where to look on.
 */
export interface LearningProgress {
  /**
   * Organizations with a session that was last seen after their position, and not after `until`.
   *
   * @param until ms since the epoch
   */
  behind(until: number): Promise<readonly OrganizationId[]>;
  /**
   * Sessions with signals, the one that was seen first first.
   *
   * @param after the place behind which they begin
   * @param until ms since the epoch; those that were seen later are left out
   */
  seen(
    organizationId: OrganizationId,
    after: LastSeen,
    until: number,
    limit: number,
  ): Promise<readonly SessionSummary[]>;
  /** All sessions that were last seen by then have been looked through; ms since the epoch. `undefined` before the first. */
  position(organizationId: OrganizationId): Promise<number | undefined>;
  /**
   * Sets the position of the organization of a lease for learning.
   *
   * @returns false, with nothing changed, where somebody else has acquired the lease since
   */
  setPosition(lease: Lease, position: number): Promise<boolean>;
}
