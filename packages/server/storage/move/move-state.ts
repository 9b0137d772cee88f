import type { Query } from '../cluster/connection/database.ts';
import { STORE_TIME } from '../cluster/repositories/leases.ts';
import type { OrganizationId } from '../ports.ts';
import { SourceChanged, TargetInUse } from './move-errors.ts';
import { MOVED_TENANT_TABLES, PUBLISHED_TABLES } from './moved-tables.ts';
import type { SourceOrganization, SourceStore } from './source-store.ts';

/** `new`: nothing of it is there; `unfinished`: a move of this store was cut short; `moved`: one has ended. */
export type MoveState = 'new' | 'unfinished' | 'moved';

/**
 * How far an organization has been moved.
 *
 * @param markOf what identifies the rows of the organization in the folder; undefined where it cannot be told, and then it
 *   is not compared
 * @throws TargetInUse where the cluster has data of it that no move of this store wrote, or has deleted it; SourceChanged
 *   where it was moved and the folder has other rows of it now
 */
export async function stateOf(
  query: Query,
  source: SourceStore,
  { id, name }: SourceOrganization,
  markOf: (id: OrganizationId) => string | undefined,
): Promise<MoveState> {
  // First: an organization that was moved may have been deleted there since.
  const erased = await query('SELECT 1 FROM erased_organizations WHERE organization_id = $1', [id]);
  if (erased.length > 0)
    throw new TargetInUse(
      `${id} (${name}) was deleted in the cluster, which takes nothing for it any more. To move the others, delete it in the folder too: decidable orgs delete.`,
    );
  const [move] = await query<{ source: string; ended_at: number | null; source_mark: string | null }>(
    'SELECT source, ended_at, source_mark FROM moves WHERE organization_id = $1',
    [id],
  );
  if (move !== undefined && move.source !== source.id) throw fromAnother(id, name, move.source);
  if (move !== undefined) {
    if (move.ended_at === null) return 'unfinished';
    const mark = markOf(id);
    if (mark !== undefined && mark !== move.source_mark) throw new SourceChanged(id, name);
    return 'moved';
  }
  for (const table of [...PUBLISHED_TABLES, ...MOVED_TENANT_TABLES]) {
    const found = await query(`SELECT 1 FROM ${table.name} WHERE organization_id = $1 LIMIT 1`, [id]);
    if (found.length > 0)
      throw new TargetInUse(
        `the cluster has ${table.name} of ${id} (${name}) that no move wrote. Nothing is written over it: move into a database without it, or delete the organization in one of the two stores.`,
      );
  }
  return 'new';
}

/**
 * Says that a move of the organization is under way.
 *
 * @throws TargetInUse where another store began to move it since the state was read
 */
export async function beginMove(
  query: Query,
  source: Pick<SourceStore, 'id'>,
  { id, name }: SourceOrganization,
): Promise<void> {
  const [move] = await query<{ source: string }>(
    `INSERT INTO moves (organization_id, source, began_at) VALUES ($1, $2, ${STORE_TIME})
     ON CONFLICT (organization_id) DO UPDATE SET source = moves.source RETURNING source`,
    [id, source.id],
  );
  if (move.source !== source.id) throw fromAnother(id, name, move.source);
}

/** @param mark what identifies the rows that were moved (`source-mark.ts`) */
export async function endMove(query: Query, organizationId: OrganizationId, mark: string): Promise<void> {
  await query(`UPDATE moves SET ended_at = ${STORE_TIME}, source_mark = $2 WHERE organization_id = $1`, [
    organizationId,
    mark,
  ]);
}

const fromAnother = (id: OrganizationId, name: string, source: string): TargetInUse =>
  new TargetInUse(`${id} (${name}) is being moved, or was, from another store: ${source}.`);
