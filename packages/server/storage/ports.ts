import type { DamagedStore } from '../errors.ts';
import type { Step } from '../timing/step-times.ts';
import type { Artefacts, BuiltCatalogues } from './ports/artefacts.ts';
import type { Catalogues } from './ports/catalogues.ts';
import type { ChangeFeed } from './ports/change-feed.ts';
import type { Commit, WriteOutcome } from './ports/commit.ts';
import type { Gradings } from './ports/gradings/gradings.ts';
import type { KeptFiles } from './ports/gradings/kept-files.ts';
import type { Keys } from './ports/keys.ts';
import type { LearningProgress } from './ports/learning-progress.ts';
import type { LeaseName, Leases } from './ports/leases.ts';
import type { Models } from './ports/models.ts';
import type { Organizations } from './ports/organizations.ts';
import type { Orders, Outcomes } from './ports/outcomes.ts';
import type { AuditLog } from './ports/people/audit-log.ts';
import type { People } from './ports/people/people.ts';
import type { SignIns } from './ports/people/sign-ins.ts';
import type { SessionProfiles } from './ports/session-profiles.ts';
import type { Erasure, Sessions } from './ports/sessions.ts';
import type { Usage } from './ports/usage.ts';
import type { Webhooks } from './ports/webhooks.ts';

/*
 * What the service needs of a store, one port a file in `ports/`. Facts of an organization are reached through its
 * `OrganizationId` only. Every promise that resolves from a write is durable; a store that cannot answer rejects with
 * `StoreUnavailable`.
 */

export * from './ports/artefacts.ts';
export * from './ports/catalogues.ts';
export * from './ports/change-feed.ts';
export * from './ports/commit.ts';
export * from './ports/gradings/gradings.ts';
export * from './ports/gradings/kept-files.ts';
export * from './ports/identity.ts';
export * from './ports/keys.ts';
export * from './ports/learning-progress.ts';
export * from './ports/leases.ts';
export * from './ports/models.ts';
export * from './ports/organizations.ts';
export * from './ports/outcomes.ts';
export * from './ports/people/audit-log.ts';
export * from './ports/people/people.ts';
export * from './ports/people/sign-ins.ts';
export * from './ports/session-profiles.ts';
export * from './ports/sessions.ts';
export * from './ports/usage.ts';
export * from './ports/webhooks.ts';

/** How long facts are kept, in ms. Older ones are removed in small steps while the service runs. */
export interface Retention {
  /** Sessions without a signal for this long, with their signals, profiles and batch ids. */
  readonly sessions: number;
  /** Events, exposures and orders, with the ids that make them count once; ids of requests that are counted once. */
  readonly outcomes: number;
  /** Decisions, and the replaced catalogues and models that are needed to rank them again. */
  readonly decisions: number;
  /** Kept exports, and what gradings found of each product; results of gradings stay. */
  readonly exports: number;
}

/** What a store reports to the metrics. */
export interface StorageObserver {
  /** A group of concurrent commits was made durable, or failed. */
  group?(group: {
    readonly size: number;
    readonly milliseconds: number;
    readonly failed: boolean;
    /** What the time went to, where the store tells. */
    readonly steps?: readonly Step[] | undefined;
  }): void;
  /** Stored facts are destroyed or lost: once, at the first damage that is found. The message names file and remedy. */
  damaged?(damage: DamagedStore): void;
  /** A statement failed for the sake of disk, file or lock: each code once a minute. */
  failing?(failure: { readonly code: number; readonly name: string; readonly message: string }): void;
  /** A lease was acquired by this process, or given back or lost. */
  lease?(change: { readonly name: LeaseName; readonly held: boolean }): void;
  /** Retention has removed some rows, has gone through the whole store, or has failed and tries again later. */
  retained?(what: 'step' | 'round' | 'failure'): void;
  /** The files of the store could not be rewritten after an erasure; it is tried again. */
  rewriteFailed?(error: unknown): void;
  /** Files that belong to nobody could not be removed at the start of the service; it is tried again at the next one. */
  tidyFailed?(error: unknown): void;
  /** All pages of a store that is too large for it at its start have been checked, and are sound. */
  checked?(): void;
}

export interface Storage {
  readonly organizations: Organizations;
  readonly people: People;
  readonly signIns: SignIns;
  readonly auditLog: AuditLog;
  readonly keys: Keys;
  readonly webhooks: Webhooks;
  readonly catalogues: Catalogues;
  readonly artefacts: Artefacts;
  readonly built: BuiltCatalogues;
  readonly gradings: Gradings;
  readonly keptFiles: KeptFiles;
  readonly sessions: Sessions;
  readonly profiles: SessionProfiles;
  readonly outcomes: Outcomes;
  readonly orders: Orders;
  readonly models: Models;
  readonly usage: Usage;
  readonly leases: Leases;
  /** Absent in the store of one service, which sees every visit itself. */
  readonly learning?: LearningProgress | undefined;
  readonly erasure: Erasure;
  readonly changes: ChangeFeed;
  /** ms since the epoch, by a clock that all nodes of a store share. */
  now(): number;
  /** Resolves, durable, with one outcome a write, in order. Concurrent commits share a transaction. */
  commit(commit: Commit): Promise<readonly WriteOutcome[]>;
  /** Rejects when the store cannot answer reads or cannot take writes. */
  ping(): Promise<void>;
  /** Finishes the writes that were accepted, then closes the store. */
  close(): Promise<void>;
}
