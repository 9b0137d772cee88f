import { UnusableStore } from '../../../errors.ts';
import { StoreUnavailable } from '../../ports.ts';

/** The store was written by a later release, whose schema this one does not know. */
export class SchemaTooNew extends UnusableStore {
  constructor(found: number, known: number) {
    super(
      `The store was written by a later release (schema ${found}; this release knows ${known}). Start that release, or restore a backup from before the upgrade.`,
    );
  }
}

/** The code of an error that PostgreSQL answered with (five characters), undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && 'severity' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Classes and codes for which the store is at fault rather than the statement: connection, authorization, unknown
 * database, resources, operator, system, internal; a server that only reads, and locks that were not had in time.
 */
const STORE_CLASSES: ReadonlySet<string> = new Set(['08', '28', '3D', '53', '57', '58', 'XX', 'F0']);
const STORE_CODES: ReadonlySet<string> = new Set(['25006', '25P03', '55P03', '40001', '40P01']);

export const UNIQUE_VIOLATION = '23505';

/** Errors of transactions that may go through when they are begun again: others were faster, or deadlocked with it. */
const RACES: ReadonlySet<string> = new Set([UNIQUE_VIOLATION, '40001', '40P01']);

export function isRace(error: unknown): boolean {
  return RACES.has(sqlState(error) ?? '');
}

/** Whether an error of `pg` means that the store cannot answer. Without a code it comes from the connection. */
export function isStoreFailure(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  const state = sqlState(error);
  if (state !== undefined) return STORE_CLASSES.has(state.slice(0, 2)) || STORE_CODES.has(state);
  return error instanceof Error && (isOfSystem(error) || isOfConnection(error));
}

/** Whether a connection ended, or was given up, before a statement was answered: it may have been carried out. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined ? isStoreFailure(error) : /^(08|57P)/u.test(state);
}

const isOfSystem = (error: Error): boolean => 'syscall' in error;

/** Errors that `pg` itself makes of a connection have a message only. */
export const isOfConnection = (error: Error): boolean =>
  /connect|queryable|timeout|closed|terminated/iu.test(error.message);

/** The error as callers of a port know it. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailable || !isStoreFailure(error)) return error;
  return new StoreUnavailable(error);
}
