import { UnusableStore } from '../../../errors.ts';

/**
 * The first release that knows `PRAGMA wal_checkpoint(NOOP)`, by which the writer reads the state of its log without
 * touching it. An earlier one takes the unknown word for a real checkpoint, on the thread that writes.
 * https://www.sqlite.org/releaselog/3_51_0.html
 */
const NEEDED = '3.51.0';

/** The SQLite of this Node.js lacks something that the store relies on. */
export class UnsuitableSqlite extends UnusableStore {
  constructor(version: string) {
    super(
      `The store needs SQLite ${NEEDED} or later; this is Node.js ${process.versions.node} with SQLite ${version}. Install a newer Node.js, or run "npm ci": it brings one that is known to work.`,
    );
  }
}

/** @throws UnsuitableSqlite */
export function requireSqlite(version = process.versions.sqlite ?? 'unknown'): void {
  const parts = version.split('.').map(Number);
  for (const [i, needed] of NEEDED.split('.').map(Number).entries()) {
    const part = parts[i] ?? 0;
    if (part > needed) return;
    if (!(part >= needed)) throw new UnsuitableSqlite(version);
  }
}
