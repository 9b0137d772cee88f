/**
 * What the service needs of a store. Facts of a tenant are reached through its `OrganizationId` only.
 * Every promise that resolves from `commit` is durable; a store that cannot answer rejects with `StoreUnavailable`.
 */

declare const brand: unique symbol;
type Branded<T, B> = T & { readonly [brand]: B };
export type OrganizationId = Branded<string, 'OrganizationId'>;
export type SessionId = Branded<string, 'SessionId'>;
export type KeyId = Branded<string, 'KeyId'>;
/** Lower-case hex SHA-256 of a key. */
export type KeyHash = Branded<string, 'KeyHash'>;

/** The store cannot answer now: a full disk, a locked file, a writer that died. The caller may try again: what
 * it sent was not acknowledged, though a commit that failed in its very fsync may still turn up after a crash. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The store is unavailable.', { cause });
    this.name = 'StoreUnavailable';
  }
}

export interface Organization {
  readonly id: OrganizationId;
  readonly name: string;
  readonly createdAt: number;
}

export interface Organizations {
  create(organization: Organization): Promise<void>;
  list(): Promise<readonly Organization[]>;
  find(id: OrganizationId): Promise<Organization | undefined>;
  /** JSON of the organization's own personas; `undefined` where it has none. */
  personas(id: OrganizationId): Promise<string | undefined>;
  /** Replaces them, or removes them with `undefined`; told to every process as a change of the catalogue is. */
  setPersonas(id: OrganizationId, json: string | undefined): Promise<void>;
}

export type Role = 'owner' | 'editor' | 'viewer';

/** Somebody who signs in to the dashboard. */
export interface User {
  readonly organizationId: OrganizationId;
  readonly id: string;
  /** Unique over all organizations; compared without regard to case. */
  readonly email: string;
  readonly role: Role;
  readonly passwordHash: string;
  readonly createdAt: number;
}

export interface Users {
  create(user: User): Promise<void>;
  list(organizationId: OrganizationId): Promise<readonly User[]>;
  /** For signing in, where the organization is not known yet. */
  findByEmail(email: string): Promise<User | undefined>;
}

export interface ApiKey {
  readonly id: KeyId;
  readonly organizationId: OrganizationId;
  readonly hash: KeyHash;
  /** The first characters of the key, to recognise it by. */
  readonly prefix: string;
  readonly label?: string;
  readonly origins: readonly string[];
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
  readonly lastUsedAt?: number;
}

export interface Keys {
  create(key: ApiKey): Promise<void>;
  list(organizationId: OrganizationId): Promise<readonly ApiKey[]>;
  /** True when such a key was active; it holds for the very next request on every node. */
  revoke(organizationId: OrganizationId, id: KeyId, at: number): Promise<boolean>;
  /** Forgets a key altogether; like a revocation it holds for the very next request on every node. */
  remove(organizationId: OrganizationId, id: KeyId): Promise<void>;
  /**
   * Answered from memory where it can be: called for every request. Revoked and expired keys are returned as
   * they are; the caller compares `revokedAt` and `expiresAt`.
   */
  findByHash(hash: KeyHash): ApiKey | undefined | Promise<ApiKey | undefined>;
  /** Notes when a key was last used; written at most once a minute, and not waited for. */
  touch(organizationId: OrganizationId, id: KeyId, at: number): void;
}

/** A catalogue as it was imported: the CSV itself, under a version that names its content. */
export interface StoredCatalogue {
  readonly organizationId: OrganizationId;
  readonly version: string;
  readonly products: number;
  readonly importedAt: number;
  readonly csv: Uint8Array;
  /** Column name by role, where the owner overrode what was recognised; `null` where no column plays it. */
  readonly roles?: Readonly<Record<string, string | null>>;
}

export interface Catalogues {
  /** Stores a catalogue and makes it the current one; an earlier version put again becomes current again. */
  put(catalogue: StoredCatalogue): Promise<void>;
  current(organizationId: OrganizationId): Promise<StoredCatalogue | undefined>;
  /** Which version is the current one, and the length of its CSV in bytes. */
  currentVersion(
    organizationId: OrganizationId,
  ): Promise<{ readonly version: string; readonly bytes: number } | undefined>;
  find(organizationId: OrganizationId, version: string): Promise<StoredCatalogue | undefined>;
  /** Newest first. */
  list(organizationId: OrganizationId): Promise<readonly Omit<StoredCatalogue, 'csv'>[]>;
  /** Called after the current catalogue of an organization changed, also by another process. */
  onChange(listener: (organizationId: OrganizationId) => void): void;
}

