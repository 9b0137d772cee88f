import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Query } from './database.ts';
import { STEPS, type Step } from './schema.ts';
import { SchemaTooNew, sqlState } from './store-errors.ts';

/** Texts are compared by their code points, whatever the language of the database. */
const inByteOrder = (sql: string): string => sql.replaceAll(/\bTEXT\b/gu, 'TEXT COLLATE "C"');

/** Key of the advisory lock; arbitrary, but not used by another program on this database. */
const MIGRATION_LOCK = 3_211_478_921;

/** How long a migration waits for tables that others use, all together, in ms: statements wait behind it. Set by hand. */
const LOCK_PATIENCE = 250;
/** After how long a migration that was rolled back for a lock begins again, in ms. Set by hand. */
const PAUSE = 1_000;
/** How long it is begun again, in ms: a copy by pg_dump holds every table as long as it takes. Set by hand. */
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
 * on it go on: steps only add, and wait for all locks together no longer than requests can. A store that a later release has migrated is
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
  let deadline: number | undefined;
  // A lock is held until the end, so what is waited for the first one is not there for the others.
  const withinDeadline = async (statement: string): Promise<void> => {
    if (!statement.startsWith('CREATE ')) deadline ??= performance.now() + LOCK_PATIENCE;
    const left =
      deadline === undefined ? LOCK_PATIENCE : Math.max(1, Math.floor(deadline - performance.now()));
    await query(`SET LOCAL lock_timeout = ${left}; ${statement}`);
  };
  await query('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)');
  const [stored = { version: 0 }] = await query<StoredSchema>('SELECT * FROM schema_version');
  if (!canRunOn(stored, steps.length)) throw new SchemaTooNew(stored.version, steps.length);
  if (stored.version >= steps.length) return;
  for (const statement of steps.slice(stored.version).flatMap(statementsOf))
    await withinDeadline(inByteOrder(statement));
  await withinDeadline('ALTER TABLE schema_version ADD COLUMN IF NOT EXISTS oldest INTEGER');
  await withinDeadline('DELETE FROM schema_version');
  await query('INSERT INTO schema_version (version, oldest) VALUES ($1, $2)', [
    steps.length,
    oldestOf(steps),
  ]);
  await query('COMMIT');
}

export const sqlOf = (step: Step): string => (typeof step === 'string' ? step : step.sql);

/** The statements of a step one by one, without comments. Texts and bodies in it have neither a semicolon nor two dashes. */
export const statementsOf = (step: Step): readonly string[] =>
  sqlOf(step)
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

/** The least number of steps that a release must know to run on a store that took all of these. */
const oldestOf = (steps: readonly Step[]): number =>
  Math.max(1, ...steps.map((step) => (typeof step === 'string' ? 1 : step.oldest)));
