import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { InvalidInput } from '../../errors.ts';
import type { Retention } from '../ports.ts';
import { databasePath, logPath } from './connection/database.ts';
import { requireKnownSchema, SCHEMA_VERSION } from './connection/schema.ts';
import { damaged, damageOf } from './damage/damage-errors.ts';
import { firstProblem } from './damage/page-check.ts';
import { checkFiles, checkMark } from './damage/start-check.ts';

/*
 * What "decidable doctor" asks of a store, with or without a running service. Nothing is changed.
 */

/** How long a look waits for a lock, in ms; set by hand. */
const PATIENCE = 5_000;

/** What `work` reads from the store; undefined where there is none. */
function look<T>(folder: string, work: (database: DatabaseSync) => T): T | undefined {
  if (!existsSync(databasePath(folder))) return undefined;
  // A connection that may not write leaves a log and its index behind; one that may folds a log in that was left.
  const readOnly = existsSync(logPath(folder));
  const database = new DatabaseSync(databasePath(folder), { readOnly, timeout: PATIENCE });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Bytes of the database and its log. */
export function storeSize(folder: string): number {
  const sizes = [databasePath(folder), logPath(folder)].map(
    (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Checks files, mark, schema and all pages.
 *
 * @throws DamagedStore; UnusableStore when it is of a later release; InvalidInput where there is none
 */
export function examineStore(folder: string): {
  readonly schema: number;
  readonly pages: number;
  readonly isOlder: boolean;
} {
  const mark = checkFiles(folder);
  try {
    const found = look(folder, (database) => {
      const schema = requireKnownSchema(database);
      checkMark(folder, database, mark);
      const problem = firstProblem(database, 'full');
      if (problem !== undefined) throw damaged(folder, `${databasePath(folder)} is damaged (${problem}).`);
      const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
      return { schema, pages, isOlder: schema < SCHEMA_VERSION };
    });
    if (found === undefined) throw new InvalidInput(`There is no store in ${folder}.`);
    return found;
  } catch (error) {
    throw damageOf(folder, databasePath(folder), error) ?? error;
  }
}

/** The tables that are kept for a time, with the column that tells their age. */
const KEPT = [
  { kind: 'sessions', table: 'sessions', column: 'last_seen_at' },
  { kind: 'outcomes', table: 'events', column: 'at' },
  { kind: 'decisions', table: 'decisions', column: 'at' },
] as const;

/** By how many ms the oldest fact of each kind is older than it should be, where it is. */
export function overdue(
  folder: string,
  retention: Retention,
  now: number,
): { readonly kind: keyof Retention; readonly by: number }[] {
  const found = look(folder, (database) =>
    KEPT.flatMap(({ kind, table, column }) => {
      const row = database.prepare(`SELECT MIN(${column}) AS oldest FROM ${table}`).get();
      const by = row?.oldest == null ? 0 : now - retention[kind] - Number(row.oldest);
      return by > 0 ? [{ kind, by }] : [];
    }),
  );
  return found ?? [];
}

/** The last time at which the service showed that the store takes writes, by its clock; undefined for a new store. */
export function latestTime(folder: string): number | undefined {
  const row = look(folder, (database) => database.prepare('SELECT at FROM pulse').get());
  return row === undefined ? undefined : Number(row.at);
}
