import { randomBytes, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { observedLeases } from '../observed-leases.ts';
import {
  type AuditLog,
  type Commit,
  type Gradings,
  type LearningProgress,
  type Leases,
  type Orders,
  type Organizations,
  type People,
  type Retention,
  type SessionProfiles,
  type Sessions,
  type SignIns,
  type Storage,
  type StorageObserver,
  StoreUnavailable,
  type Webhooks,
  type WriteOutcome,
} from '../ports.ts';
import { type RepositoryPorts, repositoryPorts } from '../repositories/index.ts';
import { serviceSecret } from '../service-secret.ts';
import { THIS_PROCESS } from '../while-leased.ts';
import { ClusterChangeFeed } from './change-feed.ts';
import { ChannelUse } from './channel-use.ts';
import { Database, type PoolState } from './connection/database.ts';
import { migrate } from './connection/migrate.ts';
import { statement } from './connection/pipelined-connection.ts';
import { asStoreError } from './connection/store-errors.ts';
import { ClusterErasure } from './erasure/erasure.ts';
import { KnownKeys } from './repositories/access/known-keys.ts';
import { ClusterArtefacts } from './repositories/artefacts.ts';
import { ClusterBuiltCatalogues } from './repositories/built-catalogues.ts';
import { ClusterCarrier } from './repositories/carrier.ts';
import { ClusterCatalogues } from './repositories/catalogues.ts';
import { ClusterKeptFiles } from './repositories/kept-files.ts';
import { ClusterLearningProgress } from './repositories/learning-progress.ts';
import { ClusterLeases, STORE_TIME } from './repositories/leases.ts';
import { ClusterModels } from './repositories/models.ts';
import { ClusterOutcomes } from './repositories/outcomes.ts';
import { ClusterSessionProfiles } from './repositories/session-profiles.ts';
import { ClusterSessions } from './repositories/sessions.ts';
import { ClusterUsage } from './repositories/usage.ts';
import { RetentionRounds } from './retention/rounds.ts';
import { StoreClock } from './store-clock.ts';
import type { ValkeyObserver } from './valkey/connection/valkey-observer.ts';
import type { PlaceCounts } from './valkey/place-counts.ts';
import type { SharedCounts } from './valkey/shared-counts.ts';
import type { UsageCopies } from './valkey/usage-copies.ts';
import { Valkey } from './valkey/valkey.ts';
import { CommitQueue } from './writer/commit-queue.ts';
import { GroupCommit } from './writer/group-commit.ts';

/** How often a process that starts tries to connect; set by hand. */
const STARTS = 5;
/** How often a node without requests looks for changes of others, in ms; set by hand. */
const LOOK_EVERY = 250;

const PULSE = statement(
  `INSERT INTO pulses (node, at) VALUES ($1, ${STORE_TIME}) ON CONFLICT (node) DO UPDATE SET at = EXCLUDED.at`,
);

export interface ClusterStorageOptions {
  readonly databaseUrl: string;
  /** Name of this node in the metering rows; one of its own is made up where it is absent. */
  readonly node?: string;
  /** How long a service keeps facts; without it, this process removes nothing. */
  readonly retention?: Retention;
  readonly observer?: StorageObserver;
  /** What the nodes share beside PostgreSQL, all of them or none: profiles of sessions, news of changes, counts of requests. */
  readonly valkey?: { readonly url: string; readonly observer?: ValkeyObserver } | undefined;
  /** How long a statement of a request may take, in ms; two seconds unless given. */
  readonly patience?: number;
  /** Connections for what is not hot. */
  readonly connections?: number;
}

/** What the nodes of a store add up. */
export interface SharedLimits {
  readonly counts: SharedCounts;
  readonly places: PlaceCounts;
  /** Nodes that are running, as far as this one knows; at least 1. */
  readonly nodes: number;
}

/** A store that many nodes share. */
export interface SharedStorage extends Storage {
  readonly learning: LearningProgress;
  /** Absent where the nodes share nothing beside it. */
  readonly limits: SharedLimits | undefined;
  /** The connections for what is not hot. */
  readonly pool: PoolState;
  /** Copies of what nodes could not count. */
  readonly usageCopies: UsageCopies | undefined;
}

/** How long Valkey is waited for at the start, in ms: a command would fail at its first call. Set by hand. */
const CONNECTING = 1_000;
/** How long a profile that nobody replaces is kept by a process that removes nothing, in ms: as long as sessions by default. */
const PROFILES_KEPT = 30 * 86_400_000;

/**
 * Opens the store of many nodes, and migrates it to the schema of this release. Without Valkey it goes on after a
 * second, and connects when it is there.
 *
 * @throws StoreUnavailable when PostgreSQL cannot be reached; UnusableStore when the store is of a later release, or
 *   others share Valkey and this process does not
 * @example
 * const storage = await openClusterStorage({ databaseUrl: 'postgresql://decidable@db/decidable' });
 */
export async function openClusterStorage(options: ClusterStorageOptions): Promise<SharedStorage> {
  const node = options.node ?? `${hostname()}-${randomUUID().slice(0, 8)}`;
  const { databaseUrl, patience, connections, valkey, retention } = options;
  const database = new Database({
    databaseUrl,
    node,
    ...(patience !== undefined && { patience }),
    ...(connections !== undefined && { connections }),
  });
  const use = new ChannelUse(database);
  let channel: Valkey | undefined;
  try {
    await migrate(database);
    if (valkey === undefined) await use.refuseWithout();
    else {
      channel = new Valkey({
        ...valkey,
        node,
        retention: retention?.sessions ?? PROFILES_KEPT,
        prefix: await onceConnected(() => prefixOf(database, node)),
      });
      await onceConnected(() => use.begin());
      await Promise.race([channel.connected, wait(CONNECTING, undefined, { ref: false })]);
    }
    const storage = new ClusterStorage(database, node, use, channel, options.observer);
    await storage.begin(retention);
    return storage;
  } catch (error) {
    use.end();
    await channel?.close();
    await database.close().catch(() => {});
    throw asStoreError(error);
  }
}

/** The names of this store in Valkey, which it may share with others. */
async function prefixOf(database: Database, node: string): Promise<string> {
  const { signIns } = repositoryPorts(new ClusterCarrier(database, new ClusterChangeFeed(database), node));
  const name = await serviceSecret(signIns, 'valkey prefix', () => randomBytes(6));
  return `decidable-${Buffer.from(name).toString('hex')}`;
}

/**
 * Tries a call again that PostgreSQL does not answer in time: it was there a moment ago, and a connection that takes longer
 * than a request waits is no reason not to start.
 */
async function onceConnected<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || attempt === STARTS) throw error;
    }
  }
}

