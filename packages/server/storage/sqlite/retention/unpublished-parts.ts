import type { DatabaseSync } from 'node:sqlite';

/** Parts that nothing names are removed when they are older than this: an import takes seconds; ms. */
const UNDER_WAY = 3_600_000;
/** Parts looked at in one step, and removed: 2 MB, a few ms of the writer's time. */
const STEP = 200;
const MOST_REMOVED = 8;

/**
 * Removes parts of catalogues and models that were never published, because the process that wrote them died or failed.
 * Each part is looked at once, in the order of their numbers, which grow; one that is written again gets a new number.
 * A part has no time of its own, so it counts from when this process first knew of its number. Should it belong to an
 * import all the same, that is told at its end that bytes are missing, and writes them again.
 */
export class UnpublishedParts {
  readonly #last;
  readonly #next;
  readonly #remove;
  /** Numbers up to here were looked at; up to `#old` they may be, up to `#noted` from an hour after it was noted. */
  #looked = 0;
  #old = 0;
  #noted = 0;
  #notedAt: number | undefined;

  constructor(database: DatabaseSync) {
    this.#last = database.prepare('SELECT IFNULL(MAX(rowid), 0) AS last FROM parts');
    this.#next = database.prepare(
      `SELECT rowid AS number,
         NOT EXISTS (SELECT 1 FROM catalogues c WHERE parts.kind = 'catalogue'
           AND c.organization_id = parts.organization_id AND c.version = parts.version)
         AND NOT EXISTS (SELECT 1 FROM models m WHERE parts.kind = 'model'
           AND m.organization_id = parts.organization_id AND m.version = parts.version) AS unpublished
       FROM parts WHERE rowid > ? AND rowid <= ? ORDER BY rowid LIMIT ${STEP}`,
    );
    this.#remove = database.prepare('DELETE FROM parts WHERE rowid = ?');
  }

  /**
   * One step.
   *
   * @param after what the step before it returned: only then is it known that what that one removed is gone
   * @returns the number up to which everything was looked at; `undefined` where there is nothing more for now
   */
  step(now: number, after = this.#looked): number | undefined {
    this.#looked = after;
    this.#age(now);
    const rows = this.#next.all(after, this.#old) as { number: number; unpublished: number }[];
    let looked: number | undefined;
    let removed = 0;
    for (const { number, unpublished } of rows) {
      if (unpublished === 1) {
        if (removed === MOST_REMOVED) break;
        this.#remove.run(number);
        removed++;
      }
      looked = number;
    }
    return looked;
  }

  #age(now: number): void {
    if (this.#notedAt !== undefined && now - this.#notedAt < UNDER_WAY) return;
    this.#old = this.#noted;
    this.#noted = (this.#last.get() as { last: number }).last;
    this.#notedAt = now;
  }
}
