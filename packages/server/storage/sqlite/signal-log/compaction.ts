import type { DatabaseSync } from 'node:sqlite';
import { CompactionOrder } from './compaction-order.ts';
import type { Journal, TailSession } from './journal.ts';
import { LARGEST_SEGMENT, LONGEST_SEGMENT, rowReader, sessionCompactor } from './session-compactor.ts';

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
 * Characters of signals and snapshots compacted in one step, beyond its first row: those of a segment. 64 rows of a hundred
 * long searches held up the writer for 88 ms.
 */
const STEP_SIZE = LARGEST_SEGMENT;
/**
 * The next step is due after so many new rows for each row that the last one took: less than one, so that a compaction is
 * faster than the writes and ends. Set by hand.
 */
const STEP_AFTER = 0.5;
/** Rows are deleted in steps so many times as large as those that compact; set by hand. */
const DELETE_FACTOR = 2;

/** How much is compacted at a time. */
export interface CompactionPace {
  /** Rows in the journal at which a compaction begins. */
  readonly afterRows: number;
  /** Rows of whole sessions, and characters beyond the first row, with which a step has enough. */
  readonly stepRows: number;
  readonly stepSize: number;
}

/** One compaction: moves every row up to a number, session by session in the order of their key, then deletes them. */
interface Run {
  readonly epoch: number;
  readonly upTo: number;
  /** The sessions that no step has taken. */
  readonly left: CompactionOrder;
  /** The sessions that a step has taken, and not yet compacted to the end. */
  taken: readonly TailSession[];
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
  readonly #sizes;
  readonly #delete;
  readonly #setCompacted;
  #run: Run | undefined;
  /** The epoch of the journal in which every compacted row was deleted as well. */
  #settled = -1;
  /** Rows for which the last step counts: fewer than usual where its size cut it short. */
  #rowsOfStep: number;
  /** New rows up to this number have had their steps. */
  #steppedTo = 0;
  /** Rows up to this number are waited for: a step follows each group until they are compacted and deleted. */
  #hastenedTo = 0;
  /** Since when rows have waited for a compaction; undefined where none have since the last one ended. */
  #waitingSince: number | undefined;

  constructor(database: DatabaseSync, journal: Journal, pace: Partial<CompactionPace> = {}) {
    this.#database = database;
    this.#journal = journal;
    this.#pace = { afterRows: COMPACT_AFTER_ROWS, stepRows: STEP_ROWS, stepSize: STEP_SIZE, ...pace };
    this.#rowsOfStep = this.#pace.stepRows;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#read = rowReader(database);
    this.#compact = sessionCompactor(database, this.#pace.stepSize);
    this.#sizes = database.prepare(
      `SELECT number, OCTET_LENGTH(signals) + OCTET_LENGTH(COALESCE(snapshot, '')) FROM journal WHERE number <= ?
       ORDER BY number`,
      { returnArrays: true },
    );
    this.#delete = database.prepare('DELETE FROM journal WHERE number <= ?');
    this.#setCompacted = database.prepare('UPDATE filed SET number = ?');
  }

  /** Whether rows may be compacted that are still in the journal. */
  get isUnderWay(): boolean {
    const { isEmpty, epoch } = this.#journal;
    return this.#run !== undefined || (epoch !== this.#settled && !isEmpty);
  }

  /**
   * Takes a step, where the last group has made one due.
   *
   * @returns whether another one is due: it is to be called again, once what waits has been written
   */
  afterGroup(): boolean {
    if (!this.#isDue()) return false;
    this.#step();
    return this.#isDue();
  }

  #isDue(): boolean {
    const { last, compacted, size } = this.#journal;
    // Whoever waits for it goes on waiting if it fails.
    if (this.#hastenedTo > compacted) return true;
    if (!this.isUnderWay) return last - compacted >= this.#pace.afterRows || size >= COMPACT_AFTER_SIZE;
    return last - this.#steppedTo >= Math.max(1, STEP_AFTER * this.#rowsOfStep);
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
      this.#rowsOfStep = done();
      const { last } = this.#journal;
      this.#steppedTo = Math.min(last, this.#steppedTo + STEP_AFTER * this.#rowsOfStep);
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
    this.#steppedTo = upTo;
    return { epoch, upTo, left: new CompactionOrder(this.#journal.tailSessions()), taken: [] };
  }

  /** Writes, and returns the function to call once the transaction is committed; that returns the rows for which the step counts. */
  #stepOf(run: Run): () => number {
    const { upTo } = run;
    const numbers = this.#take(run);
    if (numbers.length === 0) return this.#deleteSome(run);
    const rows = this.#read(numbers, this.#pace.stepSize);
    const compacted: { readonly session: TailSession; readonly upTo: number }[] = [];
    for (const session of run.taken) {
      const last = this.#compact(session, rows, upTo, session.rows[0] <= this.#journal.shared);
      if (last === undefined) break;
      compacted.push({ session, upTo: last });
    }
    return () => {
      for (const { session, upTo: last } of compacted) this.#journal.forgetRows(session, last);
      const isLeft = ({ rows: [next] }: TailSession) => next !== undefined && next <= upTo;
      run.taken = run.taken.filter(isLeft);
      return rows.size < numbers.length ? rows.size : this.#pace.stepRows;
    };
  }

  /**
   * Takes as many sessions as have the rows of a step, and returns the numbers of those rows. The rows of a session go
   * together, as far as the size of a step allows and as many as a segment may have, so that they become few segments.
   */
  #take(run: Run): number[] {
    const { left, upTo } = run;
    const { stepRows } = this.#pace;
    const numbers: number[] = [];
    const count = ({ rows }: TailSession) => {
      for (const number of rows) {
        if (number > upTo || numbers.length >= stepRows + LONGEST_SEGMENT) break;
        numbers.push(number);
      }
    };
    run.taken.forEach(count);
    const more: TailSession[] = [];
    while (numbers.length < stepRows) {
      const session = left.take();
      if (session === undefined) break;
      more.push(session);
      count(session);
    }
    run.taken = [...run.taken, ...more];
    return numbers;
  }

  #deleteSome({ upTo }: Run): () => number {
    const { compacted } = this.#journal;
    const most = Math.min(upTo, compacted + DELETE_FACTOR * this.#pace.stepRows);
    const number = this.#lastOfDeletion(most, DELETE_FACTOR * this.#pace.stepSize);
    this.#delete.run(number);
    this.#setCompacted.run(number);
    return () => {
      this.#journal.deleted(number);
      if (number === upTo) {
        this.#run = undefined;
        this.#settled = this.#journal.epoch;
        this.#waitingSince = undefined;
      }
      return number < most ? number - compacted : this.#pace.stepRows;
    };
  }

  /** The last row up to a number with which the rows before it have so many bytes. */
  #lastOfDeletion(upTo: number, bytes: number): number {
    let left = bytes;
    for (const row of this.#sizes.iterate(upTo)) {
      const [number, size] = row as unknown as [number, number];
      left -= size;
      if (left <= 0) return number;
    }
    return upTo;
  }
}
