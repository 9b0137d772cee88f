import type { DatabaseSync } from 'node:sqlite';
import { isStoreFailure } from '../connection/database.ts';
import { catalogueWrites } from '../repositories/catalogues.ts';
import { keyWrites } from '../repositories/keys.ts';
import { modelWrites } from '../repositories/models.ts';
import { organizationWrites } from '../repositories/organizations.ts';
import { UsageCounter } from '../repositories/usage.ts';
import { userWrites } from '../repositories/users.ts';
import { partWrites } from '../repositories/versioned-bytes.ts';
import { retentionWrites } from '../retention/retention.ts';
import { Filing, type FilingPace } from '../signal-log/compaction.ts';
import { Journal } from '../signal-log/journal.ts';
import { commitWrites } from './apply-commit.ts';
import type { QueuedWrite, StoreWriteName, StoreWrites, WriteHandlers, WriteResult } from './store-writes.ts';

/** Pages in the log that are not in the database after which they are folded in: 4 MB. */
const CHECKPOINT_PAGES = 1_000;

/**
 * Pages of a log that is to begin anew, 16 MB. It can only where nothing is left to fold in, and while writes go on
 * there always is, so the writer itself folds in the rest: where that is little, or the log has become too long to wait
 * for it (32 MB).
 */
const RENEWED_PAGES = 4_000;
const LITTLE_REST = 250;
const LONGEST_LOG = 8_000;

/** Groups between two looks at how long the log is: a look costs as much as one write. */
const LOOK_EVERY = 8;

/** Checkpoints that run beside the writer. */
export interface Checkpoints {
  readonly underWay: boolean;
  begin(): void;
}

/**
 * Carries out groups of writes, each group in one transaction and with one fsync.
 *
 * A write that fails must not fail its neighbours. Savepoints around every write would cost each of them two
 * statements for the sake of failures that are rare; so a group runs without, and only if a write throws, the
 * transaction is rolled back and run again with a savepoint around each.
 */
export class GroupWriter {
  readonly #database: DatabaseSync;
  readonly #handlers: WriteHandlers;
  readonly #usage: UsageCounter;
  readonly #journal: Journal;
  readonly #filing: Filing;
  readonly #checkpoints: Checkpoints | undefined;
  readonly #begin;
  readonly #commit;
  readonly #logState;
  readonly #fold;
  #unlooked = 0;

  /** @param checkpoints where the log is not folded in by the writer itself */
  constructor(database: DatabaseSync, node: string, filing?: Partial<FilingPace>, checkpoints?: Checkpoints) {
    this.#database = database;
    this.#checkpoints = checkpoints;
    this.#usage = new UsageCounter(database, node);
    this.#journal = new Journal(database);
    this.#filing = new Filing(database, this.#journal, filing);
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#logState = database.prepare('PRAGMA wal_checkpoint(NOOP)');
    this.#fold = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
    const pulse = database.prepare(
      'INSERT INTO pulse (id, at) VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at',
    );
    this.#handlers = {
      ...commitWrites(database, this.#journal, this.#usage),
      ...organizationWrites(database),
      ...userWrites(database),
      ...keyWrites(database),
      ...partWrites(database),
      ...catalogueWrites(database),
      ...modelWrites(database),
      ...retentionWrites(database, this.#journal, this.#filing),
      pulse(at) {
        pulse.run(at);
        return null;
      },
    };
  }

  /** One result a write, in order. When this returns, every `ok` is on the disk. Never throws. */
  run(group: readonly QueuedWrite[]): WriteResult[] {
    try {
      return this.#transaction(group, (write) => ({ ok: true, output: this.#apply(write) }));
    } catch (error) {
      if (isStoreFailure(error)) return group.map(() => failure(error));
    }
    try {
      return this.#transaction(group, (write) => this.#applyAlone(write));
    } catch (error) {
      return group.map(() => failure(error));
    }
  }

  /** Puts the store in order, a little at a time; to be called after a group, when its answers are out. */
  tidy(): void {
    this.#unlessStoreFails(() => this.#filing.afterGroup());
    this.#unlooked++;
    if (this.#unlooked < LOOK_EVERY) return;
    this.#unlooked = 0;
    this.#unlessStoreFails(() => this.#checkpoint());
  }

  /** The same from time to time; `now` is a time in ms of any clock. */
  tidyWhenIdle(now: number): void {
    this.#unlessStoreFails(() => {
      this.#filing.whenIdle(now);
      this.#checkpoint();
    });
  }

  /** Files everything, for a writer that does not stay, where it has written to sessions itself. */
  fileOwn(): void {
    if (this.#journal.hasOwn) this.#unlessStoreFails(() => this.#filing.all());
  }

  /** A checkpoint beside the writer has ended. */
  checkpointEnded(): void {
    this.#unlessStoreFails(() => this.#checkpoint());
  }

  /** Folds the log into the database when it has grown. */
  #checkpoint(): void {
    const { log, checkpointed } = this.#logState.get() as { log: number; checkpointed: number };
    const rest = log - checkpointed;
    if (this.#checkpoints === undefined) {
      if (rest >= CHECKPOINT_PAGES) this.#fold.get();
    } else if (log >= LONGEST_LOG || (log >= RENEWED_PAGES && rest <= LITTLE_REST)) {
      if (rest > 0) this.#fold.get();
    } else if (rest >= CHECKPOINT_PAGES && !this.#checkpoints.underWay) this.#checkpoints.begin();
  }

  /**
   * With a full disk or a lock, the log and the journal keep growing, nothing is lost, and the next turn tries again.
   */
  #unlessStoreFails(act: () => void): void {
    try {
      act();
    } catch (error) {
      if (!isStoreFailure(error)) throw error;
    }
  }

  #transaction(group: readonly QueuedWrite[], apply: (write: QueuedWrite) => WriteResult): WriteResult[] {
    this.#usage.discard();
    try {
      this.#begin.run();
      this.#journal.begin();
      const results = group.map(apply);
      this.#usage.write();
      this.#commit.run();
      this.#journal.keep();
      return results;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      this.#journal.undo();
      throw error;
    }
  }

  #applyAlone(write: QueuedWrite): WriteResult {
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
      return failure(error);
    }
  }

  #apply({ name, input }: QueuedWrite): StoreWrites[StoreWriteName]['output'] {
    const handler = this.#handlers[name] as (input: unknown) => StoreWrites[StoreWriteName]['output'];
    return handler(input);
  }
}

function failure(error: unknown): WriteResult {
  return {
    ok: false,
    unavailable: isStoreFailure(error),
    message: error instanceof Error ? error.message : String(error),
  };
}
