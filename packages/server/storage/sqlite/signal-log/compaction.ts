import type { DatabaseSync } from 'node:sqlite';
import { FilingOrder } from './compaction-order.ts';
import type { Journal, UnfiledSession } from './journal.ts';
import { filer, rowReader } from './session-compactor.ts';

/**
 * Rows of the journal that set off a round. The more there are, the more of them belong to the same sessions and pages;
 * but they are read at each start, and searched by every process that opens the store.
 */
const ROUND_ROWS = 32_768;
/** The same in characters of signals and snapshots: how much longer the store's file may be for them. */
const ROUND_SIZE = 16_000_000;
/** A journal that does not fill is filed after this long, in ms. */
const ROUND_AGE = 60_000;
/** Rows to file in one step, which the next group may have to wait for: a fraction of a ms of the writer's time. */
const STEP_ROWS = 64;
/**
 * New rows after which the next step is due, for each row of a step: fewer than one, so that a round gains on them and
 * ends.
 */
const STEP_AFTER = 0.5;
/** Rows are removed so many times as quickly as they are filed. */
const REMOVED_FASTER = 2;

/** How much is filed at a time. */
export interface FilingPace {
  /** Rows that set off a round. */
  readonly roundRows: number;
  /** Rows that are filed in one step. */
  readonly stepRows: number;
}

/** A round files every row up to a number, session by session in the order of their key, and then removes them. */
interface Round {
  readonly epoch: number;
  readonly upTo: number;
  /** The sessions that no step has taken yet. */
  readonly left: FilingOrder;
  /** Those that the present step has taken, and takes again if it failed. */
  readonly step: UnfiledSession[];
}

/**
 * Moves what the journal holds to the tables in which sessions are looked up: in steps, between groups, so that no
 * request waits long, and sorted by session, so that a page that several rows belong to is written once.
 *
 * Until a round ends its rows are both filed and in the journal. Whoever reads tells by their numbers: what is filed of
 * a session is always a beginning of its log. So a round that is cut short by a crash is simply begun again.
 */
export class Filing {
  readonly #database: DatabaseSync;
  readonly #journal: Journal;
  readonly #pace: FilingPace;
  readonly #begin;
  readonly #commit;
  readonly #read;
  readonly #file;
  readonly #remove;
  readonly #removed;
  #round: Round | undefined;
  /** The epoch of the journal in which everything that was filed was removed as well. */
  #settled = -1;
  /** Number of the journal's last row at the last step. */
  #lastAtStep = 0;
  /** Since when rows have been seen to wait for a round; undefined where none were since the last one ended. */
  #waitingSince: number | undefined;

  constructor(database: DatabaseSync, journal: Journal, pace: Partial<FilingPace> = {}) {
    this.#database = database;
    this.#journal = journal;
    this.#pace = { roundRows: ROUND_ROWS, stepRows: STEP_ROWS, ...pace };
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#read = rowReader(database);
    this.#file = filer(database);
    this.#remove = database.prepare('DELETE FROM journal WHERE number <= ?');
    this.#removed = database.prepare('UPDATE filed SET number = ?');
  }

  /** Whether rows may be filed that are still in the journal. */
  get isUnderWay(): boolean {
    const { isEmpty, epoch } = this.#journal;
    return this.#round !== undefined || (epoch !== this.#settled && !isEmpty);
  }

  /** A step, where the last group has made one due. */
  afterGroup(): void {
    const { last, filed, size } = this.#journal;
    if (!this.isUnderWay) {
      if (last - filed < this.#pace.roundRows && size < ROUND_SIZE) return;
    } else if (last - this.#lastAtStep < STEP_AFTER * this.#pace.stepRows) return;
    this.#step();
  }

  /** A step, where nothing was written for a while; `now` is a time in ms of any clock. */
  whenIdle(now: number): void {
    if (this.#journal.isEmpty) {
      this.#waitingSince = undefined;
      return;
    }
    this.#waitingSince ??= now;
    if (!this.isUnderWay && now - this.#waitingSince < ROUND_AGE) return;
    this.#step();
  }

  /** Files everything. */
  all(): void {
    while (!this.#journal.isEmpty) this.#step();
  }

  /**
   * Not synced to the disk by itself: if it is lost, the journal still has it. The write-ahead log is synced with the
   * next group, and before any of it is folded in.
   */
  #step(): void {
    this.#database.exec('PRAGMA synchronous = NORMAL');
    try {
      this.#begin.run();
      this.#journal.begin();
      this.#journal.catchUp();
      if (this.#round?.epoch !== this.#journal.epoch) this.#round = this.#newRound();
      const done = this.#stepOf(this.#round);
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

  #newRound(): Round {
    this.#journal.roundBegun();
    const { epoch, last: upTo } = this.#journal;
    return { epoch, upTo, left: new FilingOrder(this.#journal.unfiled()), step: [] };
  }

  /** Writes; returns what to do once that is committed. */
  #stepOf(round: Round): () => void {
    const { left, step, upTo } = round;
    const numbers: number[] = [];
    const count = ({ rows }: UnfiledSession) => {
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
    if (step.length === 0) return this.#removeSome(round);
    const rows = this.#read(numbers);
    for (const session of step) this.#file(session, rows, session.rows[0] <= this.#journal.shared);
    return () => {
      for (const session of step.splice(0)) this.#journal.forgetRows(session, upTo);
    };
  }

  #removeSome({ upTo }: Round): () => void {
    const number = Math.min(upTo, this.#journal.filed + REMOVED_FASTER * this.#pace.stepRows);
    this.#remove.run(number);
    this.#removed.run(number);
    return () => {
      this.#journal.removed(number);
      if (number < upTo) return;
      this.#round = undefined;
      this.#settled = this.#journal.epoch;
      this.#waitingSince = undefined;
    };
  }
}
