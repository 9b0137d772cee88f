import { createHash } from 'node:crypto';
import { InvalidInput } from '../../errors.ts';
import type { Query } from '../cluster/connection/database.ts';
import { sqlState } from '../cluster/connection/store-errors.ts';
import type { Value } from '../cluster/connection/value.ts';
import type { OrganizationId } from '../ports.ts';
import type { MovedRow } from './row-digest.ts';
import { compareRows, type TargetTable } from './table-comparison.ts';

/** What one statement writes at most: rows, and bytes of them beyond which no more are added. Set by hand. */
const ROWS = 1_000;
const BYTES = 2 * 1024 * 1024;

/**
 * Makes the rows of an organization in a table those of the embedded store: adds what is missing, replaces what differs,
 * removes what is not there. A copy that was cut short goes on where it was; rows that are there are only read.
 *
 * @param onRows told how many more rows are there
 * @throws InvalidInput that names a row and a column which PostgreSQL does not take
 */
export async function copyRows(
  query: Query,
  table: TargetTable,
  organizationId: OrganizationId,
  source: Iterable<MovedRow>,
  onRows: (rows: number) => void,
): Promise<void> {
  const insert = insertion(table);
  let rows: MovedRow[] = [];
  let bytes = 0;
  const write = async (): Promise<void> => {
    if (rows.length === 0) return;
    const send = async (some: readonly MovedRow[]): Promise<void> => {
      const columns = table.columns.map((_, n) => some.map((row) => row[n]));
      await query(insert, [organizationId, ...(columns as Value[])]);
    };
    try {
      await send(rows);
    } catch (error) {
      if (!isOfValue(error)) throw error;
      throw (await refusedRow(query, table, organizationId, rows, send)) ?? error;
    }
    onRows(rows.length);
    rows = [];
    bytes = 0;
  };
  for await (const found of compareRows(query, table, organizationId, source)) {
    if (found.kind === 'same') onRows(1);
    else if (found.kind === 'extra') await removeRow(query, table, organizationId, found.key);
    else {
      rows.push(found.row);
      for (const value of found.row) {
        if (typeof value === 'string' || value instanceof Uint8Array) bytes += value.length;
      }
      if (rows.length >= ROWS || bytes >= BYTES) await write();
    }
  }
  await write();
}

const FAILED_TRANSACTION = '25P02';

/** A value that PostgreSQL does not take, such as a text with U+0000. */
const isOfValue = (error: unknown): boolean => sqlState(error)?.startsWith('22') ?? false;

/** What names the first of the rows that PostgreSQL does not take, and its column; undefined where it takes each by itself. */
async function refusedRow(
  query: Query,
  table: TargetTable,
  organizationId: OrganizationId,
  rows: readonly MovedRow[],
  send: (rows: readonly MovedRow[]) => Promise<void>,
): Promise<InvalidInput | undefined> {
  // Found without the database: a transaction that has failed takes no more statements.
  for (const row of rows) {
    const column = row.findIndex((value) => typeof value === 'string' && value.includes('\u0000'));
    if (column >= 0) return refusal(table, organizationId, row, column, 'a text with the character U+0000');
  }
  for (const row of rows) {
    try {
      await send([row]);
    } catch (error) {
      if (sqlState(error) === FAILED_TRANSACTION) return undefined;
      if (!isOfValue(error)) throw error;
      const column = await refusedColumn(query, table, row);
      return refusal(table, organizationId, row, column, (error as Error).message, error);
    }
  }
  return undefined;
}

/** The place of the first value that is none of the type of its column; -1 where it is another fault. */
async function refusedColumn(query: Query, { columns }: TargetTable, row: MovedRow): Promise<number> {
  for (const [n, { type }] of columns.entries()) {
    try {
      await query(`SELECT $1::${type}`, [row[n] as Value]);
    } catch (error) {
      if (!isOfValue(error)) throw error;
      return n;
    }
  }
  return -1;
}

function refusal(
  { name, columns, keyed }: TargetTable,
  organizationId: OrganizationId,
  row: MovedRow,
  column: number,
  why: string,
  cause?: unknown,
): InvalidInput {
  const key = row.slice(0, keyed).map((value, n) => `${columns[n].name} ${JSON.stringify(value)}`);
  const session = row[columns.findIndex((each) => each.name === 'session_id')];
  const fix =
    typeof session === 'string'
      ? `Erase the session that it belongs to (decidable sessions erase ${JSON.stringify(session)} --org ${organizationId})`
      : 'Remove it with a service on the folder';
  const where = column < 0 ? '' : `, column ${columns[column].name}`;
  return new InvalidInput(
    `PostgreSQL does not take a row of ${name} of ${organizationId}: ${key.join(', ')}${where}: ${why}. ${fix}, then move again: it goes on where it was.`,
    { cause },
  );
}

function insertion({ name, columns, keyed }: TargetTable): string {
  const names = columns.map((column) => column.name);
  const arrays = columns.map(({ type }, n) => `$${n + 2}::${type}[]`);
  const key = ['organization_id', ...names.slice(0, keyed)].join(', ');
  const replaced = names.slice(keyed).map((column) => `${column} = EXCLUDED.${column}`);
  const onConflict = replaced.length === 0 ? 'DO NOTHING' : `DO UPDATE SET ${replaced.join(', ')}`;
  return `INSERT INTO ${name} (organization_id, ${names.join(', ')})
    SELECT $1, * FROM unnest(${arrays.join(', ')}) ON CONFLICT (${key}) ${onConflict}`;
}

async function removeRow(
  query: Query,
  { name, columns }: TargetTable,
  organizationId: OrganizationId,
  key: readonly (string | number)[],
): Promise<void> {
  const conditions = key.map((_, n) => ` AND ${columns[n].name} = $${n + 2}`).join('');
  await query(`DELETE FROM ${name} WHERE organization_id = $1${conditions}`, [organizationId, ...key]);
}

/** What both stores have of an organization in a table. */
export interface TableCheck {
  readonly table: string;
  readonly organizationId: OrganizationId;
  /** Rows of the embedded store, and a SHA-256 over the digests of them in the order of their key. */
  readonly source: { readonly rows: number; readonly checksum: string };
  /** The same of the cluster. */
  readonly target: { readonly rows: number; readonly checksum: string };
  /** The key of the first row that is not the same in both; absent where all are. */
  readonly firstDifference?: string;
}

/** Reads all rows of both stores again and compares them. */
export async function checkRows(
  query: Query,
  table: TargetTable,
  organizationId: OrganizationId,
  source: Iterable<MovedRow>,
): Promise<TableCheck> {
  const sides = { source: new Checksum(), target: new Checksum() };
  let first: string | undefined;
  for await (const found of compareRows(query, table, organizationId, source)) {
    if ('source' in found) sides.source.add(found.source);
    if (found.target !== undefined) sides.target.add(found.target);
    if (found.kind !== 'same') first ??= found.key.join(' ');
  }
  return {
    table: table.name,
    organizationId,
    source: sides.source.sum(),
    target: sides.target.sum(),
    ...(first !== undefined && { firstDifference: first }),
  };
}

class Checksum {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(digest: string): void {
    this.#hash.update(digest);
    this.#rows++;
  }

  sum(): { readonly rows: number; readonly checksum: string } {
    return { rows: this.#rows, checksum: this.#hash.digest('hex') };
  }
}
