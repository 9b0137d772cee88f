import type { DatabaseSync } from 'node:sqlite';
import type { Commit, Retention, Storage, StorageObserver, WriteOutcome } from '../ports.ts';
import { Announcements } from './announcements.ts';
import { SqliteCatalogues } from './catalogues.ts';
import { asStoreError, openForReading, openForWriting, type WriterOptions } from './database.ts';
import { SqliteGradings } from './gradings.ts';
import { InlineWriter } from './inline-writer.ts';
import { SqliteKeys } from './keys.ts';
import { takeFolder } from './lock.ts';
import { SqliteModels } from './models.ts';
import { SqliteOrganizations } from './organizations.ts';
import { SqliteOutcomes } from './outcomes.ts';
import { Reader } from './reader.ts';
import { requireSqlite } from './required-sqlite.ts';
import { migrate, SCHEMA_VERSION, schemaVersionOf } from './schema.ts';
import { SqliteSessions } from './sessions.ts';
import { ThreadWriter } from './thread-writer.ts';
import { SqliteUsage } from './usage.ts';
import { SqliteUsers } from './users.ts';
import type { RetentionCursor, Writer } from './writes.ts';
import { writtenCommit } from './written-commit.ts';

/** How often a service without requests listens for what other processes changed, in ms. */
const LISTEN_INTERVAL = 250;
/** Pause between two steps of a round of retention, and between two rounds, in ms. */
const RETENTION_STEP = 250;
const RETENTION_ROUND = 3_600_000;

export interface SqliteStorageOptions {
  /** The data folder; made if it is not there. */
  readonly folder: string;
  /**
   * `serve`: the one service of this folder, writing on a thread of its own. `command`: a short-lived process
   * that may run beside it.
   */
  readonly role: 'serve' | 'command';
  /** Name of this node in the metering rows. */
  readonly node?: string;
  /** How long a service keeps things; it removes nothing unless it is told. */
  readonly retention?: Retention;
  readonly observer?: StorageObserver;
  readonly writer?: WriterOptions;
}

/**
 * Opens the embedded store.
 *
 * @throws FolderInUse when another service has the folder; StoreUnavailable when it cannot be opened;
 *   UnsuitableSqlite when the SQLite of this Node.js is too old.
 * @example
 * const storage = await openSqliteStorage({ folder: 'data', role: 'serve' });
 */
export async function openSqliteStorage(options: SqliteStorageOptions): Promise<Storage> {
  requireSqlite();
  const { folder, role, node = 'local', writer: writerOptions = {} } = options;
  /** What to let go of where it fails, last first: the folder when nobody has its database open any more. */
  const held = new AsyncDisposableStack();
  try {
    const leave = role === 'serve' ? takeFolder(folder) : () => {};
    held.defer(leave);
    const database = openMigrated(folder, role, writerOptions);
    if (role === 'command') {
      const writer = new InlineWriter(database, node);
      held.defer(() => writer.close());
      return new SqliteStorage(folder, writer, leave);
    }
    database.close();
    const writer = new ThreadWriter({ folder, node, options: writerOptions }, options.observer);
    held.defer(() => writer.close());
    // Waiting for its first answer shows that the thread runs before anything is promised.
    await writer.write('pulse', Date.now());
    const storage = new SqliteStorage(folder, writer, leave);
    storage.tend(options.retention);
    return storage;
  } catch (error) {
    await held.disposeAsync();
    throw asStoreError(error);
  }
}

function openMigrated(folder: string, role: 'serve' | 'command', options: WriterOptions): DatabaseSync {
  const database = openForWriting(folder, options);
  try {
    if (role === 'serve') migrate(database);
    else migrateForCommand(folder, database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A command makes an empty store, but brings an older one up to date only where no service is running on it. */
function migrateForCommand(folder: string, database: DatabaseSync): void {
  const version = schemaVersionOf(database);
  if (version === SCHEMA_VERSION) return;
  const leave = version === 0 ? () => {} : takeFolder(folder);
  try {
    migrate(database);
  } finally {
    leave();
  }
}

class SqliteStorage implements Storage {
  readonly organizations: SqliteOrganizations;
  readonly users: SqliteUsers;
  readonly keys: SqliteKeys;
  readonly catalogues: SqliteCatalogues;
  readonly gradings: SqliteGradings;
  readonly sessions: SqliteSessions;
  readonly outcomes: SqliteOutcomes;
  readonly models: SqliteModels;
  readonly usage: SqliteUsage;
  readonly #reader: Reader;
  readonly #writer: Writer;
  readonly #announcements: Announcements;
  readonly #leave: () => void;
  readonly #timers: NodeJS.Timeout[] = [];
  #closed: Promise<void> | undefined;

  constructor(folder: string, writer: Writer, leave: () => void) {
    const reader = new Reader(openForReading(folder));
    const announcements = new Announcements(reader);
    this.#reader = reader;
    this.#writer = writer;
    this.#announcements = announcements;
    this.#leave = leave;
    this.organizations = new SqliteOrganizations(reader, writer, announcements);
    this.users = new SqliteUsers(reader, writer);
    this.keys = new SqliteKeys(reader, writer, announcements);
    this.catalogues = new SqliteCatalogues(reader, writer, announcements);
    this.gradings = new SqliteGradings(reader);
    this.sessions = new SqliteSessions(reader);
    this.outcomes = new SqliteOutcomes(reader);
    this.models = new SqliteModels(reader, writer, announcements);
    this.usage = new SqliteUsage(reader);
  }

  commit(commit: Commit): Promise<readonly WriteOutcome[]> {
    return this.#writer.write('commit', writtenCommit(commit));
  }

  async ping(): Promise<void> {
    this.#reader.version();
    await this.#writer.write('pulse', Date.now());
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#writer.close();
    this.#reader.close();
    this.#leave();
  }

  /**
   * Listens for other processes and, where it was told how long to keep things, removes what is too old, until the
   * store is closed.
   */
  tend(retention: Retention | undefined): void {
    this.#timers.push(setInterval(() => this.#listen(), LISTEN_INTERVAL).unref());
    if (retention === undefined) return;
    let cursor: RetentionCursor | null = {};
    // Counted rather than told by the clock, which may be set back.
    let pause = 0;
    let running = false;
    const step = async () => {
      pause -= RETENTION_STEP;
      if (running || pause > 0) return;
      running = true;
      try {
        cursor = await this.#writer.write('retain', { retention, now: Date.now(), cursor: cursor ?? {} });
        if (cursor === null) pause = RETENTION_ROUND;
      } catch {
        // Nothing is lost by removing it later; requests report a store that fails.
        pause = RETENTION_ROUND / 60;
      } finally {
        running = false;
      }
    };
    this.#timers.push(setInterval(step, RETENTION_STEP).unref());
  }

  #listen(): void {
    try {
      this.#announcements.hear();
    } catch {
      // Requests meet the same failure and report it; the next turn of the timer listens again.
    }
  }
}
