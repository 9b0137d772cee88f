import { type Carrier, type NamedWrite, workOf } from '../../repositories/index.ts';
import {
  NotUnique,
  type Reading,
  type ReadStep,
  type Scan,
  type WriteStep,
  type Writing,
} from '../../repositories/work.ts';
import type { Announce, ClusterChangeFeed } from '../change-feed.ts';
import type { Database, Query } from '../connection/database.ts';
import { sqlState, UNIQUE_VIOLATION } from '../connection/store-errors.ts';
import { isErased } from '../erasure/erased-organizations.ts';

/** The locks of operations, beside others of the store. */
const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';

/** Carries operations out, each write in a transaction of its own. */
export class ClusterCarrier implements Carrier {
  readonly #database: Database;
  readonly #changes: ClusterChangeFeed;
  readonly #node: string;

  constructor(database: Database, changes: ClusterChangeFeed, node: string) {
    this.#database = database;
    this.#changes = changes;
    this.#node = node;
  }

  async read<T>(reading: Reading<T>): Promise<T> {
    let step = reading.next();
    while (!step.done) step = reading.next(await this.#answer(step.value));
    return step.value;
  }

  #answer(step: ReadStep): Promise<readonly object[]> {
    if (step.kind === 'statement') return this.#database.query(step.text, step.values);
    return Array.fromAsync(this.scan<never>(step.scan));
  }

  scan<Row extends object>({ text, first, after }: Scan<Row>): AsyncIterable<Row> {
    return this.#database.scan(text, first, after);
  }

  write(write: NamedWrite): Promise<unknown> {
    return this.#changes.transaction((query, announce) =>
      carryOut(workOf(write), query, announce, this.#node),
    );
  }
}

/** Carries a write out within a transaction. */
export async function carryOut<T>(
  work: Writing<T>,
  query: Query,
  announce: Announce,
  node: string,
): Promise<T> {
  function answer(step: WriteStep): unknown {
    switch (step.kind) {
      case 'statement':
        return query(step.text, step.values);
      case 'announcement':
        return announce(step.organizationId, [step.subject], step.isAwaited);
      case 'isErased':
        return isErased(query, step.organizationId);
      case 'lock':
        return query(LOCK, [step.name]);
      case 'node':
        return node;
    }
  }

  let step = work.next();
  while (!step.done) {
    let answered: unknown;
    try {
      answered = await answer(step.value);
    } catch (error) {
      step = work.throw(sqlState(error) === UNIQUE_VIOLATION ? new NotUnique(error) : error);
      continue;
    }
    step = work.next(answered);
  }
  return step.value;
}
