import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Carrier, type NamedWrite, workOf } from '../../repositories/index.ts';
import {
  NotUnique,
  type Reading,
  type ReadStep,
  type Scan,
  type Statement,
  type WriteStep,
  type Writing,
} from '../../repositories/work.ts';
import { announcer, type SqliteChangeFeed } from '../change-feed.ts';
import type { Reader } from '../connection/reader.ts';
import type { ErasedOrganizations } from '../erasure/erased-organizations.ts';
import type { Handlers, Writer } from '../writer/writer.ts';
import { sqliteText } from './sqlite-text.ts';

export interface OperationWrites {
  operate: { input: NamedWrite; output: unknown };
}

/** Carries reads out on the event loop, and has writes carried out on the writer's thread. */
export class SqliteCarrier implements Carrier {
  readonly #reader: Reader;
  readonly #writer: Writer<OperationWrites>;
  readonly #changes: SqliteChangeFeed;

  constructor(reader: Reader, writer: Writer<OperationWrites>, changes: SqliteChangeFeed) {
    this.#reader = reader;
    this.#writer = writer;
    this.#changes = changes;
  }

  async read<T>(reading: Reading<T>): Promise<T> {
    let step = reading.next();
    for (let isFirst = true; !step.done; isFirst = false) {
      if (!isFirst) await nextTurn();
      step = reading.next(await this.#answer(step.value));
    }
    return step.value;
  }

  /** A statement is answered within the turn of the call. */
  #answer(step: ReadStep): readonly object[] | Promise<readonly object[]> {
    if (step.kind === 'statement') return this.#reader.all<object>(sqliteText(step.text), ...step.values);
    return Array.fromAsync(this.scan<never>(step.scan));
  }

  scan<Row extends object>({ text, first, after }: Scan<Row>): AsyncIterable<Row> {
    return this.#reader.scan(sqliteText(text), first, after);
  }

  async write(write: NamedWrite): Promise<unknown> {
    const output = await this.#writer.write('operate', write);
    this.#changes.pollNow();
    return output;
  }
}

/** Extended result codes of SQLite: a row that has what must be unique, as a key or otherwise. */
const NOT_UNIQUE: ReadonlySet<unknown> = new Set([1555, 2067]);

const asOperationError = (error: unknown): unknown =>
  error instanceof Error && 'errcode' in error && NOT_UNIQUE.has(error.errcode)
    ? new NotUnique(error)
    : error;

/** Carries writes out within the transaction that the caller opens and commits. */
export function operator(database: DatabaseSync, erased: ErasedOrganizations): <T>(work: Writing<T>) => T {
  const announce = announcer(database);
  const prepared = new Map<string, StatementSync>();

  function run({ text, values }: Statement): readonly object[] {
    let statement = prepared.get(text);
    if (statement === undefined) {
      statement = database.prepare(sqliteText(text));
      prepared.set(text, statement);
    }
    return statement.all(...values);
  }

  function answer(step: WriteStep): unknown {
    switch (step.kind) {
      case 'statement':
        return run(step);
      case 'announcement':
        return announce(step.organizationId, step.subject);
      case 'isErased':
        return erased.has(step.organizationId);
      // There is one writer, and one node.
      case 'lock':
      case 'node':
        return undefined;
    }
  }

  return (work) => {
    let step = work.next();
    while (!step.done) {
      let answered: unknown;
      try {
        answered = answer(step.value);
      } catch (error) {
        step = work.throw(asOperationError(error));
        continue;
      }
      step = work.next(answered);
    }
    return step.value;
  };
}

export function operationWrites(
  database: DatabaseSync,
  erased: ErasedOrganizations,
): Handlers<OperationWrites> {
  const operate = operator(database, erased);
  return { operate: (write) => operate(workOf(write)) };
}
