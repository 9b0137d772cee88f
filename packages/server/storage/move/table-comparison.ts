import type { Query } from '../cluster/connection/database.ts';
import type { Value } from '../cluster/connection/value.ts';
import type { OrganizationId } from '../ports.ts';
import { type Column, digestExpression, type MovedRow, rowDigest } from './row-digest.ts';

/** A table of the cluster, as its catalogue describes it. */
export interface TargetTable {
  readonly name: string;
  /** Those of the key first, in its order; without the organization. */
  readonly columns: readonly Column[];
  /** How many columns the key has. */
  readonly keyed: number;
}

/** Keys and digests that are read at once: 100 bytes each. Set by hand. */
const PAGE = 2_000;
/**
 * Bytes of texts and files that PostgreSQL reads and hashes for a page, beyond which it has no more rows: parts of files
 * are 256 KiB each, and a statement must end within its time. Set by hand.
 */
const PAGE_BYTES = 16 * 1024 * 1024;

/** Reads the columns and the key of a table of tenants. */
export async function describeTable(query: Query, name: string): Promise<TargetTable> {
  const columns = await query<Column & { readonly place: number | null }>(
    `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type, array_position(x.indkey::int2[], a.attnum) AS place
     FROM pg_attribute a JOIN pg_index x ON x.indrelid = a.attrelid AND x.indisprimary
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> 'organization_id'
     ORDER BY place NULLS LAST, a.attnum`,
    [name],
  );
  return {
    name,
    columns: columns.map(({ name: column, type }) => ({ name: column, type })),
    keyed: columns.filter(({ place }) => place !== null).length,
  };
}

type Key = readonly (string | number)[];

export type Difference =
  | {
      readonly kind: 'same' | 'missing' | 'different';
      readonly key: Key;
      readonly row: MovedRow;
      readonly source: string;
      readonly target?: string;
    }
  /** A row of the cluster that the embedded store does not have. */
  | { readonly kind: 'extra'; readonly key: Key; readonly target: string };

/**
 * Goes through the rows of both stores side by side. Digests of rows come with them.
 *
 * @param source in the order of the key
 */
export async function* compareRows(
  query: Query,
  table: TargetTable,
  organizationId: OrganizationId,
  source: Iterable<MovedRow>,
): AsyncGenerator<Difference> {
  const others = targetRows(query, table, organizationId);
  let other = await others.next();
  for (const row of source) {
    const key = row.slice(0, table.keyed) as Key;
    while (!other.done && compareKeys(other.value.key, key) < 0) {
      yield { kind: 'extra', ...other.value };
      other = await others.next();
    }
    const digest = rowDigest(row);
    if (other.done || compareKeys(other.value.key, key) > 0) {
      yield { kind: 'missing', key, row, source: digest };
      continue;
    }
    const { target } = other.value;
    yield { kind: target === digest ? 'same' : 'different', key, row, source: digest, target };
    other = await others.next();
  }
  for (; !other.done; other = await others.next()) yield { kind: 'extra', ...other.value };
}

/** Keys and digests of the rows of an organization, in the order of the key. */
async function* targetRows(
  query: Query,
  { name, columns, keyed }: TargetTable,
  organizationId: OrganizationId,
): AsyncGenerator<{ readonly key: Key; readonly target: string }> {
  const key = columns.slice(0, keyed).map((column) => column.name);
  const names = key.join(', ');
  const after = key.map((_, n) => `$${n + 2}`).join(', ');
  if (keyed === 0) {
    const rows = await query<{ digest: string }>(
      `SELECT ${digestExpression(columns)} AS digest FROM ${name} WHERE organization_id = $1`,
      [organizationId],
    );
    for (const { digest } of rows) yield { key: [], target: digest };
    return;
  }
  // The lengths are known without reading the values.
  const lengths = columns
    .filter(({ type }) => type === 'text' || type === 'bytea')
    .map((column) => `coalesce(octet_length(${column.name}), 0)`);
  const bytesOfRow = lengths.length === 0 ? '0' : lengths.join(' + ');
  const page = (condition: string): string =>
    `SELECT ${names}, ${digestExpression(columns)} AS digest FROM (
       SELECT *, sum(${bytesOfRow}) OVER (ORDER BY ${names} ROWS UNBOUNDED PRECEDING) - (${bytesOfRow}) AS bytes_before
       FROM (SELECT * FROM ${name} WHERE organization_id = $1 ${condition} ORDER BY ${names} LIMIT ${PAGE}) AS rows
     ) AS sized WHERE bytes_before < ${PAGE_BYTES} ORDER BY ${names}`;
  let last: Key = [];
  for (;;) {
    const rows: readonly Record<string, string | number>[] = await query<Record<string, string | number>>(
      page(last.length === 0 ? '' : `AND (${names}) > (${after})`),
      [organizationId, ...last] as readonly Value[],
    );
    for (const row of rows) yield { key: key.map((column) => row[column]), target: String(row.digest) };
    // A page may end early for its bytes.
    const end = rows.at(-1);
    if (end === undefined) return;
    last = key.map((column) => end[column]);
  }
}

/** The order of both stores: numbers by size, texts by their bytes in UTF-8. */
export function compareKeys(a: Key, b: Key): number {
  for (const [n, one] of a.entries()) {
    const other = b[n];
    if (one === other) continue;
    if (typeof one === 'number' && typeof other === 'number') return one - other;
    return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
  }
  return 0;
}
