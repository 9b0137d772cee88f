import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { InvalidInput } from '../../../errors.ts';
import { DATABASE, databasePath, OWNER_ONLY, sqliteFailure } from '../connection/database.ts';
import { requireSqlite } from '../connection/required-sqlite.ts';
import { damaged, damageOf } from '../damage/damage-errors.ts';
import { checkFiles } from '../damage/start-check.ts';
import { checkCopy } from './check-copy.ts';
import { filesBeside, isThere, sync } from './copied-files.ts';
import { fingerprint, type Manifest, manifestOf, manifestPath } from './manifest.ts';

/** Pages copied at a time (16 MB), between which progress is told; set by hand. */
const STEP = 4_096;
/** How long the copy waits for a lock, in ms; set by hand. */
const PATIENCE = 5_000;

export interface BackupOptions {
  /** The data folder, with or without a running service. */
  readonly folder: string;
  /** The folder of the copy; it must not exist yet. */
  readonly destination: string;
  /** When the copy is begun, ms since 1970. */
  readonly now: number;
  /** Told what is done, and the share that is done of it, 0 to 1. */
  readonly onProgress?: (doing: string, share: number) => void;
}

/**
 * Copies a store, beside a service that goes on: one state of it, with everything that was acknowledged before. The copy
 * is checked before it gets its name.
 *
 * @throws InvalidInput where there is no store, or the copy cannot be written; DamagedStore where the store is damaged
 */
export async function backupStore({
  folder,
  destination,
  now,
  onProgress = () => {},
}: BackupOptions): Promise<Manifest> {
  requireSqlite();
  checkFiles(folder);
  if (!isThere(folder, DATABASE)) throw new InvalidInput(`There is no store in ${folder}.`);
  if (isThere(destination, '.')) {
    throw new InvalidInput(`${destination} exists already. Give the name of a folder that does not.`);
  }
  let isNamed = false;
  const unfinished = `${destination}.unfinished-${process.pid}`;
  try {
    await mkdir(unfinished, { mode: OWNER_ONLY });
    // The database comes last: a pending count that the store takes meanwhile is then in both, and is counted once.
    const names = [...(await filesBeside(folder)), DATABASE];
    for (const name of names.slice(0, -1)) await copyFile(join(folder, name), join(unfinished, name));
    await copyDatabase(folder, join(unfinished, DATABASE), (share) =>
      onProgress('copying the database', share),
    );
    const { problem } = await checkCopy(join(unfinished, DATABASE), (table) =>
      onProgress(`checking ${table}`, 0),
    );
    if (problem !== undefined) throw damaged(folder, `${databasePath(folder)} is damaged (${problem}).`);
    onProgress('computing checksums', 0);
    const files = [];
    for (const name of names) {
      await sync(join(unfinished, name));
      files.push(await fingerprint(unfinished, name));
    }
    const manifest = manifestOf(new Date(now).toISOString(), files);
    await writeFile(manifestPath(unfinished), `${JSON.stringify(manifest, null, 2)}\n`);
    await sync(manifestPath(unfinished));
    await sync(unfinished);
    await rename(unfinished, destination);
    isNamed = true;
    await sync(dirname(destination));
    return manifest;
  } catch (error) {
    await rm(isNamed ? destination : unfinished, { recursive: true, force: true });
    throw damageOf(folder, databasePath(folder), error) ?? asRefusal(destination, error);
  }
}

/** The read transaction holds one state of the store, or the copy would begin again with each commit of the service. */
async function copyDatabase(folder: string, to: string, onShare: (share: number) => void): Promise<void> {
  const source = new DatabaseSync(databasePath(folder), { readOnly: true, timeout: PATIENCE });
  try {
    source.exec('BEGIN');
    source.prepare('SELECT COUNT(*) FROM sqlite_schema').get();
    await backup(source, to, {
      rate: STEP,
      progress: ({ totalPages, remainingPages }) => onShare(1 - remainingPages / totalPages),
    });
  } finally {
    source.close();
  }
}

function asRefusal(destination: string, error: unknown): unknown {
  const isOfDisk = sqliteFailure(error) !== undefined || (error instanceof Error && 'syscall' in error);
  if (!isOfDisk || !(error instanceof Error)) return error;
  return new InvalidInput(
    `The copy ${destination} cannot be made (${error.message}). Nothing is left of it.`,
    {
      cause: error,
    },
  );
}
