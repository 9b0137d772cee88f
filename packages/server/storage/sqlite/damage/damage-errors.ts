import { DamagedStore } from '../../../errors.ts';
import { type SqliteFailure, sqliteFailure } from '../connection/database.ts';

/** The damage of a file of a data folder, as the error that tells the operator of it. */
export function damaged(folder: string, what: string, cause?: unknown): DamagedStore {
  return new DamagedStore(
    `${what} Restore a copy made by "decidable backup": stop the service and run "decidable restore COPY --data ${folder} --replace". If there is none, see "A damaged store" in docs/guides/running.md.`,
    cause === undefined ? undefined : { cause },
  );
}

/**
 * Primary result codes of SQLite for destroyed contents: CORRUPT and NOTADB; and extended ones for a disk that does not
 * give back what was written: IOERR_READ, IOERR_SHORT_READ, IOERR_DATA, IOERR_CORRUPTFS.
 * https://www.sqlite.org/rescode.html
 */
const DESTROYED = new Set([11, 26]);
const UNREADABLE = new Set([266, 522, 8202, 8458]);

/** Whether the contents of a database are destroyed. */
export const isDestroyed = ({ code }: SqliteFailure): boolean => DESTROYED.has(code & 0xff);

/** The damage that an error of SQLite tells of; undefined for all other errors. */
export function damageOf(folder: string, file: string, error: unknown): DamagedStore | undefined {
  if (error instanceof DamagedStore) return error;
  const failure = sqliteFailure(error);
  if (failure === undefined || !(isDestroyed(failure) || UNREADABLE.has(failure.code))) return undefined;
  return damaged(folder, `${file} is damaged (${failure.name}, ${failure.code}: ${failure.message}).`, error);
}
