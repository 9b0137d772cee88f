import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Query } from './database.ts';
import { STEPS, type Step } from './schema.ts';
import { SchemaTooNew, sqlState } from './store-errors.ts';

/** Texts are compared by their code points, whatever the language of the database. */
const inByteOrder = (sql: string): string => sql.replaceAll(/\bTEXT\b/gu, 'TEXT COLLATE "C"');

/** One of all advisory locks of the database; any number that no other program uses. */
const MIGRATION_LOCK = 3_211_478_921;

/**
 * How long a step waits for a table that others use, in ms: their next statements wait behind it. Then all is rolled back
 * and begun again after a pause, for some minutes: a copy by pg_dump holds every table as long as it takes. Set by hand.
 */
const LOCK_PATIENCE = 250;
const PAUSE = 1_000;
const PATIENCE = 300_000;

const LOCK_NOT_AVAILABLE = '55P03';

/** What a store says of its schema. */
export interface StoredSchema {
  /** The number of the last step that it took. */
  readonly version: number;
  /** The least number of steps that a release must know to run on it; releases before this one did not write it. */
  readonly oldest?: number | null;
}

/** Whether a release that knows so many steps can run on a store. */
export const canRunOn = ({ version, oldest }: StoredSchema, known: number): boolean =>
  version <= known || (typeof oldest === 'number' && oldest <= known);

/**
 * Migrates a store to the schema of this release, in one transaction; nodes that start together take turns. Nodes that run
 * on it go on: steps only add, and wait for no lock longer than requests can. A store that a later release has migrated is
 * left as it is where this one can still run on it.
 *
 * @param steps those of another release, for tests
 * @throws SchemaTooNew where this release can no longer run on the store; StoreUnavailable where a table was in use for
 *   minutes
 */
export async function migrate(database: Database, steps: readonly Step[] = STEPS): Promise<void> {
  for (const until = performance.now() + PATIENCE; ; await wait(PAUSE)) {
    try {
      await database.unhurried((query) => migrateOnce(query, steps));
      return;
    } catch (error) {
      const isInUse = error instanceof Error && sqlState(error.cause) === LOCK_NOT_AVAILABLE;
      if (!isInUse || performance.now() > until) throw error;
    }
  }
}

/** What is not committed ends with the connection. */
async function migrateOnce(query: Query, steps: readonly Step[]): Promise<void> {
  await query('BEGIN');
  await query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await query(`SET LOCAL lock_timeout = ${LOCK_PATIENCE}`);
  await query('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)');
  const [stored = { version: 0 }] = await query<StoredSchema>('SELECT * FROM schema_version');
  if (!canRunOn(stored, steps.length)) throw new SchemaTooNew(stored.version, steps.length);
  if (stored.version >= steps.length) return;
  for (const step of steps.slice(stored.version)) await query(inByteOrder(sqlOf(step)));
  await query('ALTER TABLE schema_version ADD COLUMN IF NOT EXISTS oldest INTEGER');
  await query('DELETE FROM schema_version');
  await query('INSERT INTO schema_version (version, oldest) VALUES ($1, $2)', [
    steps.length,
    oldestOf(steps),
  ]);
  await query('COMMIT');
}

export const sqlOf = (step: Step): string => (typeof step === 'string' ? step : step.sql);

/** The least number of steps that a release must know to run on a store that took all of these. */
const oldestOf = (steps: readonly Step[]): number =>
  Math.max(1, ...steps.map((step) => (typeof step === 'string' ? 1 : step.oldest)));
