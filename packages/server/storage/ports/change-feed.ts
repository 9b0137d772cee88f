import type { OrganizationId, SessionId } from './identity.ts';
import type { LoggedSignal } from './sessions.ts';

/** What a process may hold in memory and has to read again when it changes. */
export type Subject = 'keys' | 'catalogue' | 'personas' | 'synonyms' | 'model' | 'rulings' | 'erased';

export interface Change {
  readonly organizationId: OrganizationId;
  readonly subject: Subject;
  /** Grows with each change of this subject of this organization. */
  readonly version: number;
}

export interface ChangeListener {
  /** Called once a change, in the order of their versions, after the change is durable. */
  changed(change: Change): void;
  /** Changes of any subject and organization may have been missed: everything held in memory may be old. */
  missed(): void;
}

/** Signals that were appended to a session, numbered without a gap. */
export interface Appended {
  readonly organizationId: OrganizationId;
  readonly sessionId: SessionId;
  readonly signals: readonly LoggedSignal[];
}

/**
 * Announces the changes of all processes. A process hears of its own changes before the promise of the change resolves,
 * and of those of others at the latest with the next key that it looks up.
 */
export interface ChangeFeed {
  /** @returns ends the subscription */
  subscribe(listener: ChangeListener): () => void;
  /**
   * Follows the log of one session, for live views: the listener is called after signals are durable. The first
   * sequence number follows on the last one heard; where it does not, the log has what lies between.
   *
   * It hears the signals that its own process appends, and those of other nodes where they share Valkey.
   *
   * @returns ends the subscription
   */
  follow(
    organizationId: OrganizationId,
    sessionId: SessionId,
    listener: (appended: Appended) => void,
  ): () => void;
}
