import pg from 'pg';
import { StoreUnavailable } from '../../ports.ts';
import { asStoreError, isStoreFailure } from './store-errors.ts';
import type { Value } from './value.ts';

/** A statement that is prepared once a connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Statements with their values, in order. */
type Pipeline = readonly (readonly [prepared: Statement, values: readonly Value[]])[];

let statements = 0;

/** Names a statement, so that each connection prepares it at its first use. */
export function statement(text: string): Statement {
  statements++;
  return { name: `d${statements}`, text };
}

/**
 * A connection on which statements are sent without waiting for the answers to those before them. The server carries
 * them out in order, each in a transaction of its own unless `BEGIN` came before. It is opened at the first statement,
 * and again at the next one after it broke.
 */
export class PipelinedConnection {
  readonly #config: pg.ClientConfig;
  #client: Promise<pg.Client> | undefined;
  /** The connection of the last pipeline. */
  #last: pg.Client | undefined;
  #isClosed = false;

  constructor(config: pg.ClientConfig) {
    this.#config = { ...config, pipeline: true };
  }

  /** Sends a statement now, behind those sent before. */
  async query<Row extends object>(prepared: Statement, values: readonly Value[]): Promise<readonly Row[]> {
    const client = await this.#connected();
    try {
      return (await client.query({ ...prepared, values: values as unknown[] })).rows;
    } catch (error) {
      if (isStoreFailure(error)) this.#forget(client);
      throw asStoreError(error);
    }
  }

  /**
   * Sends statements at once, one behind the other. Where one fails, the others fail or are answered all the same: the
   * error is that of the first one that failed.
   */
  async pipeline(sent: Pipeline): Promise<readonly (readonly object[])[]> {
    this.#last = await this.#connected();
    return this.#send(this.#last, sent);
  }

  /**
   * Sends statements behind those of the last pipeline, whose transaction they go on with.
   *
   * @throws StoreUnavailable where its connection broke meanwhile: on another one each would be a transaction of its own
   */
  async continue(sent: Pipeline): Promise<readonly (readonly object[])[]> {
    const client = await this.#client?.catch(() => undefined);
    if (client === undefined || client !== this.#last)
      throw new StoreUnavailable(new Error('The connection broke within a transaction.'));
    return this.#send(client, sent);
  }

  async #send(client: pg.Client, sent: Pipeline): Promise<readonly (readonly object[])[]> {
    const answers = await Promise.allSettled(
      sent.map(([prepared, values]) => client.query({ ...prepared, values: values as unknown[] })),
    );
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed !== undefined) {
      if (isStoreFailure(failed.reason)) this.#forget(client);
      throw failed.reason;
    }
    return answers.map((answer) => (answer as PromiseFulfilledResult<pg.QueryResult<object>>).value.rows);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    await client?.end();
  }

  async #connected(): Promise<pg.Client> {
    if (this.#isClosed) throw new StoreUnavailable(new Error('The store is closed.'));
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    const forget = (): void => this.#forget(client);
    // The statements under way fail with the same error.
    client.on('error', forget);
    client.on('end', forget);
    try {
      await client.connect();
      return client;
    } catch (error) {
      this.#client = undefined;
      throw new StoreUnavailable(error);
    }
  }

  /** The next statement opens another connection; this one ends when those under way are answered. */
  #forget(client: pg.Client): void {
    void this.#client?.then(
      (current) => {
        if (current === client) {
          this.#client = undefined;
          client.end().catch(() => {});
        }
      },
      () => {},
    );
  }
}
