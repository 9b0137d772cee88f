import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { observedLeases } from '../observed-leases.ts';
import type {
  AuditLog,
  Commit,
  Gradings,
  Keys,
  Leases,
  Orders,
  Organizations,
  People,
  Retention,
  SignIns,
  Storage,
  StorageObserver,
  Webhooks,
  WriteOutcome,
} from '../ports.ts';
import { type RepositoryPorts, repositoryPorts } from '../repositories/index.ts';
import { THIS_PROCESS } from '../while-leased.ts';
import { SqliteChangeFeed } from './change-feed.ts';
import {
  asStoreError,
  databasePath,
  isStoreFailure,
  openForReading,
  openForWriting,
  type WriterOptions,
} from './connection/database.ts';
import { takeFolder } from './connection/folder-lock.ts';
import { Reader } from './connection/reader.ts';
import { requireSqlite } from './connection/required-sqlite.ts';
import { migrate, requireKnownSchema, SCHEMA_VERSION } from './connection/schema.ts';
import { damageOf } from './damage/damage-errors.ts';
import { DamageWatch } from './damage/damage-watch.ts';
import { MarkerFile, writeMarkerNow } from './damage/marker-file.ts';
import { checkFiles, checkMark, checkSmall } from './damage/start-check.ts';
import { DecisionRows } from './decisions/decision-rows.ts';
import { IdleRewrites, LOOK_EVERY } from './erasure/idle-rewrites.ts';
import { SqliteErasure } from './erasure/sqlite-erasure.ts';
import { StoreRewriter } from './erasure/store-rewriter.ts';
import { SqliteArtefacts } from './repositories/artefacts.ts';
import { BuiltFiles } from './repositories/built-files.ts';
import { SqliteCarrier } from './repositories/carrier.ts';
import { SqliteCatalogues } from './repositories/catalogues.ts';
import { SqliteKeptFiles } from './repositories/gradings/kept-files.ts';
import { KnownKeys } from './repositories/known-keys.ts';
import { SqliteLeases } from './repositories/leases.ts';
import { SqliteModels } from './repositories/models.ts';
import { SqliteOutcomes } from './repositories/outcomes.ts';
import { SqliteSessionProfiles } from './repositories/session-profiles.ts';
import { SqliteSessions } from './repositories/sessions.ts';
import { SqliteUsage } from './repositories/usage.ts';
import { RetentionRounds, STEP_PAUSE } from './retention/rounds.ts';
import { commitRecord } from './writer/commit-record.ts';
import { InlineWriter } from './writer/inline-writer.ts';
import type { StoreWrites } from './writer/store-writes.ts';
import { ThreadWriter } from './writer/thread-writer.ts';
import type { OwnedWriter } from './writer/writer.ts';

/** How often a service without requests looks for changes of other processes, in ms; set by hand. */
const POLL_INTERVAL = 250;
/** How often it looks whether its files are still there, in ms; set by hand. */
const LOOK_INTERVAL = 1_000;

export interface SqliteStorageOptions {
  /** The data folder; made if it is not there. */
  readonly folder: string;
  /**
   * `serve`: the one service of this folder, which writes on a thread of its own. `command`: a short-lived process that
   * may run beside it.
   */
  readonly role: 'serve' | 'command';
  /** Name of this node in the metering rows. */
  readonly node?: string;
  /** How long a service keeps facts; without it, it removes nothing. */
  readonly retention?: Retention;
  readonly observer?: StorageObserver;
  readonly writer?: WriterOptions;
}

/**
 * Opens the embedded store.
 *
 * @throws FolderInUse when another service has the folder; StoreUnavailable when it cannot be opened; DamagedStore when
 *   stored facts are destroyed or lost; UnusableStore when it is of a later release; UnsuitableSqlite when the SQLite of
 *   this Node.js is too old.
 * @example
 * const storage = await openSqliteStorage({ folder: 'data', role: 'serve' });
 */