class ClusterStorage implements SharedStorage {
  readonly organizations: Organizations;
  readonly people: People;
  readonly signIns: SignIns;
  readonly auditLog: AuditLog;
  readonly keys: KnownKeys & RepositoryPorts['keys'];
  readonly webhooks: Webhooks;
  readonly catalogues: ClusterCatalogues;
  readonly artefacts: ClusterArtefacts;
  readonly built: ClusterBuiltCatalogues;
  readonly gradings: Gradings;
  readonly keptFiles: ClusterKeptFiles;
  readonly sessions: Sessions;
  readonly profiles: SessionProfiles;
  readonly outcomes: ClusterOutcomes;
  readonly orders: Orders;
  readonly models: ClusterModels;
  readonly usage: ClusterUsage;
  readonly leases: Leases;
  readonly learning: ClusterLearningProgress;
  readonly erasure: ClusterErasure;
  readonly changes: ClusterChangeFeed;
  readonly limits: SharedLimits | undefined;
  readonly usageCopies: UsageCopies | undefined;
  readonly #database: Database;
  readonly #node: string;
  readonly #observer: StorageObserver | undefined;
  readonly #use: ChannelUse;
  readonly #channel: Valkey | undefined;
  readonly #commits: CommitQueue;
  readonly #clock: StoreClock;
  #timer: NodeJS.Timeout | undefined;
  #retention: RetentionRounds | undefined;
  #closed: Promise<void> | undefined;

