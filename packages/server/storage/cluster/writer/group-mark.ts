import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable } from '../../ports.ts';
import { type PipelinedConnection, type Statement, statement } from '../connection/pipelined-connection.ts';
import type { Value } from '../connection/value.ts';
import { STORE_TIME } from '../repositories/leases.ts';

const MARK = statement(`
  INSERT INTO last_groups AS l (writer, number, at) VALUES ($1, $2, ${STORE_TIME})
  ON CONFLICT (writer) DO UPDATE SET number = EXCLUDED.number, at = EXCLUDED.at
  RETURNING pg_current_xact_id()::text AS transaction`);
/** Waits for a transaction that holds the mark. */
const LAST = statement(`
  INSERT INTO last_groups AS l (writer, number, at) VALUES ($1, 0, ${STORE_TIME})
  ON CONFLICT (writer) DO UPDATE SET at = EXCLUDED.at RETURNING number`);

/** The pause between two attempts to ask the store whether it has carried out a group, in ms; set by hand. */
const ASK_EVERY = 50;

/**
 * The number of the last group of a connection that was committed, a row of the store. Each group begins by writing its own
 * number there, so that after a lost connection the store can say whether its `COMMIT` was carried out. The number of the
 * transaction would not do: a server that crashes gives numbers of lost transactions again.
 */
export class GroupMark {
  #writer = randomUUID();
  #number = 0;

  /** The statement that marks the next group. */
  next(): readonly [Statement, readonly Value[]] {
    this.#number++;
    return [MARK, [this.#writer, this.#number]];
  }

  /** To be called when the connection was given up: a transaction of it may hold the mark until the server notices. */
  begin(): void {
    this.#writer = randomUUID();
  }

  /**
   * Whether the last group was committed. It has been or never will be: the mark is locked as long as its transaction lasts.
   *
   * @param until when the answer is waited for no longer, ms of `performance.now()`: clients wait meanwhile
   * @returns nothing where the store does not say so
   */
  async isCommitted(
    connection: Pick<PipelinedConnection, 'query'>,
    until: number,
  ): Promise<boolean | undefined> {
    const late = new AbortController();
    const over = wait(Math.max(0, until - performance.now()), undefined, { signal: late.signal });
    // Ended below, which is no error.
    over.catch(() => {});
    try {
      return await Promise.race([over, this.#ask(connection, until)]);
    } finally {
      late.abort();
    }
  }

  async #ask(connection: Pick<PipelinedConnection, 'query'>, until: number): Promise<boolean | undefined> {
    for (; performance.now() < until; await wait(ASK_EVERY)) {
      try {
        const [{ number }] = await connection.query<{ number: number }>(LAST, [this.#writer]);
        return number === this.#number;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
      }
    }
    return undefined;
  }
}
