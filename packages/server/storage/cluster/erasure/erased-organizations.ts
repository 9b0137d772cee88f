import type { Query } from '../connection/database.ts';

/** Holds for a row that belongs to no erased organization, whose id is the parameter `$1`. */
export const NOT_ERASED = 'NOT EXISTS (SELECT 1 FROM erased_organizations WHERE organization_id = $1)';

/** Whether an organization was erased. An erasure waits for the transactions that have asked before. */
export async function isErased(query: Query, organizationId: string): Promise<boolean> {
  const rows = await query('SELECT 1 FROM erased_organizations WHERE organization_id = $1', [organizationId]);
  return rows.length > 0;
}

/** @throws Error where the organization was erased: what is written for it would stay for ever */
export async function requireOrganization(query: Query, organizationId: string): Promise<void> {
  if (await isErased(query, organizationId)) throw new Error('The organization was deleted meanwhile.');
}
