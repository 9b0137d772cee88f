import type { Query } from '../connection/database.ts';

/** Gives the transaction a number. One that has only read has none, and an erasure could not wait for it. */
export const TAKE_NUMBER = 'SELECT pg_current_xact_id()::text AS number';

/**
 * Whether an organization was erased. To be asked in the transaction that writes for it, before it writes: an erasure waits
 * for all transactions that may have asked before it began.
 */
export async function isErased(query: Query, organizationId: string): Promise<boolean> {
  await query(TAKE_NUMBER);
  const rows = await query('SELECT 1 FROM erased_organizations WHERE organization_id = $1', [organizationId]);
  return rows.length > 0;
}

/** @throws Error where the organization was erased: what is written for it would stay for ever */
export async function refuseErased(query: Query, organizationId: string): Promise<void> {
  if (await isErased(query, organizationId)) throw new Error('The organization was deleted meanwhile.');
}