/** A kept audit or verification; `result` is the JSON that was answered. */
export interface KeptGrading {
  readonly organizationId: OrganizationId;
  readonly id: string;
  readonly kind: 'audit' | 'verification' | 'monitor';
  readonly category?: string;
  readonly at: number;
  readonly result: string;
}

export interface Gradings {
  /** Newest first; at most `limit` (50 unless given). Categories are kept, and compared, in NFC. */
  list(
    organizationId: OrganizationId,
    filter?: { readonly category?: string; readonly limit?: number },
  ): Promise<readonly KeptGrading[]>;
  find(organizationId: OrganizationId, id: string): Promise<KeptGrading | undefined>;
}

/** A signal on its way into the log. `value` and `data` are kept as sent. */
export interface SentSignal {
  readonly type: string;
  readonly value?: string;
  readonly at: number;
  /** JSON of what else belongs to it: behaviour metadata, extracted keywords. */
  readonly data?: string;
}

/** A signal in the log; `sequence` counts from 1 within its session. */
export interface LoggedSignal extends SentSignal {
  readonly sequence: number;
}

export interface ProfileSnapshot {
  /** Sequence number of the last signal folded into it. */
  readonly sequence: number;
  /** JSON. */
  readonly profile: string;
}

export interface LoadedSession {
  readonly openedAt: number;
  readonly lastSeenAt: number;
  /** Sequence number of the last signal; 0 for a session opened without any. */
  readonly sequence: number;
  readonly snapshot?: ProfileSnapshot;
  /** Every signal after the snapshot, oldest first. */
  readonly signals: readonly LoggedSignal[];
}

export interface Sessions {
  /** The latest snapshot, if any, and every signal after it. `undefined` for a session never written. */
  load(organizationId: OrganizationId, sessionId: SessionId): Promise<LoadedSession | undefined>;
  /** The whole log of a session up to a sequence number, oldest first. */
  log(organizationId: OrganizationId, sessionId: SessionId, upTo?: number): Promise<readonly LoggedSignal[]>;
  /**
   * Sessions of an organization that were written since a time, each with its whole log, oldest signal first, for
   * learning; in any order.
   */
  since(
    organizationId: OrganizationId,
    at: number,
  ): AsyncIterable<{ readonly sessionId: SessionId; readonly signals: readonly LoggedSignal[] }>;
}

export interface RankingDecision {
  readonly id: string;
  readonly sessionId: SessionId;
  readonly endpoint: string;
  readonly at: number;
  /** What is needed to rank again: session sequence, catalogue and model version, the request. JSON. */
  readonly replay: string;
  /** JSON array of `[id, score, contributions]` as sent. */
  readonly ranked: string;
}

export interface OutcomeEvent {
  readonly eventId: string;
  readonly sessionId: SessionId;
  readonly name: string;
  readonly at: number;
  readonly data?: string;
  readonly decisionId?: string;
}

export interface Exposure {
  readonly sessionId: SessionId;
  readonly decisionId: string;
  readonly itemId: string;
  readonly position?: number;
  readonly at: number;
}

/** Since a time in ms, that time included; oldest first, where nothing else is said. */
export interface Outcomes {
  decision(organizationId: OrganizationId, id: string): Promise<RankingDecision | undefined>;
  decisions(organizationId: OrganizationId, since: number): AsyncIterable<RankingDecision>;
  countDecisions(organizationId: OrganizationId, since: number): Promise<number>;
  /** In the order of session, decision and item. */
  exposures(
    organizationId: OrganizationId,
    since: number,
  ): AsyncIterable<Exposure & { readonly matched: boolean }>;
  events(organizationId: OrganizationId, since: number): AsyncIterable<OutcomeEvent>;
  /** The events of a session that name a decision, oldest first. */
  eventsOf(
    organizationId: OrganizationId,
    decisionId: string,
    sessionId: SessionId,
  ): AsyncIterable<OutcomeEvent>;
}

export interface StoredModel {
  readonly organizationId: OrganizationId;
  /** `<version>.<n>` builds on `<version>` and the steps before it, which are kept as long as it is current. */
  readonly version: string;
  readonly catalogueVersion: string | null;
  readonly builtAt: number;
  readonly bytes: Uint8Array;
}

export interface Models {
  put(model: StoredModel): Promise<void>;
  current(organizationId: OrganizationId): Promise<StoredModel | undefined>;
  find(organizationId: OrganizationId, version: string): Promise<StoredModel | undefined>;
  onChange(listener: (organizationId: OrganizationId) => void): void;
}

export interface UsageLine {
  /** First path segment: `catalog`, `track`, … */
  readonly operation: string;
  readonly requests: number;
  readonly endpoints: Readonly<Record<string, number>>;
}

