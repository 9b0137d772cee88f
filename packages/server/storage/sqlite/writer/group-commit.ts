import type { DatabaseSync } from 'node:sqlite';
import { isStoreFailure, sqliteFailure } from '../connection/database.ts';
import { MarkMaker } from '../damage/mark-maker.ts';
import type { StoreMark } from '../damage/marker-file.ts';
import { ItemNumbers } from '../decisions/item-numbers.ts';
import { ErasedOrganizations } from '../erasure/erased-organizations.ts';
import { UsageCounter } from '../repositories/usage.ts';
import { Compaction, type CompactionPace } from '../signal-log/compaction.ts';
import { Journal } from '../signal-log/journal.ts';
import { storeHandlers } from './store-writes.ts';
import { isCommitRecord, type SentWrite } from './thread-messages.ts';
import type { WriteResult } from './writer.ts';

/** Pages of the write-ahead log that are not yet in the database at which a checkpoint begins: 4 MB. Set by hand. */
const CHECKPOINT_PAGES = 1_000;

/**
 * The write-ahead log starts again from the beginning of its file only when every page of it is in the database, which
 * never happens while writes go on beside a checkpoint. So from `RESTART_PAGES` (16 MB) on, one checkpoint follows another,
 * each of what was written during the last one, until at most `SMALL_REST` is left (1 to 4 ms), which the writer itself
 * checkpoints. Where they do not get ahead of it, it checkpoints what it can from `LONGEST_LOG` (64 MB) on. Set by hand.
 */
const RESTART_PAGES = 4_000;
const SMALL_REST = 250;
const LONGEST_LOG = 16_000;

/** Groups between two checks of the length of the write-ahead log: a check costs as much as one write. */
const CHECK_EVERY = 8;

/** Checkpoints that run beside the writer. */
export interface Checkpoints {
  readonly underWay: boolean;
  begin(): void;
}

type AnyHandlers = Readonly<Record<string, (input: never) => unknown>>;