export async function openSqliteStorage(options: SqliteStorageOptions): Promise<Storage> {
  requireSqlite();
  const { folder, role, node = 'local', writer: writerOptions = {} } = options;
  // Disposed in reverse order where opening fails: the folder is released when its database is closed.
  const held = new AsyncDisposableStack();
  try {
    const leave = role === 'serve' ? takeFolder(folder) : () => {};
    held.defer(leave);
    const { database, isChecked } = openMigrated(folder, role, writerOptions);
    if (role === 'command') {
      const writer = new InlineWriter(database, node, (mark) => writeMarkerNow(folder, mark));
      held.defer(() => writer.close());
      return new SqliteStorage(folder, writer, leave);
    }
    database.close();
    let watch: DamageWatch | undefined;
    const marker = new MarkerFile(folder, (error) => watch?.markFailed(error));
    held.defer(() => marker.written());
    const writer = new ThreadWriter({ folder, node, options: writerOptions }, options.observer, {
      failed: (error) => watch?.failed(error),
      marked: (mark) => marker.write(mark),
      lost: () => watch?.lost,
    });
    held.defer(() => writer.close());
    // The first answer shows that the thread runs.
    await writer.write('pulse', Date.now());
    watch = new DamageWatch(folder, options.observer);
    const release = async () => {
      await marker.written();
      leave();
    };
    const storage = new SqliteStorage(folder, writer, release, watch, options.observer);
    storage.serve(node, options.retention, options.observer);
    if (!isChecked) watch.checkPages();
    return storage;
  } catch (error) {
    await held.disposeAsync();
    throw asStoreError(error);
  }
}

/**
 * Folds the log into the database and removes it, unless others have the store open: the last connection that is closed
 * does so if it may write, and the reader's may not. A copy of the database alone is then the whole store.
 */
function foldLog(folder: string): void {
  if (!existsSync(databasePath(folder))) return;
  try {
    openForWriting(folder).close();
  } catch (error) {
    // On a full disk the log stays: the next start reads it.
    if (!isStoreFailure(error)) throw error;
  }
}

/** @returns whether the pages are checked already: those of a large store are not */
function openMigrated(
  folder: string,
  role: 'serve' | 'command',
  options: WriterOptions,
): { readonly database: DatabaseSync; readonly isChecked: boolean } {
  const mark = checkFiles(folder);
  let database: DatabaseSync | undefined;
  try {
    database = openForWriting(folder, options);
    requireKnownSchema(database);
    checkMark(folder, database, mark);
    const isChecked = checkSmall(folder, database);
    if (role === 'serve') migrate(database);
    else migrateForCommand(folder, database);
    return { database, isChecked };
  } catch (error) {
    database?.close();
    throw damageOf(folder, databasePath(folder), error) ?? error;
  }
}

/** A command creates the schema of an empty store, but migrates an older store only where no service runs on it. */
function migrateForCommand(folder: string, database: DatabaseSync): void {
  const version = requireKnownSchema(database);
  if (version === SCHEMA_VERSION) return;
  const leave = version === 0 ? () => {} : takeFolder(folder);
  try {
    migrate(database);
  } finally {
    leave();
  }
}

class SqliteStorage implements Storage {
  readonly organizations: Organizations;
  readonly people: People;
  readonly signIns: SignIns;
  readonly auditLog: AuditLog;
  readonly keys: Keys;
  readonly webhooks: Webhooks;
  readonly catalogues: SqliteCatalogues;
  readonly artefacts: SqliteArtefacts;
  readonly built: BuiltFiles;
  readonly gradings: Gradings;
  readonly keptFiles: SqliteKeptFiles;
  readonly sessions: SqliteSessions & RepositoryPorts['rulings'];
  readonly profiles: SqliteSessionProfiles;
  readonly outcomes: SqliteOutcomes;
  readonly orders: Orders;
  readonly models: SqliteModels;
  readonly usage: SqliteUsage;
  readonly leases: Leases;
  readonly erasure: SqliteErasure;
  readonly changes: SqliteChangeFeed;
  readonly #folder: string;
  readonly #reader: Reader;
  readonly #writer: OwnedWriter<StoreWrites>;
  readonly #leave: () => void | Promise<void>;
  readonly #watch: DamageWatch | undefined;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #rewriter: StoreRewriter;
  #retention: RetentionRounds | undefined;
  #rewrites: IdleRewrites | undefined;
  #commits = 0;
  #closed: Promise<void> | undefined;

