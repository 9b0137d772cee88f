import type { Query } from '../cluster/connection/database.ts';
import { STORE_TIME } from '../cluster/repositories/leases.ts';
import type { OrganizationId } from '../ports.ts';
import { TargetInUse } from './move-errors.ts';
import { MOVED_TENANT_TABLES, PUBLISHED_TABLES } from './moved-tables.ts';
import type { SourceOrganization, SourceStore } from './source-store.ts';

/** `new`: nothing of it is there; `unfinished`: a move of this store was cut short; `moved`: one has ended. */
export type MoveState = 'new' | 'unfinished' | 'moved';

/**
 * How far an organization has been moved.
 *
 * @throws TargetInUse where the cluster has data of it that no move of this store wrote
 */
export async function stateOf(
  query: Query,
  source: SourceStore,
  { id, name }: SourceOrganization,
): Promise<MoveState> {
  const [move] = await query<{ source: string; ended_at: number | null }>(
    'SELECT source, ended_at FROM moves WHERE organization_id = $1',
    [id],
  );
  if (move?.source === source.id) return move.ended_at === null ? 'unfinished' : 'moved';
  if (move !== undefined)
    throw new TargetInUse(`${id} (${name}) is being moved, or was, from another store: ${move.source}.`);
  const erased = await query('SELECT 1 FROM erased_organizations WHERE organization_id = $1', [id]);
  if (erased.length > 0)
    throw new TargetInUse(`${id} (${name}) was deleted in the cluster, which takes nothing for it any more.`);
  for (const table of [...PUBLISHED_TABLES, ...MOVED_TENANT_TABLES]) {
    const found = await query(`SELECT 1 FROM ${table.name} WHERE organization_id = $1 LIMIT 1`, [id]);
    if (found.length > 0)
      throw new TargetInUse(
        `the cluster has ${table.name} of ${id} (${name}) that no move wrote. Nothing is written over it: move into a database without it, or delete the organization in one of the two stores.`,
      );
  }
  return 'new';
}

export async function beginMove(
  query: Query,
  source: SourceStore,
  organizationId: OrganizationId,
): Promise<void> {
  await query(
    `INSERT INTO moves (organization_id, source, began_at) VALUES ($1, $2, ${STORE_TIME}) ON CONFLICT DO NOTHING`,
    [organizationId, source.id],
  );
}

export async function endMove(query: Query, organizationId: OrganizationId): Promise<void> {
  await query(`UPDATE moves SET ended_at = ${STORE_TIME} WHERE organization_id = $1`, [organizationId]);
}
