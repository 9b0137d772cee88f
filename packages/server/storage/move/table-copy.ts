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
 * @throws InvalidInput that names a row which PostgreSQL does not take
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
    const columns = table.columns.map((_, n) => rows.map((row) => row[n]));
    try {
      await query(insert, [organizationId, ...(columns as Value[])]);
    } catch (error) {
      // A value that PostgreSQL does not take, such as a text with the character 0.
      if (!sqlState(error)?.startsWith('22')) throw error;
      const [from, to] = [rows[0], rows.at(-1)!].map((row) => row.slice(0, table.keyed).join(' '));
      throw new InvalidInput(
        `${table.name} of ${organizationId} has a row from ${from} to ${to} that PostgreSQL does not take (${(error as Error).message}).`,
        { cause: error },
      );
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
