import type { OrganizationId, SessionId } from './identity.ts';
import type { ProfileSnapshot } from './session-profiles.ts';

/** A signal before it is in the log. `value` and `data` are stored as sent. */
export interface SentSignal {
  readonly type: string;
  readonly value?: string;
  /** In ms since the epoch. */
  readonly at: number;
  /** JSON of everything else: behaviour metadata, extracted keywords. */
  readonly data?: string;
}

/** A signal in the log; `sequence` counts from 1 within its session. */
export interface LoggedSignal extends SentSignal {
  readonly sequence: number;
}

export interface LoadedSession {
  /** In ms since the epoch. */
  readonly openedAt: number;
  readonly lastSeenAt: number;
  /** Sequence number of the last signal; 0 for a session that was opened without any. */
  readonly sequence: number;
  readonly snapshot?: ProfileSnapshot;
  /** Every signal after the snapshot, oldest first. */
  readonly signals: readonly LoggedSignal[];
}

/** A session in a list of them. */
export interface SessionSummary {
  readonly sessionId: SessionId;
  /** In ms since the epoch. */
  readonly openedAt: number;
  readonly lastSeenAt: number;
  /** The number of its signals. */
  readonly sequence: number;
}

/** Which sessions are listed. */
export interface SessionListing {
  readonly limit: number;
  /** Only those that come after this one in the list: its time and id. */
  readonly after?: Pick<SessionSummary, 'lastSeenAt' | 'sessionId'> | undefined;
  /** Only those whose ids begin so. */
  readonly prefix?: string | undefined;
}

/**
 * What an owner decided about a session: an `admitted` one teaches the model whatever the checks of learning find, a
 * `excluded` one does not teach it.
 */
export type Ruling = 'admitted' | 'excluded';

/** The signal log, session by session. Signals are appended by `Storage.commit`. */
export interface Sessions {
  /** The latest snapshot, if any, and every signal after it. `undefined` for a session that was never written. */
  load(organizationId: OrganizationId, sessionId: SessionId): Promise<LoadedSession | undefined>;
  /** Sequence number of the last signal of a session; 0 where it has none. Tells a reader whether it is behind. */
  sequence(organizationId: OrganizationId, sessionId: SessionId): Promise<number>;
  /** The whole log of a session up to a sequence number, oldest first. */
  log(organizationId: OrganizationId, sessionId: SessionId, upTo?: number): Promise<readonly LoggedSignal[]>;
  /**
   * The sessions of an organization that were written since a time, each with its whole log, oldest signal first, for
   * learning. The sessions come in any order.
   */
  since(
    organizationId: OrganizationId,
    at: number,
  ): AsyncIterable<{ readonly sessionId: SessionId; readonly signals: readonly LoggedSignal[] }>;
  /** The sessions of an organization, the last one that was seen first; of one time, by id, the last one first. */
  recent(organizationId: OrganizationId, listing: SessionListing): Promise<readonly SessionSummary[]>;
  /** What owners decided about sessions of an organization. */
  rulings(organizationId: OrganizationId): Promise<ReadonlyMap<SessionId, Ruling>>;
  /**
   * Rules over sessions, in place of what was decided before; `undefined` takes it back. The change feed announces it as
   * `rulings`.
   *
   * @param at ms since the epoch
   */
  rule(
    organizationId: OrganizationId,
    sessionIds: readonly SessionId[],
    ruling: Ruling | undefined,
    at: number,
  ): Promise<void>;
}

/** A stored fact about a session, as the store has it: the name of its kind, and its fields. */
export interface StoredFact {
  readonly kind: string;
  readonly fields: Readonly<Record<string, string | number | null>>;
}

/**
 * What becomes of the remains of what was removed. `clean`: there are none. `scheduled`: the service of this store rewrites
 * it when it is idle. `served`: nothing, since a service runs on a large store. `busy`: the store was in use all the time,
 * so remains may be left.
 */
export type Rewritten = 'rewritten' | 'clean' | 'scheduled' | 'served' | 'busy';

/**
 * When a store is rewritten. `now`: at once, unless a service runs on a large store. `beside`: also then, and whether or
 * not anything was removed. `idle`: by the service itself, when it is idle.
 */
export type RewriteWhen = 'now' | 'beside' | 'idle';

/** What erasing a session did to rows of the store. */
export interface ErasedRows {
  readonly removed: number;
  /** Orders of the shop that stay, and no longer name the session or a decision of it. */
  readonly unlinked: number;
}

/** Everything that is stored under a session id: shown to the person whom it is about, and removed for good. */
export interface Erasure {
  /** Everything but the log of signals and the profile, which `Sessions` and `SessionProfiles` have. */
  facts(organizationId: OrganizationId, sessionId: SessionId): AsyncIterable<StoredFact>;
  /**
   * Removes all that is stored under a session id, and overwrites it; orders are unlinked from it. The change feed
   * announces it as `erased`. What is written meanwhile may stay: a shopper who goes on begins a new session.
   */
  session(organizationId: OrganizationId, sessionId: SessionId): Promise<ErasedRows>;
  /**
   * The number of the last erasure since which the models of an organization have not been replaced, of all processes;
   * undefined where no model can hold what was erased. It outlasts a process that was cut short.
   */
  unlearned(organizationId: OrganizationId): Promise<number | undefined>;
  /**
   * Removes the models of an organization but one, which may hold visits of an erased session.
   *
   * @param keep the version that stays; without it, none does
   * @param upTo the number of the last erasure that the one that stays was trained after
   */
  models(organizationId: OrganizationId, keep: string | undefined, upTo: number): Promise<void>;
  /**
   * Removes an organization with all that is theirs, in every table, and overwrites it. Keys go first, so that requests
   * are refused from then on; the organization and its members go last, so that what was cut short can be done again.
   * The change feed announces every subject of it.
   *
   * @returns the number of rows
   */
  organization(organizationId: OrganizationId): Promise<number>;
  /**
   * Rewrites the whole store where something was removed since it was last rewritten, so that no part of its files has
   * remains of that. It runs on a thread of its own; the writes of a service beside it wait, and are refused where the
   * store is large.
   */
  rewrite(when: RewriteWhen): Promise<Rewritten>;
}
