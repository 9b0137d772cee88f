import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { Pace, SERVICE } from '../../../time-slices.ts';
import { asStoreError } from './database.ts';

/** How long a scan holds the event loop before it lets others run, in ms; set by hand. */
const SLICE = 4;

/**
 * Reads on the event loop: short ones at once, long ones in slices. Statements are prepared once.
 * Every failure of the store surfaces as `StoreUnavailable`.
 */
export class Reader {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #version: StatementSync;
  readonly #onFailure: (error: unknown) => void;

  /** @param onFailure told of each error of a statement */
  constructor(database: DatabaseSync, onFailure: (error: unknown) => void = () => {}) {
    this.#database = database;
    this.#onFailure = onFailure;
    // Called every few requests.
    this.#version = database.prepare('PRAGMA data_version', { returnArrays: true });
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** The first row, of the shape that `sql` selects. */
  get<Row>(sql: string, ...parameters: SQLInputValue[]): Row | undefined {
    try {
      return this.#statement(sql).get(...parameters) as Row | undefined;
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** All rows; for queries whose result is known to be short. */
  all<Row>(sql: string, ...parameters: SQLInputValue[]): Row[] {
    try {
      return this.#statement(sql).all(...parameters) as Row[];
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** Several reads that see the same state of the store. */
  atOneMoment<T>(read: () => T): T {
    this.#run('BEGIN');
    try {
      return read();
    } finally {
      this.#run('COMMIT');
    }
  }

  #run(sql: string): void {
    try {
      this.#statement(sql).run();
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /**
   * All rows, however many, in slices of a few ms between which the event loop turns. `sql` is ordered by a
   * key and begins after the parameters that `after` makes of the last row; `first` are those to begin with. The slices
   * are those of the organization that `first` begins with, if it does.
   * No read transaction outlives its slice, so that a slow consumer does not hold up checkpoints.
   */
  async *scan<Row>(
    sql: string,
    first: readonly SQLInputValue[],
    after: (row: Row) => readonly SQLInputValue[],
  ): AsyncGenerator<Row> {
    let parameters = first;
    const [owner] = first;
    const pace = new Pace(typeof owner === 'string' ? owner : SERVICE);
    for (;;) {
      await pace.rest();
      const rows: Row[] = [];
      let finished = true;
      try {
        const until = performance.now() + SLICE;
        for (const row of this.#statement(sql).iterate(...parameters)) {
          rows.push(row as Row);
          if (performance.now() > until) {
            finished = false;
            break;
          }
        }
      } catch (error) {
        throw this.#failed(error);
      }
      yield* rows;
      const last = rows.at(-1);
      if (finished || last === undefined) return;
      parameters = after(last);
    }
  }

  /** Changes whenever another connection, of this or another process, has committed. */
  version(): number {
    try {
      const [version] = this.#version.get() as unknown as [number];
      return version;
    } catch (error) {
      throw this.#failed(error);
    }
  }

  #failed(error: unknown): unknown {
    this.#onFailure(error);
    return asStoreError(error);
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}
