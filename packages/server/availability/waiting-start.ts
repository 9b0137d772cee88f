import { setTimeout as pause } from 'node:timers/promises';
import { isOfConnection } from '../storage/cluster/connection/store-errors.ts';
import { StoreUnavailable } from '../storage/ports.ts';
import { StoreSpared } from './store-breaker.ts';

/** How often a service that starts looks whether its store is there, in ms. Set by hand. */
const LOOK_EVERY = 1_000;
/** How often the log tells that it still waits, in ms. Set by hand. */
const TELL_EVERY = 60_000;

/** Primary codes of SQLite for what passes: another process, a disk that is full, or fails for a while. */
const SQLITE_PASSING: ReadonlySet<number> = new Set([5, 6, 10, 13]);
/** Codes of the system for a folder that somebody has to mend. */
const OF_FOLDER: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'EEXIST',
  'EROFS',
  'EISDIR',
  'ENAMETOOLONG',
]);
/** What the client of PostgreSQL says of a connection that never comes as `DATABASE_URL` asks for it. */
const WITHOUT_SSL = /not support SSL/u;
/** Classes of PostgreSQL for a wrong user or password, and for a database that is not there. */
const OF_ADDRESS: ReadonlySet<string> = new Set(['28', '3D']);

/**
 * Whether a store that could not be opened may be there later without anybody's doing: it is away, starts, takes over for
 * another one, or its disk is full. A wrong password, a missing database and a folder without permission need a person.
 */
export function mayPass(error: unknown): error is StoreUnavailable {
  if (!(error instanceof StoreUnavailable)) return false;
  // The store was there, failed a few times, and is left alone for two seconds.
  if (error instanceof StoreSpared) return true;
  const { cause } = error;
  if (!(cause instanceof Error)) return false;
  if ('errcode' in cause) return SQLITE_PASSING.has(Number(cause.errcode) & 0xff);
  const code = 'code' in cause ? String(cause.code) : '';
  if ('severity' in cause) return !OF_ADDRESS.has(code.slice(0, 2));
  if ('syscall' in cause) return !OF_FOLDER.has(code);
  return isOfConnection(cause) && !WITHOUT_SSL.test(cause.message);
}

/**
 * Starts what needs the store, again and again until the store is there.
 *
 * @param start leaves nothing open where it fails
 * @param waits told of each failure, and whether it is time to tell people of it
 * @throws whatever `start` throws that does not pass by itself
 */
export async function onceStoreIsThere<T>(
  start: () => Promise<T>,
  waits: (error: StoreUnavailable, isToBeTold: boolean) => void,
): Promise<T> {
  let toldAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!mayPass(error)) throw error;
      const now = performance.now();
      const isToBeTold = now - toldAt >= TELL_EVERY;
      if (isToBeTold) toldAt = now;
      waits(error, isToBeTold);
      await pause(LOOK_EVERY);
    }
  }
}
