import type { DatabaseSync } from 'node:sqlite';

/** Parts that no version names are removed when they are older than this, in ms: an import takes seconds. Set by hand. */
const UNDER_WAY = 3_600_000;
/** Parts looked at in one step, and removed: 2 MB, a few ms of the writer's time. Set by hand. */
const STEP = 200;
const MOST_REMOVED = 8;

/**
 * Removes parts of catalogues and models that were never published, because the process that wrote them died or failed.
 * Each part is looked at once, in the order of the row numbers, which grow; one that is written again gets a new number.
 * A part has no time of its own: its age counts from when this process first saw its number. An import that still needs
 * a removed part finds at its end that bytes are missing, and writes them again.
 */
export class UnpublishedParts {
  readonly #last;
  readonly #next;
  readonly #remove;
  /** Numbers up to `#looked` are done; those up to `#old` may be looked at, those up to `#noted` an hour after `#notedAt`. */
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
           AND m.organization_id = parts.organization_id
           AND m.version = substr(parts.version, 1, instr(parts.version || '#', '#') - 1)
           AND IFNULL(m.content, m.version) = parts.version) AS unpublished
       FROM parts WHERE rowid > ? AND rowid <= ? ORDER BY rowid LIMIT ${STEP}`,
    );
    this.#remove = database.prepare('DELETE FROM parts WHERE rowid = ?');
  }

  /**
   * One step.
   *
   * @param after the result of the step before it, whose transaction has been committed by then
   * @returns the number up to which parts are done; `undefined` where there are no more for now
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
