import type { OrganizationId, Subject } from '../ports.ts';

/*
 * Repositories that are not hot are written once for all stores. An operation is a generator: it yields what it asks its
 * store for, and goes on with the answer. Each store carries it out in its own way: SQLite reads on the event loop and
 * writes on the writer's thread, where a group of writes is one transaction; PostgreSQL has a transaction for each write.
 *
 * Statements are those of PostgreSQL as far as SQLite understands them after `sqliteText`: with `$1`, `$2` …, upserts,
 * `RETURNING`, comparisons of rows, `IS NOT DISTINCT FROM`, casts by `::`, `FOR UPDATE` at the end, and
 * `json_array_elements` and its `_text` for lists, which are passed as JSON.
 */

/** What a statement takes. */
export type Value = string | number | Uint8Array | null;

export interface Statement {
  readonly kind: 'statement';
  readonly text: string;
  readonly values: readonly Value[];
}

/** All rows of a statement, however many: it is ordered by a key, and begins after the values that `after` makes of a row. */
export interface Scan<Row> {
  readonly text: string;
  readonly first: readonly Value[];
  readonly after: (row: Row) => readonly Value[];
}

/** All rows of a scan, one after another, as callers know them. */
export interface Listing<Row, T> extends Scan<Row> {
  readonly from: (row: Row) => T;
}

/** An announcement of the change feed, in the transaction that makes the change; the last step of its operation. */
interface Announcement {
  readonly kind: 'announcement';
  readonly organizationId: OrganizationId;
  readonly subject: Subject;
  /** Whether the change counts only when no node goes by what was before. */
  readonly isAwaited: boolean;
}

/** Asks whether an organization was erased, before anything is written for it. */
interface ErasureQuestion {
  readonly kind: 'isErased';
  readonly organizationId: OrganizationId;
}

/** Waits until no other transaction holds the lock of this name, and holds it until the transaction ends. */
interface Lock {
  readonly kind: 'lock';
  readonly name: string;
}

/** Asks for the name of the node in a store that many share; `undefined` in an embedded one. */
interface NodeQuestion {
  readonly kind: 'node';
}

export type ReadStep = Statement | { readonly kind: 'scan'; readonly scan: Scan<never> };
export type WriteStep = Statement | Announcement | ErasureQuestion | Lock | NodeQuestion;

/** Reads, each statement for itself. Between two of them, others run. */
export type Reading<T> = Generator<ReadStep, T, unknown>;
/** Reads and writes, all or nothing: where it throws, nothing has been written. */
export type Writing<T> = Generator<WriteStep, T, unknown>;
/** Statements only, for reads and writes alike. */
export type StatementWork<T> = Generator<Statement, T, unknown>;

/**
 * Another row has what must be unique. A write may catch it at its first statement only, and writes nothing more: PostgreSQL undoes
 * what came before as well, SQLite does not.
 */
export class NotUnique extends Error {
  constructor(cause: unknown) {
    // Threads and logs pass on the message alone.
    const which = cause instanceof Error ? cause.message : `${cause}`;
    super(`Another row has the same unique value: ${which}`, { cause });
  }
}

/** The rows that a statement reads or returns, of the shape that it names. */
export function* rowsOf<Row extends object>(
  text: string,
  values: readonly Value[] = [],
): StatementWork<readonly Row[]> {
  return (yield { kind: 'statement', text, values }) as readonly Row[];
}

export function* rowOf<Row extends object>(
  text: string,
  values: readonly Value[] = [],
): StatementWork<Row | undefined> {
  return (yield* rowsOf<Row>(text, values))[0];
}

/** Whether a statement that writes has met a row; it ends with `RETURNING 1` or the like. */
export function* meets(text: string, values: readonly Value[]): StatementWork<boolean> {
  return (yield* rowsOf(text, values)).length > 0;
}

/** All rows in slices between which others run. */
export function* allOf<Row extends object>(scan: Scan<Row>): Reading<readonly Row[]> {
  return (yield { kind: 'scan', scan }) as readonly Row[];
}

export function* announce(
  organizationId: OrganizationId,
  subject: Subject,
  isAwaited = false,
): Writing<void> {
  yield { kind: 'announcement', organizationId, subject, isAwaited };
}

export function* isErased(organizationId: OrganizationId): Writing<boolean> {
  return (yield { kind: 'isErased', organizationId }) as boolean;
}

/**
 * For writes whose caller must learn that nothing was stored; those that nobody waits for ask `isErased` and return.
 *
 * @throws Error where the organization was erased: what is written for it would stay for ever
 */
export function* refuseErased(organizationId: OrganizationId): Writing<void> {
  if (yield* isErased(organizationId)) throw new Error('The organization was deleted meanwhile.');
}

export function* lock(name: string): Writing<void> {
  yield { kind: 'lock', name };
}

export function* nodeName(): Writing<string | undefined> {
  return (yield { kind: 'node' }) as string | undefined;
}
