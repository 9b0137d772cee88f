import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InvalidInput, UnusableStore } from '../../../errors.ts';
import { asStoreError, DATABASE, logPath, OWNER_ONLY, sqliteFailure } from '../connection/database.ts';
import { takeFolder } from '../connection/folder-lock.ts';
import { requireSqlite } from '../connection/required-sqlite.ts';
import { isDestroyed } from '../damage/damage-errors.ts';
import { markerPath, type StoreMark, writeMarkerNow } from '../damage/marker-file.ts';
import { checkCopy } from './check-copy.ts';
import { filesBeside, isBesideStore, isThere, sync } from './copied-files.ts';
import { fingerprint, type Manifest, readManifest } from './manifest.ts';

export interface RestoreOptions {
  /** A folder made by `backupStore`, or a database file, with its log beside it if it has one. */
  readonly copy: string;
  /** The data folder; made where there is none. */
  readonly folder: string;
  /** Moves a store that is there aside, instead of refusing. */
  readonly replace: boolean;
  /** ms since 1970: the name of what is moved aside. */
  readonly now: number;
  readonly onProgress?: (doing: string, share: number) => void;
}

export interface Restored {
  /** When the copy was begun, ISO 8601; null for a database file. */
  readonly takenAt: string | null;
  readonly files: readonly string[];
  /** The folder that holds the store which was there; null where there was none. */
  readonly replaced: string | null;
}

/**
 * Puts a copy in the place of a store, once it is checked. A restore that is cut short leaves a folder on which no
 * service starts, until it is repeated.
 *
 * @throws FolderInUse while a service runs; UnusableStore where there is a store and it is not to be replaced, or the copy
 *   is of a later release; InvalidInput where the copy is damaged, or no copy; StoreUnavailable
 */
export async function restoreStore(options: RestoreOptions): Promise<Restored> {
  requireSqlite();
  const { copy, folder } = options;
  const { manifest, names } = await contentsOf(copy);
  let leave = () => {};
  try {
    leave = takeFolder(folder);
  } catch (error) {
    throw asStoreError(error);
  }
  const staged = join(folder, `restoring-${process.pid}`);
  try {
    const isStoreThere = [DATABASE, basename(logPath(folder)), basename(markerPath(folder))].some((name) =>
      isThere(folder, name),
    );
    if (isStoreThere && !options.replace) {
      throw new UnusableStore(
        `${folder} holds a store already. Give another folder with --data, or --replace to move it aside.`,
      );
    }
    const mark = await stage(options, manifest, names, staged);
    const replaced = isStoreThere
      ? join(folder, `replaced-${new Date(options.now).toISOString().replaceAll(':', '-')}`)
      : null;
    await exchange(folder, staged, [...names, DATABASE], mark, replaced);
    return { takenAt: manifest?.takenAt ?? null, files: [...names, DATABASE], replaced };
  } catch (error) {
    throw asStoreError(error);
  } finally {
    await rm(staged, { recursive: true, force: true });
    leave();
  }
}

/** The manifest of a copy, and its files beside the database. */
async function contentsOf(
  copy: string,
): Promise<{ manifest: Manifest | undefined; names: readonly string[] }> {
  const kind = await stat(copy).catch((error: unknown) => {
    throw new InvalidInput(`The copy ${copy} cannot be read (${String(error)}).`, { cause: error });
  });
  if (!kind.isDirectory()) return { manifest: undefined, names: [] };
  const manifest = readManifest(copy);
  const strange = manifest.files.find(({ name }) => basename(name) !== name);
  if (strange !== undefined) throw new InvalidInput(`${copy} names a file outside of it: ${strange.name}.`);
  const names = manifest.files.map(({ name }) => name).filter(isBesideStore);
  return { manifest, names };
}

/** Copies everything beside the place where it goes, and checks it there. Returns the mark of the copy. */
async function stage(
  { copy, onProgress = () => {} }: RestoreOptions,
  manifest: Manifest | undefined,
  names: readonly string[],
  staged: string,
): Promise<StoreMark | undefined> {
  await mkdir(staged, { mode: OWNER_ONLY });
  onProgress('copying', 0);
  for (const name of [...names, DATABASE]) {
    await copyFile(manifest === undefined ? copy : join(copy, name), join(staged, name)).catch(
      (error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
          throw new InvalidInput(`The copy ${copy} is not whole: ${name} is missing.`, { cause: error });
        }
        throw error;
      },
    );
  }
  // A database file that was copied from a service that did not end well has a log beside it.
  if (manifest === undefined && isThere(dirname(copy), `${basename(copy)}-wal`)) {
    await copyFile(`${copy}-wal`, join(staged, `${DATABASE}-wal`));
  }
  for (const file of manifest?.files ?? []) {
    if (file.name !== DATABASE && !names.includes(file.name)) continue;
    const found = await fingerprint(staged, file.name);
    if (found.sha256 !== file.sha256) {
      throw new InvalidInput(
        `The copy ${copy} is damaged: ${file.name} has ${found.bytes} bytes and another checksum than when it was made.`,
      );
    }
  }
  let checked: Awaited<ReturnType<typeof checkCopy>>;
  try {
    checked = await checkCopy(join(staged, DATABASE), (table) => onProgress(`checking ${table}`, 0));
  } catch (error) {
    const failure = sqliteFailure(error);
    if (failure === undefined || !isDestroyed(failure)) throw error;
    throw new InvalidInput(`The copy ${copy} is damaged (${failure.name}: ${failure.message}).`, {
      cause: error,
    });
  }
  if (checked.problem !== undefined)
    throw new InvalidInput(`The copy ${copy} is damaged (${checked.problem}).`);
  for (const name of [...names, DATABASE]) await sync(join(staged, name));
  return checked.mark;
}

/**
 * Moves the old files aside and the new ones in. Until the end a marker is there that the database, missing or new,
 * does not fit: after a crash in between no service starts.
 */
async function exchange(
  folder: string,
  staged: string,
  names: readonly string[],
  mark: StoreMark | undefined,
  replaced: string | null,
): Promise<void> {
  const unfinished: StoreMark = { store: 'restore not finished', number: 0 };
  if (replaced !== null) {
    await mkdir(replaced, { mode: OWNER_ONLY });
    if (isThere(folder, basename(markerPath(folder)))) {
      await copyFile(markerPath(folder), join(replaced, basename(markerPath(folder))));
    }
  }
  writeMarkerNow(folder, unfinished);
  await sync(folder);
  if (replaced !== null) {
    const old = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, ...(await filesBeside(folder))];
    for (const name of old.filter((each) => isThere(folder, each)))
      await rename(join(folder, name), join(replaced, name));
    await sync(replaced);
  }
  for (const name of names) await rename(join(staged, name), join(folder, name));
  await sync(folder);
  if (mark === undefined) await rm(markerPath(folder));
  else writeMarkerNow(folder, mark);
  await sync(folder);
}
