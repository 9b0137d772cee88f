import type { OrganizationId } from './identity.ts';

/** Work that at most one process does at a time. */
export type LeaseName = 'learning' | 'training' | 'building' | 'retention';

/** The scope of work that concerns all organizations. */
export const WHOLE_STORE = '*';
export type LeaseScope = OrganizationId | typeof WHOLE_STORE;

export interface Lease {
  readonly scope: LeaseScope;
  readonly name: LeaseName;
  /** The process that holds it, for people to read. */
  readonly owner: string;
  /**
   * Fencing token: grows with each acquisition of this lease, also over restarts. Whoever acts on an older one has lost
   * the lease.
   */
  readonly token: number;
  /** In ms since the epoch, by the clock of the store. */
  readonly expiresAt: number;
}

/**
 * Leases keep two processes from doing the same work at once. One that is neither renewed nor released runs out, so
 * that work of a process that died is taken over.
 */
export interface Leases {
  /**
   * @param duration in ms
   * @returns `undefined` while an unexpired lease is held, by whatever owner
   */
  acquire(scope: LeaseScope, name: LeaseName, owner: string, duration: number): Promise<Lease | undefined>;
  /**
   * Extends a lease by `duration` ms from now. One that has expired is renewed where nobody has acquired it since.
   *
   * @returns `undefined` where it was lost: somebody else has acquired it, or it was released
   */
  renew(lease: Lease, duration: number): Promise<Lease | undefined>;
  /** Lets others acquire it at once; does nothing where it was lost. */
  release(lease: Lease): Promise<void>;
}
