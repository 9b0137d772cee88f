import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../../ports.ts';
import type { CompactionPace } from '../signal-log/compaction.ts';

/** How long a writer waits for the transaction of another process before it gives up, in ms; set by hand. */
const WRITER_PATIENCE = 2_000;
/** The same for reads, which run on the event loop: in WAL mode they wait during recovery only. */
const READER_PATIENCE = 5;

/** The database of a data folder, and of a copy of it. */
export const DATABASE = 'decidable.db';

export function databasePath(folder: string): string {
  return join(folder, DATABASE);
}

export function logPath(folder: string): string {
  return `${databasePath(folder)}-wal`;
}

/**
 * The file of the write-ahead log is cut back to this many bytes when the log starts again from its beginning: beside a
 * slow copy of the store it grows. Set by hand.
 */
export const LOG_KEPT = 64 * 1024 * 1024;

export interface WriterOptions {
  /** At most this many pages, for tests of a full disk. */
  readonly maxPages?: number;
  readonly patience?: number;
  /** How much of the journal is compacted at a time, for tests. */
  readonly compaction?: Partial<CompactionPace>;
}

/** Folders of stores and their copies hold what shoppers did and the hashes of keys: they are for their owner alone. */
export const OWNER_ONLY = 0o700;

/** Makes a data folder where there is none. */
export function makeDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
}

/** A connection whose `COMMIT` returns after an fsync of the log (WAL with `synchronous = FULL`). */
export function openForWriting(folder: string, options: WriterOptions = {}): DatabaseSync {
  makeDataFolder(folder);
  const database = new DatabaseSync(databasePath(folder), { timeout: options.patience ?? WRITER_PATIENCE });
  try {
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    // Checkpoints run between groups, after the answers have gone out: see GroupCommit.
    database.exec('PRAGMA wal_autocheckpoint = 0');
    database.exec(`PRAGMA journal_size_limit = ${LOG_KEPT}`);
    database.exec('PRAGMA cache_size = -65536');
    if (options.maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${options.maxPages}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export function openForReading(folder: string): DatabaseSync {
  const database = new DatabaseSync(databasePath(folder), { readOnly: true, timeout: READER_PATIENCE });
  database.exec('PRAGMA cache_size = -32768');
  database.exec('PRAGMA mmap_size = 268435456');
  return database;
}

/**
 * Primary result codes of SQLite about the disk, the file or another process, rather than the statement.
 * https://www.sqlite.org/rescode.html
 */
const NAMES: Readonly<Record<number, string>> = {
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  9: 'SQLITE_INTERRUPT',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  15: 'SQLITE_PROTOCOL',
  26: 'SQLITE_NOTADB',
};

/** A failure that SQLite reported. */
export interface SqliteFailure {
  /** The extended result code: the primary one is its lowest byte. */
  readonly code: number;
  /** The name of the primary code. */
  readonly name: string;
  readonly message: string;
}

/** The failure of the store that an error tells of; undefined where the statement was at fault, or no statement. */
export function sqliteFailure(error: unknown): SqliteFailure | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  const name = NAMES[error.errcode & 0xff];
  return name === undefined ? undefined : { code: error.errcode, name, message: error.message };
}

/** True where the store failed, false where the statement was at fault. */
export function isStoreFailure(error: unknown): boolean {
  return sqliteFailure(error) !== undefined;
}

/** True where another connection holds the lock: BUSY, LOCKED. */
export function isTaken(error: unknown): boolean {
  const code = (sqliteFailure(error)?.code ?? 0) & 0xff;
  return code === 5 || code === 6;
}

/** The error for the caller: `StoreUnavailable` where the store or its folder failed, else the error itself. */
export function asStoreError(error: unknown): unknown {
  const isOfFolder = error instanceof Error && 'syscall' in error;
  return isOfFolder || isStoreFailure(error) ? new StoreUnavailable(error) : error;
}