  constructor(
    database: Database,
    node: string,
    use: ChannelUse,
    channel: Valkey | undefined,
    observer: StorageObserver | undefined,
  ) {
    const profiles = channel?.profiles;
    const changes = new ClusterChangeFeed(database, channel);
    this.#database = database;
    this.#node = node;
    this.#use = use;
    this.#channel = channel;
    this.limits = channel;
    this.usageCopies = channel?.usageCopies;
    this.#commits = new CommitQueue(
      new GroupCommit(database.commits, node, profiles !== undefined),
      observer,
    );
    this.#clock = new StoreClock(database.hot);
    this.changes = changes;
    const ports = repositoryPorts(new ClusterCarrier(database, changes, node));
    this.organizations = ports.organizations;
    this.people = ports.people;
    this.signIns = ports.signIns;
    this.auditLog = ports.auditLog;
    this.keys = Object.assign(new KnownKeys(database, changes), ports.keys);
    this.webhooks = ports.webhooks;
    this.catalogues = new ClusterCatalogues(database, changes);
    this.artefacts = new ClusterArtefacts(database);
    this.built = new ClusterBuiltCatalogues(this.artefacts, this.catalogues);
    this.gradings = ports.gradings;
    this.keptFiles = new ClusterKeptFiles(database);
    this.sessions = Object.assign(new ClusterSessions(database, profiles), ports.rulings);
    this.profiles = profiles ?? new ClusterSessionProfiles(database);
    this.outcomes = new ClusterOutcomes(database);
    this.orders = ports.orders;
    this.models = new ClusterModels(database, changes);
    this.usage = new ClusterUsage(database);
    this.#observer = observer;
    this.leases = observedLeases(new ClusterLeases(database), observer?.lease);
    this.learning = new ClusterLearningProgress(database);
    this.erasure = new ClusterErasure(database, changes, { profiles });
  }

  /** Hears of changes from now on, and does the regular work of a service until the store is closed. */
  async begin(retention: Retention | undefined): Promise<void> {
    await onceConnected(() => this.#clock.begin());
    await onceConnected(() => this.changes.begin());
    // Requests meet the same failure and report it; the timer tries again.
    this.#timer = setInterval(() => void this.changes.look().catch(() => {}), LOOK_EVERY).unref();
    if (retention === undefined) return;
    const owner = `${this.#node}, ${THIS_PROCESS}`;
    this.#retention = new RetentionRounds({
      database: this.#database,
      leases: this.leases,
      owner,
      retention,
      observe: this.#observer?.retained,
    });
    this.#retention.begin();
  }

  get pool(): PoolState {
    return this.#database.pool;
  }

  async commit(commit: Commit): Promise<readonly WriteOutcome[]> {
    if (!commit.organizationId) throw new TypeError('A commit needs an organization.');
    const outcomes = await this.#commits.commit(commit);
    if (this.changes.hasFollowers) this.changes.committed(commit, outcomes);
    if (this.#channel !== undefined) this.#putProfiles(commit, outcomes, this.#channel.profiles);
    return outcomes;
  }

  /** Nobody waits for it: a profile that is lost is folded from the log. */
  #putProfiles(
    { organizationId, writes }: Commit,
    outcomes: readonly WriteOutcome[],
    profiles: SessionProfiles,
  ): void {
    for (const [n, write] of writes.entries()) {
      const outcome = outcomes[n];
      if (write.kind !== 'signals' || write.snapshot === undefined) continue;
      if (outcome.kind === 'signals' && outcome.status === 'applied')
        void profiles.put(organizationId, write.sessionId, write.snapshot);
    }
  }

  now(): number {
    return this.#clock.now();
  }

  async ping(): Promise<void> {
    await this.#database.commits.query(PULSE, [this.#node]);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    clearInterval(this.#timer);
    this.#clock.end();
    await this.#retention?.close();
    await this.#commits.close();
    await this.keys.settled();
    this.#use.end();
    await this.#channel?.close();
    await this.#database.close();
  }
}
