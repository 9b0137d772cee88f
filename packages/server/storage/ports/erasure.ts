import type { OrganizationId, SessionId } from './identity.ts';

/** A stored fact about a session, as the store has it: the name of its kind, and its fields. */
export interface StoredFact {
  readonly kind: string;
  readonly fields: Readonly<Record<string, string | number | null>>;
}

/**
 * What a rewrite of the store did. `served`: nothing, since a service runs on a large store. `busy`: the store was in use
 * all the time, so remains may be left.
 */
export type Rewritten = 'rewritten' | 'served' | 'busy';

/** Everything that is stored under a session id: shown to the person whom it is about, and removed for good. */
export interface Erasure {
  /** Everything but the log of signals and the profile, which `Sessions` and `SessionProfiles` have. */
  facts(organizationId: OrganizationId, sessionId: SessionId): AsyncIterable<StoredFact>;
  /**
   * Removes all that is stored under a session id, and overwrites it. The change feed announces it as `erased`. What is
   * written meanwhile may stay: a shopper who goes on begins a new session.
   *
   * @returns the number of rows that were removed
   */
  session(organizationId: OrganizationId, sessionId: SessionId): Promise<number>;
  /**
   * Removes the models of an organization but one, which may hold visits of an erased session.
   *
   * @param keep the version that stays; without it, none does
   */
  models(organizationId: OrganizationId, keep: string | undefined): Promise<void>;
  /**
   * Rewrites the whole store, so that no part of its files has remains of what was removed. It runs on a thread of its
   * own; the writes of a service beside it wait, and are refused where the store is large.
   *
   * @param beside whether to rewrite a large store on which a service runs, too
   */
  rewrite(beside: boolean): Promise<Rewritten>;
}