  constructor(
    folder: string,
    writer: OwnedWriter<StoreWrites>,
    leave: () => void | Promise<void>,
    watch?: DamageWatch,
    observer?: StorageObserver,
  ) {
    const reader = new Reader(openForReading(folder), (error) => watch?.failed(error));
    this.#folder = folder;
    this.#watch = watch;
    const changes = new SqliteChangeFeed(reader);
    this.#reader = reader;
    this.#writer = writer;
    this.#leave = leave;
    this.changes = changes;
    const ports = repositoryPorts(new SqliteCarrier(reader, writer, changes));
    this.organizations = ports.organizations;
    this.people = ports.people;
    this.signIns = ports.signIns;
    this.auditLog = ports.auditLog;
    this.keys = Object.assign(new KnownKeys(reader, writer, changes), ports.keys);
    this.webhooks = ports.webhooks;
    this.catalogues = new SqliteCatalogues(reader, writer, changes);
    this.artefacts = new SqliteArtefacts(reader, writer);
    this.built = new BuiltFiles(folder, reader);
    this.gradings = ports.gradings;
    this.keptFiles = new SqliteKeptFiles(reader, writer);
    this.sessions = Object.assign(new SqliteSessions(reader), ports.rulings);
    this.profiles = new SqliteSessionProfiles(this.sessions, writer);
    const decisions = new DecisionRows(reader);
    this.outcomes = new SqliteOutcomes(reader, decisions);
    this.orders = ports.orders;
    this.models = new SqliteModels(reader, writer, changes);
    this.usage = new SqliteUsage(reader);
    this.leases = observedLeases(new SqliteLeases(writer), observer?.lease);
    this.#rewriter = new StoreRewriter(folder, reader, writer);
    this.erasure = new SqliteErasure(folder, reader, writer, changes, decisions, this.#rewriter, this.built);
  }

  commit(commit: Commit): Promise<readonly WriteOutcome[]> {
    if (!commit.organizationId) return Promise.reject(new TypeError('A commit needs an organization.'));
    this.#commits++;
    const committed = this.#writer.write('commit', commitRecord(commit));
    if (!this.changes.hasFollowers) return committed;
    return committed.then((outcomes) => {
      this.changes.committed(commit, outcomes);
      return outcomes;
    });
  }

  now(): number {
    return Date.now();
  }

  async ping(): Promise<void> {
    await this.#watch?.look();
    if (this.#watch?.damage !== undefined) throw this.#watch.damage;
    this.#reader.version();
    await this.#writer.write('pulse', Date.now());
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    // Files that were removed or replaced meanwhile are left as they are.
    await this.#watch?.look().catch(() => {});
    await this.#watch?.close();
    await this.#retention?.close();
    await this.#rewrites?.close();
    await this.#writer.close();
    this.#reader.close();
    if (this.#watch?.lost === undefined) foldLog(this.#folder);
    await this.#leave();
  }

  /**
   * Does the regular work of a service until the store is closed: looks for changes, removes old facts, and rewrites the
   * files after erasures.
   */
  serve(node: string, retention: Retention | undefined, observer?: StorageObserver): void {
    this.#timers.push(setInterval(() => this.#poll(), POLL_INTERVAL).unref());
    this.#timers.push(setInterval(() => this.#look(), LOOK_INTERVAL).unref());
    const rewrites = new IdleRewrites(
      this.#rewriter,
      () => this.#commits,
      (error) => observer?.rewriteFailed?.(error),
    );
    this.#rewrites = rewrites;
    // What cannot be removed now is removed at the next start.
    this.built.tidy().catch((error: unknown) => observer?.tidyFailed?.(error));
    // Remains that cannot be read wait: requests meet the same failure and report it.
    this.#timers.push(setInterval(() => rewrites.tick().catch(() => {}), LOOK_EVERY).unref());
    if (retention === undefined) return;
    const owner = `${node}, ${THIS_PROCESS}`;
    const rounds = new RetentionRounds({
      writer: this.#writer,
      leases: this.leases,
      owner,
      retention,
      observe: observer?.retained,
    });
    this.#retention = rounds;
    this.#timers.push(setInterval(() => rounds.tick(), STEP_PAUSE).unref());
  }

  /** A file that cannot be looked at is met by requests, too. */
  #look(): void {
    this.#watch?.look().catch(() => {});
  }

  #poll(): void {
    try {
      this.changes.poll();
    } catch {
      // Requests meet the same failure and report it; the timer tries again.
    }
  }
}
