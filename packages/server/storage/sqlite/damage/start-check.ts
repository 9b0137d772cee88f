import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { databasePath, logPath } from '../connection/database.ts';
import { schemaVersionOf } from '../connection/schema.ts';
import { damaged } from './damage-errors.ts';
import { damagedFrame } from './damaged-frames.ts';
import { markerPath, readMarker, type StoreMark } from './marker-file.ts';
import { firstProblem } from './page-check.ts';

/**
 * A database of at most so many pages (4 MB) is checked whole before the service starts; a larger one on a thread of its
 * own while it runs. Figures: docs/design/storage.md, "Damage".
 */
export const CHECKED_AT_START = 1_024;

/** 0 where there is no file. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Checks the files of a folder before SQLite opens them, since SQLite begins a new database where there is none, and
 * leaves out of a log whatever follows damage. No file is changed.
 *
 * @returns the mark that the store must have reached; undefined for a folder without one
 * @throws DamagedStore
 */
export function checkFiles(folder: string): StoreMark | undefined {
  const database = databasePath(folder);
  const log = logPath(folder);
  const mark = readMarker(folder);
  const isMissing = statSync(database, { throwIfNoEntry: false }) === undefined;
  if ((mark !== undefined || sizeOf(log) > 0) && sizeOf(database) === 0) {
    throw damaged(
      folder,
      `${database} is ${isMissing ? 'missing' : 'empty'}, though the folder has held a store.`,
    );
  }
  const frame = mark?.log && damagedFrame(log, mark.log);
  if (frame !== undefined) {
    throw damaged(
      folder,
      `${log} is damaged: of ${mark?.log?.frames} frames that were written, frame ${frame} is destroyed or missing. Acknowledged writes are lost.`,
    );
  }
  return mark;
}

/**
 * Checks that a database has reached its mark; to be called before it is migrated.
 *
 * @throws DamagedStore
 */
export function checkMark(folder: string, database: DatabaseSync, mark: StoreMark | undefined): void {
  if (mark === undefined) return;
  const path = databasePath(folder);
  if (schemaVersionOf(database) === 0) {
    throw damaged(folder, `${path} is empty, though the folder has held a store.`);
  }
  const found = markOf(database);
  if (found?.store !== mark.store) {
    throw damaged(folder, `${path} is another store than the one that ${markerPath(folder)} belongs to.`);
  }
  if (found.number < mark.number) {
    throw damaged(
      folder,
      `${path} is older than its mark in ${markerPath(folder)} (${found.number}, not ${mark.number}): its write-ahead log ${logPath(folder)} was lost, or an older copy was put in its place. Acknowledged writes are missing.`,
    );
  }
}

/** The mark in a database; undefined in one of a schema without marks. */
export function markOf(database: DatabaseSync): StoreMark | undefined {
  const isThere = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'store_marks'`).get();
  if (isThere === undefined) return undefined;
  return database.prepare('SELECT store, number FROM store_marks').get() as StoreMark | undefined;
}

/**
 * Checks the pages of a database that is small enough for it.
 *
 * @returns whether they were checked
 * @throws DamagedStore
 */
export function checkSmall(folder: string, database: DatabaseSync): boolean {
  if (Number(database.prepare('PRAGMA page_count').get()?.page_count) > CHECKED_AT_START) return false;
  const problem = firstProblem(database, 'quick');
  if (problem !== undefined) throw damaged(folder, `${databasePath(folder)} is damaged (${problem}).`);
  return true;
}
