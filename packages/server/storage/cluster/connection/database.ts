import pg from 'pg';
import { PipelinedConnection } from './pipelined-connection.ts';
import { asStoreError } from './store-errors.ts';
import type { Value } from './value.ts';

/** Runs a statement and answers with its rows. Values never become part of its text. */
export type Query = <Row extends object = Record<string, unknown>>(
  text: string,
  values?: readonly Value[],
) => Promise<readonly Row[]>;

export interface DatabaseOptions {
  readonly databaseUrl: string;
  /** Names this process to people who look at the connections of the server. */
  readonly node: string;
  /** How long a statement of a request may take, waiting for locks included, in ms. */
  readonly patience?: number;
  /** Connections for what is not hot; two more are for commits and for reads of sessions and keys. */
  readonly connections?: number;
}

/**
 * Requests are refused when the store has not answered a statement, or has not taken a connection, after this long, in
 * ms. With the grace and what it takes to find out what became of a group, clients are told within two seconds
 * (`group-mark.ts`). Set by hand.
 */
const PATIENCE = 1_000;
/** What is added until this side gives up a connection that no longer answers, and to what is no request; ms. */
const GRACE = 200;
/** How long a statement that no request waits for in line may take: parts of files, steps of scans; ms. */
const LONG_PATIENCE = 15_000;
const CONNECTIONS = 6;
/** Rows that a scan reads at once: a few ms of the event loop; set by hand. */
const SCAN_ROWS = 500;
/** How long an unused connection of the pool is kept, in ms. */
const IDLE = 30_000;

const INT8 = 20;

/** Counts and times are whole numbers below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

/** How many connections of a pool are used and not used, and how many statements wait for one. */
export interface PoolState {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

/**
 * The connections of a node to PostgreSQL. Two are pipelined, so that concurrent requests do not wait for each other's
 * round trips: `hot` for short reads, `commits` for the writer. A pool has the rest.
 */
export class Database {
  readonly hot: PipelinedConnection;
  readonly commits: PipelinedConnection;
  readonly #pool: pg.Pool;
  readonly #common: pg.ClientConfig;

  constructor({ databaseUrl, node, patience = PATIENCE, connections = CONNECTIONS }: DatabaseOptions) {
    const common: pg.ClientConfig = {
      connectionString: databaseUrl,
      application_name: `decidable ${node}`,
      connectionTimeoutMillis: patience,
      keepAlive: true,
      types,
      // A node that is cut off while it holds locks loses them.
      idle_in_transaction_session_timeout: LONG_PATIENCE,
    };
    this.#common = common;
    const short = { ...common, statement_timeout: patience, query_timeout: patience + GRACE };
    const long = Math.max(patience, LONG_PATIENCE);
    this.hot = new PipelinedConnection(short);
    this.commits = new PipelinedConnection({ ...short, lock_timeout: patience });
    this.#pool = new pg.Pool({
      ...common,
      // Whoever waits for one may wait for others to give theirs back.
      connectionTimeoutMillis: 2 * patience,
      lock_timeout: patience,
      statement_timeout: long,
      query_timeout: long + GRACE,
      max: connections,
      idleTimeoutMillis: IDLE,
      allowExitOnIdle: true,
    });
    // An idle connection that breaks is left out by the pool; the next statement gets another one, or fails by itself.
    this.#pool.on('error', () => {});
  }

  /** Connections of the pool, for the metrics. */
  get pool(): PoolState {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** All rows; for queries whose result is known to be short. */
  readonly query: Query = async (text, values = []) => {
    try {
      return (await this.#pool.query(text, values as unknown[])).rows;
    } catch (error) {
      throw asStoreError(error);
    }
  };

  async one<Row extends object>(text: string, values?: readonly Value[]): Promise<Row | undefined> {
    return (await this.query<Row>(text, values))[0];
  }

  /** Whether a statement that writes has met a row; it ends with `RETURNING 1` or the like. */
  async meets(text: string, values?: readonly Value[]): Promise<boolean> {
    return (await this.query(text, values)).length > 0;
  }

  /** Statements that are applied together or not at all; the work is rolled back where it throws. */
  async transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    let client: pg.PoolClient | undefined;
    let broken: Error | undefined;
    try {
      client = await this.#pool.connect();
      const connected = client;
      connected.on('error', ignore);
      const query: Query = async (text, values = []) =>
        (await connected.query(text, values as unknown[])).rows;
      try {
        await query('BEGIN');
        const result = await work(query);
        await query('COMMIT');
        return result;
      } catch (error) {
        await query('ROLLBACK').catch((failed: Error) => {
          // A connection in an unknown state is not used again.
          broken = failed;
        });
        throw error;
      }
    } catch (error) {
      throw asStoreError(error);
    } finally {
      client?.off('error', ignore);
      client?.release(broken);
    }
  }

  /** Work that may take long, and wait long, on a connection of its own: no request waits for it. */
  async unhurried<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const client = new pg.Client({ ...this.#common, connectionTimeoutMillis: LONG_PATIENCE });
    // The statement under way fails with the same error.
    client.on('error', ignore);
    try {
      await client.connect();
      return await work(async (text, values = []) => (await client.query(text, values as unknown[])).rows);
    } catch (error) {
      throw asStoreError(error);
    } finally {
      await client.end().catch(ignore);
    }
  }

  /**
   * All rows, however many, some at a time. `text` is ordered by a key and begins after the parameters that `after`
   * makes of the last row; `first` are those to begin with.
   */
  async *scan<Row extends object>(
    text: string,
    first: readonly Value[],
    after: (row: Row) => readonly Value[],
  ): AsyncGenerator<Row> {
    let values = first;
    for (;;) {
      const rows = await this.query<Row>(`${text} LIMIT ${SCAN_ROWS}`, values);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < SCAN_ROWS) return;
      values = after(last);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.hot.close(), this.commits.close(), this.#pool.end()]);
  }
}

/** The statement under way fails with the same error. */
function ignore(): void {}
