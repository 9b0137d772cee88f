import type { DatabaseSync } from 'node:sqlite';
import { type DurableLog, saltsOf } from './damaged-frames.ts';
import type { StoreMark } from './marker-file.ts';

/** How often marks are made while transactions are written, in ms: what a log may lose at its end unnoticed. Set by hand. */
const INTERVAL = 1_000;

/**
 * Makes the marks of a store inside the transactions of its writer. A mark costs one changed row, once a second: the
 * first transaction after a quiet second has one, so that rare writes are marked each. So has the first one after each
 * checkpoint: whatever only the log holds, a mark is next to its beginning, and a log that is lost does not go unnoticed.
 */
export class MarkMaker {
  readonly #path: string | null;
  readonly #advance;
  readonly #logState;
  #due = Number.NEGATIVE_INFINITY;
  #log: DurableLog | undefined;
  #made: StoreMark | undefined;

  constructor(database: DatabaseSync) {
    const location = database.location();
    this.#path = location === null ? null : `${location}-wal`;
    this.#advance = database.prepare('UPDATE store_marks SET number = number + 1 RETURNING store, number');
    this.#logState = database.prepare('PRAGMA wal_checkpoint(NOOP)');
  }

  isDue(now: number): boolean {
    return now >= this.#due;
  }

  /** To be called when a checkpoint begins: the next transaction is not part of it. */
  checkpointBegins(): void {
    this.#due = Number.NEGATIVE_INFINITY;
  }

  /** To be called before the transaction. */
  prepare(): void {
    this.#log = this.#durableWithNext();
  }

  /** To be called inside the transaction. */
  advance(): Pick<StoreMark, 'store' | 'number'> {
    return this.#advance.get() as unknown as Pick<StoreMark, 'store' | 'number'>;
  }

  /** To be called when the transaction is durable. */
  keep(mark: Pick<StoreMark, 'store' | 'number'>, now: number): void {
    this.#due = now + INTERVAL;
    this.#made = { ...mark, log: this.#log };
  }

  /** The mark that was made since the last call. */
  take(): StoreMark | undefined {
    const made = this.#made;
    this.#made = undefined;
    return made;
  }

  /** The part of the log that the next synced transaction makes durable, whatever it adds itself. */
  #durableWithNext(): DurableLog | undefined {
    if (this.#path === null) return undefined;
    const before = saltsOf(this.#path);
    const { log: frames } = this.#logState.get() as { log: number };
    const salts = saltsOf(this.#path);
    // Another process may begin the log again between the two.
    const isOneGeneration = before !== undefined && before[0] === salts?.[0] && before[1] === salts[1];
    return isOneGeneration && frames > 0 ? { salts: before, frames } : undefined;
  }
}
