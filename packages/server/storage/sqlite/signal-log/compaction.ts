import type { DatabaseSync } from 'node:sqlite';
import { CompactionOrder } from './compaction-order.ts';
import type { Journal, TailSession } from './journal.ts';
import { rowReader, sessionCompactor } from './session-compactor.ts';

/**
 * Rows in the journal at which a compaction begins. The more there are, the more of them share sessions and pages; but
 * they are read at each start and indexed by every process that reads sessions. 65,536 would save a fifth more of the
 * writer's time with 20,000 sessions.
 */
const COMPACT_AFTER_ROWS = 32_768;
/** The same in characters of signals and snapshots, which bounds what the journal adds to the file; set by hand. */
const COMPACT_AFTER_SIZE = 16_000_000;
/** Rows wait for this long at most until a compaction begins, in ms; set by hand. */
const COMPACT_AFTER_AGE = 60_000;
/**
 * Rows compacted in one step, for which the next group may have to wait: .3 to .9 ms at the 90th percentile, with 256
 * rows 1.5 to 2.5 (docs/design/storage.md, decisions).
 */
const STEP_ROWS = 64;
/**
 * The next step is due after so many new rows for each row of a step: less than one, so that a compaction is faster than
 * the writes and ends. Set by hand.
 */
const STEP_AFTER = 0.5;
/** Rows are deleted in steps so many times as large as those that compact; set by hand. */
const DELETE_FACTOR = 2;

/** How much is compacted at a time. */
export interface CompactionPace {
  /** Rows in the journal at which a compaction begins. */
  readonly afterRows: number;
  /** Rows that are compacted in one step. */
  readonly stepRows: number;
}

/** One compaction: moves every row up to a number, session by session in the order of their key, then deletes them. */
interface Run {
  readonly epoch: number;
  readonly upTo: number;
  /** The sessions that no step has taken. */
  readonly left: CompactionOrder;
  /** The sessions of the present step, which are taken again if it failed. */
  readonly step: TailSession[];
}

/**
 * Moves the rows of the journal to the tables that are clustered by session: in steps between groups, so that no request
 * waits long, and sorted by session, so that a page that several rows belong to is written once.
 *
 * Until a compaction ends, its rows are in both places. The compacted part of a session is always a prefix of its log,
 * so readers tell by the sequence numbers which signals they have already, and a compaction that was cut short by a
 * crash begins again.
 */
export class Compaction {
  readonly #database: DatabaseSync;
  readonly #journal: Journal;
  readonly #pace: CompactionPace;
  readonly #begin;
  readonly #commit;
  readonly #read;
  readonly #compact;
  readonly #delete;
  readonly #setCompacted;
  #run: Run | undefined;
  /** The epoch of the journal in which every compacted row was deleted as well. */
  #settled = -1;
  /** Number of the journal's last row at the last step. */
  #lastAtStep = 0;
  /** Rows up to this number are waited for: a step follows each group until they are compacted and deleted. */
  #hastenedTo = 0;
  /** Since when rows have waited for a compaction; undefined where none have since the last one ended. */
  #waitingSince: number | undefined;

  constructor(database: DatabaseSync, journal: Journal, pace: Partial<CompactionPace> = {}) {
    this.#database = database;
    this.#journal = journal;
    this.#pace = { afterRows: COMPACT_AFTER_ROWS, stepRows: STEP_ROWS, ...pace };
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#read = rowReader(database);
    this.#compact = sessionCompactor(database);
    this.#delete = database.prepare('DELETE FROM journal WHERE number <= ?');
    this.#setCompacted = database.prepare('UPDATE filed SET number = ?');
  }

  /** Whether rows may be compacted that are still in the journal. */
  get isUnderWay(): boolean {
    const { isEmpty, epoch } = this.#journal;
    return this.#run !== undefined || (epoch !== this.#settled && !isEmpty);
  }

  /** Takes a step, where the last group has made one due. */
  afterGroup(): void {
    const { last, compacted, size } = this.#journal;
    if (this.#hastenedTo > compacted) {
      // Whoever waits for it goes on waiting if it fails.
    } else if (!this.isUnderWay) {
      if (last - compacted < this.#pace.afterRows && size < COMPACT_AFTER_SIZE) return;
    } else if (last - this.#lastAtStep < STEP_AFTER * this.#pace.stepRows) return;
    this.#step();
  }

  /** Has a step taken after each group until the rows up to a number are compacted and deleted; answers whether they are. */
  hasten(upTo: number): boolean {
    this.#hastenedTo = upTo;
    return this.#journal.compacted >= upTo;
  }

  /**
   * Takes a step, to be called while nothing is written.
   *
   * @param now ms of any clock
   */
  whenIdle(now: number): void {
    if (this.#journal.isEmpty) {
      this.#waitingSince = undefined;
      return;
    }
    this.#waitingSince ??= now;
    if (!this.isUnderWay && now - this.#waitingSince < COMPACT_AFTER_AGE) return;
    this.#step();
  }

  /** Compacts everything. */
  all(): void {
    while (!this.#journal.isEmpty) this.#step();
  }

  /**
   * A step is not synced by itself: if it is lost, the journal still has its rows. The write-ahead log is synced with
   * the next group, and before any of it is checkpointed.
   */
  #step(): void {
    this.#database.exec('PRAGMA synchronous = NORMAL');
    try {
      this.#begin.run();
      this.#journal.begin();
      this.#journal.catchUp();
      if (this.#run?.epoch !== this.#journal.epoch) this.#run = this.#newRun();
      const done = this.#stepOf(this.#run);
      this.#commit.run();
      done();
      this.#lastAtStep = this.#journal.last;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    } finally {
      this.#database.exec('PRAGMA synchronous = FULL');
    }
  }

  #newRun(): Run {
    this.#journal.compactionBegun();
    const { epoch, last: upTo } = this.#journal;
    return { epoch, upTo, left: new CompactionOrder(this.#journal.tailSessions()), step: [] };
  }

  /** Writes, and returns the function to call once the transaction is committed. */
  #stepOf(run: Run): () => void {
    const { left, step, upTo } = run;
    const numbers: number[] = [];
    const count = ({ rows }: TailSession) => {
      for (const number of rows) {
        if (number > upTo) break;
        numbers.push(number);
      }
    };
    step.forEach(count);
    while (numbers.length < this.#pace.stepRows) {
      const session = left.take();
      if (session === undefined) break;
      step.push(session);
      count(session);
    }
    if (step.length === 0) return this.#deleteSome(run);
    const rows = this.#read(numbers);
    for (const session of step) this.#compact(session, rows, session.rows[0] <= this.#journal.shared);
    return () => {
      for (const session of step.splice(0)) this.#journal.forgetRows(session, upTo);
    };
  }

  #deleteSome({ upTo }: Run): () => void {
    const number = Math.min(upTo, this.#journal.compacted + DELETE_FACTOR * this.#pace.stepRows);
    this.#delete.run(number);
    this.#setCompacted.run(number);
    return () => {
      this.#journal.deleted(number);
      if (number < upTo) return;
      this.#run = undefined;
      this.#settled = this.#journal.epoch;
      this.#waitingSince = undefined;
    };
  }
}