export interface Usage {
  /** `from` and `to` are UTC days, both included, as `YYYY-MM-DD`. */
  report(organizationId: OrganizationId, from: string, to: string): Promise<readonly UsageLine[]>;
}

/** One write of a request. Each kind answers with the outcome of the same name in `WriteOutcome`. */
export type Write =
  | {
      readonly kind: 'signals';
      readonly sessionId: SessionId;
      /**
       * Compare-and-set: the sequence number that the writer believes is the last; the signals are numbered on from
       * it. Not compared where there are none, which only opens the session.
       */
      readonly after: number;
      /**
       * Names a chain of commits of one writer, each built on the one before it. With `continues`, the number is not
       * enough: the signals are applied only where the store knows that a commit of this chain wrote the last ones of the
       * session. A writer sets it as long as the commit before is not acknowledged: another writer may have been faster.
       */
      readonly chain?: string | undefined;
      readonly continues?: boolean | undefined;
      readonly signals: readonly SentSignal[];
      readonly openedAt: number;
      readonly batchId?: string | undefined;
      readonly snapshot?: ProfileSnapshot | undefined;
    }
  | { readonly kind: 'event'; readonly event: OutcomeEvent }
  | { readonly kind: 'exposures'; readonly exposures: readonly Exposure[] }
  | { readonly kind: 'decision'; readonly decision: RankingDecision }
  | { readonly kind: 'grading'; readonly grading: KeptGrading };

export type WriteOutcome =
  | {
      readonly kind: 'signals';
      /**
       * `conflict`: the session has moved on, and nothing of the whole commit was applied or counted; load it
       * again. `duplicate`: this batch was applied before; the rest of the commit was applied and counted.
       * `sequence` is the session's last one now.
       */
      readonly status: 'applied' | 'conflict' | 'duplicate';
      readonly sequence: number;
    }
  | { readonly kind: 'event'; readonly duplicate: boolean }
  | { readonly kind: 'exposures'; readonly recorded: number; readonly duplicates: number }
  | { readonly kind: 'decision' }
  | { readonly kind: 'grading' };

/** All that one request writes, its metering included: applied together or not at all. May hold no writes. */
export interface Commit {
  readonly organizationId: OrganizationId;
  /** Endpoint path to count, e.g. `/catalog/audit`; absent for unmetered endpoints. A conflict counts nothing. */
  readonly metered?: string | undefined;
  readonly at: number;
  readonly writes: readonly Write[];
  /** With it a commit is counted once, however often it is made; always with the same `at`. */
  readonly requestId?: string | undefined;
}

/** The count of a request that writes nothing. */
export interface CountedOnce extends Commit {
  readonly metered: string;
  readonly requestId: string;
  readonly writes: readonly [];
}

/**
 * Keeps counts apart from a store that cannot take them. Rejects with `StoreUnavailable` where it cannot; what was to
 * be appended then may all the same be found after a crash.
 */
export interface OwedCounts {
  /** What was there when it was opened, oldest first. */
  readonly found: readonly CountedOnce[];
  /** Durable when it resolves. */
  append(count: CountedOnce): Promise<void>;
  /** Forgets everything that was found or appended before. After a crash it may be found again. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** How long facts are kept, in ms; what is older is removed in small steps while the service runs. */
export interface Retention {
  /** Sessions without a signal for this long, with their signals, snapshots and batch ids. */
  readonly sessions: number;
  /** Events and exposures, with the ids that make them count once; ids of requests that are counted once. */
  readonly outcomes: number;
  /** Decisions, and the catalogues and models, long replaced, that are needed to rank them again. */
  readonly decisions: number;
}

/** What a store tells the operations side about itself. */
export interface StorageObserver {
  /** A group of concurrent commits was made durable, or failed. */
  group?(group: { readonly size: number; readonly milliseconds: number; readonly failed: boolean }): void;
}

export interface Storage {
  readonly organizations: Organizations;
  readonly users: Users;
  readonly keys: Keys;
  readonly catalogues: Catalogues;
  readonly gradings: Gradings;
  readonly sessions: Sessions;
  readonly outcomes: Outcomes;
  readonly models: Models;
  readonly usage: Usage;
  /** Resolves, durable, with one outcome a write, in order. Concurrent commits share a transaction. */
  commit(commit: Commit): Promise<readonly WriteOutcome[]>;
  /** Rejects when the store cannot answer reads or cannot take writes. */
  ping(): Promise<void>;
  /** Finishes what was accepted, then lets go of the store. */
  close(): Promise<void>;
}
