import type { Query } from '../connection/database.ts';
import type { TENANT_TABLES } from '../connection/schema.ts';
import type { Value } from '../connection/value.ts';

/** Rows that one statement removes: it is short, and holds up nobody. Set by hand. */
export const STEP = 2_000;

/** Removes some rows of a table that a condition finds, and answers how many. */
export async function removeSome(
  query: Query,
  table: (typeof TENANT_TABLES)[number],
  condition: string,
  values: readonly Value[],
): Promise<number> {
  // The condition names the organization, so that a distributed PostgreSQL asks one of its machines.
  const rows = await query(
    `DELETE FROM ${table} WHERE organization_id = $1 AND ctid = ANY(ARRAY(
       SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${STEP})) RETURNING 1`,
    values,
  );
  return rows.length;
}
