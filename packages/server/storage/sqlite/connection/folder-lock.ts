import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UnusableStore } from '../../../errors.ts';
import { isTaken, makeDataFolder } from './database.ts';

/** Another process serves this data folder. */
export class FolderInUse extends UnusableStore {
  constructor(folder: string, holder: string) {
    super(`The data folder ${folder} is already served by ${holder}. One service can use it at a time.`);
  }
}

/**
 * Takes the data folder for one service. The lock is the operating system's own, on `serve.lock`, held through SQLite: it
 * ends with the process however that ends. A lock by process number would be stale after a crash, and in a container,
 * where every service is process 1, it would look like the new process itself. `serve.process` names the holder for
 * people; it may be left over and decides nothing.
 *
 * @throws FolderInUse; the error of SQLite or the system where the folder cannot be written
 * @returns releases the folder
 */
export function takeFolder(folder: string): () => void {
  makeDataFolder(folder);
  const holder = join(folder, 'serve.process');
  // Nothing but SQLite may open serve.lock: closing any descriptor of a file drops a process's locks on it.
  const lock = new DatabaseSync(join(folder, 'serve.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    writeFileSync(holder, `process ${process.pid} on ${hostname()}, since ${new Date().toISOString()}\n`);
  } catch (error) {
    lock.close();
    throw isTaken(error) ? new FolderInUse(folder, nameOf(holder)) : error;
  }
  return () => {
    rmSync(holder, { force: true });
    lock.exec('ROLLBACK');
    lock.close();
  };
}

/** The service that has a data folder, in words for people; undefined where none has. Changes nothing. */
export function folderHolder(folder: string): string | undefined {
  const path = join(folder, 'serve.lock');
  if (!existsSync(path)) return undefined;
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return undefined;
  } catch (error) {
    if (!isTaken(error)) throw error;
    return nameOf(join(folder, 'serve.process'));
  } finally {
    lock.close();
  }
}

function nameOf(holder: string): string {
  try {
    return readFileSync(holder, 'utf8').trim();
  } catch {
    // The holder has the lock, but has not written its name yet.
    return 'another process';
  }
}