/**
 * Carries out groups of writes, each group in one transaction and with one fsync.
 *
 * A write that fails must not fail its neighbours. A savepoint around every write would cost each of them two
 * statements for the sake of rare failures. So a group runs without savepoints; if a write throws, the transaction is
 * rolled back and run again with a savepoint around each write.
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #handlers: AnyHandlers;
  readonly #usage: UsageCounter;
  readonly #numbers: ItemNumbers;
  readonly #journal: Journal;
  readonly #compaction: Compaction;
  readonly #erased: ErasedOrganizations;
  readonly #checkpoints: Checkpoints | undefined;
  readonly #marks: MarkMaker;
  readonly #onFailure: (error: unknown) => void;
  readonly #begin;
  readonly #commit;
  readonly #logState;
  readonly #checkpointNow;
  #unchecked = 0;

  /**
   * @param node name of this node in the metering rows
   * @param checkpoints absent where the writer checkpoints itself
   * @param more handlers besides those of the store
   * @param onFailure told of failures of the store for which no write fails: of compaction and checkpoints
   */
  constructor(
    database: DatabaseSync,
    node: string,
    pace?: Partial<CompactionPace>,
    checkpoints?: Checkpoints,
    more: AnyHandlers = {},
    onFailure: (error: unknown) => void = () => {},
  ) {
    this.#database = database;
    this.#checkpoints = checkpoints;
    this.#onFailure = onFailure;
    this.#marks = new MarkMaker(database);
    this.#usage = new UsageCounter(database, node);
    this.#numbers = new ItemNumbers(database);
    this.#journal = new Journal(database);
    this.#compaction = new Compaction(database, this.#journal, pace);
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#logState = database.prepare('PRAGMA wal_checkpoint(NOOP)');
    this.#checkpointNow = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
    const [journal, compaction, usage, numbers] = [
      this.#journal,
      this.#compaction,
      this.#usage,
      this.#numbers,
    ];
    this.#erased = new ErasedOrganizations(database);
    const erased = this.#erased;
    this.#handlers = { ...storeHandlers({ database, journal, compaction, usage, numbers, erased }), ...more };
  }

  /** From now on nothing is written for an organization that another process erases. */
  watchOrganizations(): void {
    this.#erased.watchAll();
  }

  /** Returns one result a write, in order. When it returns, every `ok` is on the disk. Never throws. */
  run(group: readonly SentWrite[]): WriteResult[] {
    try {
      return this.#transaction(group, (write) => ({ ok: true, output: this.#apply(write) }));
    } catch (error) {
      if (isStoreFailure(error)) return group.map(() => failure(error));
    }
    try {
      return this.#transaction(group, (write) => this.#applyInSavepoint(write));
    } catch (error) {
      return group.map(() => failure(error));
    }
  }

  /**
   * Makes a mark now, in a transaction of its own.
   *
   * @throws the error of SQLite
   */
  mark(): void {
    this.#marks.checkpointBegins();
    this.#transaction([], () => {
      throw new Error('There is no write in this transaction.');
    });
  }

  /** The mark that a group made durable since the last call. */
  takeMark(): StoreMark | undefined {
    return this.#marks.take();
  }

  /**
   * Compacts and checkpoints, a little at a time; to be called after a group, when its answers are out.
   *
   * @returns whether more is due: it is to be called again, once the group that waits has been written
   */
  maintain(): boolean {
    let isMore = false;
    this.#unlessStoreFails(() => {
      isMore = this.#compaction.afterGroup();
    });
    this.#unchecked++;
    if (this.#unchecked < CHECK_EVERY) return isMore;
    this.#unchecked = 0;
    this.#unlessStoreFails(() => this.#checkpoint());
    return isMore;
  }

  /**
   * The same, to be called from time to time while nothing is written.
   *
   * @param now ms of any clock
   */
  maintainWhenIdle(now: number): void {
    this.#unlessStoreFails(() => {
      this.#compaction.whenIdle(now);
      this.#checkpoint();
    });
  }

  /** Compacts the whole journal, where this process has written to it: for a writer that ends soon. */
  compactOwn(): void {
    if (this.#journal.hasOwn) this.#unlessStoreFails(() => this.#compaction.all());
  }

  /** To be called when a checkpoint beside the writer has ended. */
  checkpointEnded(): void {
    this.#unlessStoreFails(() => this.#checkpoint());
  }

  /** Checkpoints the write-ahead log when it has grown. */
  #checkpoint(): void {
    const { log, checkpointed } = this.#logState.get() as { log: number; checkpointed: number };
    const rest = log - checkpointed;
    if (this.#checkpoints === undefined) {
      if (rest >= CHECKPOINT_PAGES) this.#checkpointHere();
      return;
    }
    const isLong = log >= RESTART_PAGES;
    if (rest <= SMALL_REST ? isLong && rest > 0 : log >= LONGEST_LOG) this.#checkpointHere();
    else if (rest > (isLong ? SMALL_REST : CHECKPOINT_PAGES) && !this.#checkpoints.underWay) {
      this.#marks.checkpointBegins();
      this.#checkpoints.begin();
    }
  }

  #checkpointHere(): void {
    this.#marks.checkpointBegins();
    this.#checkpointNow.get();
  }

  /**
   * With a full disk or a lock, the write-ahead log and the journal keep growing and nothing is lost. The next call
   * tries again.
   */
  #unlessStoreFails(act: () => void): void {
    try {
      act();
    } catch (error) {
      if (!isStoreFailure(error)) throw error;
      this.#onFailure(error);
    }
  }

  #transaction(group: readonly SentWrite[], apply: (write: SentWrite) => WriteResult): WriteResult[] {
    this.#usage.discard();
    const now = performance.now();
    const isMarked = this.#marks.isDue(now);
    try {
      if (isMarked) this.#marks.prepare();
      this.#begin.run();
      this.#journal.begin();
      const results = group.map(apply);
      this.#usage.write();
      const mark = isMarked ? this.#marks.advance() : undefined;
      this.#commit.run();
      this.#journal.keep();
      if (mark !== undefined) this.#marks.keep(mark, now);
      return results;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      this.#journal.undo();
      this.#numbers.forget();
      throw error;
    }
  }

  #applyInSavepoint(write: SentWrite): WriteResult {
    this.#database.exec('SAVEPOINT alone');
    const mark = this.#journal.mark();
    try {
      const output = this.#apply(write);
      this.#database.exec('RELEASE alone');
      return { ok: true, output };
    } catch (error) {
      // A failure of the store may have ended the transaction itself, and then fails the whole group.
      if (isStoreFailure(error) || !this.#database.isTransaction) throw error;
      this.#database.exec('ROLLBACK TO alone');
      this.#database.exec('RELEASE alone');
      this.#journal.undo(mark);
      this.#numbers.forget();
      return failure(error);
    }
  }

  #apply(write: SentWrite): unknown {
    if (isCommitRecord(write)) return this.#handlers.commit(write as never);
    return this.#handlers[write.name](write.input as never);
  }
}

function failure(error: unknown): WriteResult {
  return {
    ok: false,
    unavailable: isStoreFailure(error),
    code: sqliteFailure(error)?.code,
    message: error instanceof Error ? error.message : String(error),
  };
}
